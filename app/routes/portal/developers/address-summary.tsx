import { Panel } from '~/ui/layout/panel';
import { InlineCode } from '~/ui/content/inline-code';
import { TextLink } from '~/ui/content/text-link';

const named = 3;

/** From where the credentials may be used, in a sentence. */
export function AddressSummary({ ranges }: { ranges: readonly string[] }) {
  return (
    <Panel
      title="Allowed addresses"
      action={
        <TextLink to="/developers/addresses">{ranges.length ? 'Change the list' : 'Make a list'}</TextLink>
      }
    >
      <p className="max-w-2xl text-ink-soft">
        {ranges.length ? (
          <>
            The secrets and their tokens work from{' '}
            {ranges.slice(0, named).map((range, i) => (
              <span key={range}>
                {i > 0 && ', '}
                <InlineCode>{range}</InlineCode>
              </span>
            ))}
            {ranges.length > named && ` and ${ranges.length - named} more`}, and from nowhere else.
          </>
        ) : (
          'The secrets work from everywhere. When your server always has the same addresses, list them: a stolen secret is worth nothing elsewhere.'
        )}
      </p>
    </Panel>
  );
}
