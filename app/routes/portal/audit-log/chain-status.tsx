import type { ChainState } from '~/audit/chain-verification';
import { Banner } from '~/ui/layout/banner';
import { InlineCode } from '~/ui/content/inline-code';
import { Time } from '~/ui/content/time';

/** Whether the audit log is intact. */
export function ChainStatus({
  chain,
}: {
  chain: (Omit<ChainState, 'checkedAt'> & { checkedAt: Date | string | null }) | null;
}) {
  if (!chain) return null;
  if (chain.fault)
    return (
      <Banner tone="negative" title="This log was tampered with">
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
            No entry has been changed or removed. Last checked <Time at={chain.checkedAt} />
          </>
        ) : (
          'The first check runs within a few minutes'
        )
      }
    >
      <details>
        <summary className="underline underline-offset-4">How to verify this yourself</summary>
        <p className="mt-1">
          Each entry includes a hash of the entry before it. Keep the hash of the last one, no.{' '}
          {chain.end.sequence}. As long as that hash is in this log, nothing before it has been changed.
        </p>
        <InlineCode>
          <span className="break-all">{chain.end.hash}</span>
        </InlineCode>
      </details>
    </Banner>
  );
}
