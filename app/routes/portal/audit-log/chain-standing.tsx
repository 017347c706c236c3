import type { ChainState } from '~/audit/verification';
import { Banner } from '~/ui/banner';
import { InlineCode } from '~/ui/inline-code';
import { Time } from '~/ui/time';

/** Whether the log is as it was written. */
export function ChainStanding({ chain }: { chain: (Omit<ChainState, 'checkedAt'> & { checkedAt: Date | string | null }) | null }) {
  if (!chain) return null;
  if (chain.fault)
    return (
      <Banner tone="negative" title="This log is not as it was written">
        Found <Time at={chain.checkedAt!} />
        {chain.faultEntryId && <>, first at row {chain.faultEntryId}</>}. Whoever runs this service has been told. Write to them, and keep what you have exported.
      </Banner>
    );
  return (
    <Banner tone={chain.checkedAt ? 'positive' : 'info'} title={chain.checkedAt ? <>Unbroken, checked {<Time at={chain.checkedAt} />}</> : 'Checked for the first time within minutes'}>
      Every entry carries a hash over the one before it, so that nobody changes one unseen. The last one is No. {chain.end.sequence},{' '}
      <InlineCode>
        <span className="break-all">{chain.end.hash}</span>
      </InlineCode>
      : who keeps it can tell later that nothing before it was written anew.
    </Banner>
  );
}
