import { Panel } from '~/ui/layout/panel';
import { InlineCode } from '~/ui/content/inline-code';
import { TextLink } from '~/ui/content/text-link';

const named = 3;

/** The allowed addresses in a sentence. */
export function AddressSummary({ ranges }: { ranges: readonly string[] }) {
  return (
    <Panel
      title="Allowed addresses"
      action={<TextLink to="/developers/addresses">{ranges.length ? 'Edit list' : 'Create list'}</TextLink>}
    >
      <p className="max-w-2xl text-ink-soft">
        {ranges.length ? (
          <>
            The secrets and their tokens work only from{' '}
            {ranges.slice(0, named).map((range, i) => (
              <span key={range}>
                {i > 0 && ', '}
                <InlineCode>{range}</InlineCode>
              </span>
            ))}
            {ranges.length > named && ` and ${ranges.length - named} more`}.
          </>
        ) : (
          'The secrets work from any IP address. If your server has fixed addresses, list them, so that a stolen secret is useless anywhere else.'
        )}
      </p>
    </Panel>
  );
}
