import type { ChainState } from '~/audit/chain-verification';
import { Banner } from '~/ui/layout/banner';
import { InlineCode } from '~/ui/content/inline-code';
import { Time } from '~/ui/content/time';

/** Whether the log is as it was written. */
export function ChainStatus({
  chain,
}: {
  chain: (Omit<ChainState, 'checkedAt'> & { checkedAt: Date | string | null }) | null;
}) {
  if (!chain) return null;
  if (chain.fault)
    return (
      <Banner tone="negative" title="This log was changed after it was written">
        Found <Time at={chain.checkedAt!} />
        {chain.errorEntryId && <>, first at row {chain.errorEntryId}</>}. The operator of this service has
        been notified. Contact them, and keep your exports.
      </Banner>
    );
  return (
    <Banner
      tone={chain.checkedAt ? 'positive' : 'info'}
      title={
        chain.checkedAt ? (
          <>
            No entry was changed or removed, checked <Time at={chain.checkedAt} />
          </>
        ) : (
          'Checked for the first time within minutes'
        )
      }
    >
      <details>
        <summary className="underline underline-offset-4">How you can tell</summary>
        <p className="mt-1">
          Every entry carries a hash over the one before it. Keep that of the last one, No.{' '}
          {chain.end.sequence}: as long as it stands in this log, nothing before it was rewritten.
        </p>
        <InlineCode>
          <span className="break-all">{chain.end.hash}</span>
        </InlineCode>
      </details>
    </Banner>
  );
}
