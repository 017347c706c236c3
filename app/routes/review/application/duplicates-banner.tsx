import type { ApplicationDuplicate } from '~/merchants/applications/review/duplicates';
import { Banner } from '~/ui/layout/banner';
import { TextLink } from '~/ui/content/text-link';
import { getReviewPath } from '../review-path';
import { reviewStateLabels } from '../review-labels';

/**
 * Other applications with the same number, account, or person. That can be legitimate: a person may own two
 * shops.
 */
export function DuplicatesBanner({ duplicates }: { duplicates: readonly ApplicationDuplicate[] }) {
  if (!duplicates.length) return null;
  return (
    <Banner
      tone="caution"
      title={
        duplicates.length === 1
          ? 'Another application shares details with this one'
          : `${duplicates.length} other applications share details with this one`
      }
    >
      <ul className="space-y-1">
        {duplicates.map(({ applicationId, name, state, same: sharedFields }) => (
          <li key={applicationId}>
            <TextLink to={getReviewPath(applicationId)}>{name}</TextLink> (
            {reviewStateLabels[state].text.toLowerCase()}): same {sharedFields.join(', ')}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
