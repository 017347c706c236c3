import { Banner } from '~/ui/layout/banner';
import { describeScope } from './connection-labels';
import type { LoadedConnection } from './connection-panels';

/** What a change of the active connection means for existing payments. */
export function SwitchNotice({ connection }: { connection: LoadedConnection }) {
  const { replaces } = connection;
  return (
    <Banner
      title={
        replaces ? `Existing payments stay with ${replaces.name}` : 'Existing payments stay where they are'
      }
    >
      {replaces
        ? `${replaces.name} is retired and takes no new payments from ${describeScope(connection)}. Its payments can still be captured, voided, refunded, and disputed, so keep its account and webhooks.`
        : `Only new payments of ${describeScope(connection)} use this connection.`}
    </Banner>
  );
}
