import type { Duplicate } from '~/merchants/applications/duplicates';
import { Banner } from '~/ui/banner';
import { TextLink } from '~/ui/text-link';
import { pathOf } from '../paths';
import { stateWords } from '../words';

/** Others who handed in the same number, account or person. It may be honest: a person may own two shops. */
export function Duplicates({ duplicates }: { duplicates: readonly Duplicate[] }) {
  if (!duplicates.length) return null;
  return (
    <Banner
      tone="caution"
      title={
        duplicates.length === 1
          ? 'Another application has something in common with this one'
          : `${duplicates.length} other applications have something in common with this one`
      }
    >
      <ul className="space-y-1">
        {duplicates.map(({ applicationId, name, state, same }) => (
          <li key={applicationId}>
            <TextLink to={pathOf(applicationId)}>{name}</TextLink> ({stateWords[state].text.toLowerCase()}):
            the same {same.join(', ')}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
