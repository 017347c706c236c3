import { Banner } from '~/ui/layout/banner';
import { describeScope } from './connection-labels';
import type { LoadedConnection } from './connection-panels';

/** What a change of the active connection means for existing payments. */
export function SwitchNotice({ connection }: { connection: LoadedConnection }) {
  const { replaces } = connection;
  if (!replaces)
    return (
      <Banner title="Existing payments stay where they are">
        Only new payments of {describeScope(connection)} use this connection. Earlier ones are captured,
        voided, refunded, and disputed where they were authorized.
      </Banner>
    );
  return (
    <Banner title={`Existing payments stay with ${replaces.name}`}>
      {replaces.name} is retired: it takes no more new payments, but its existing ones are captured, voided,
      refunded, and disputed there.
      {replaces.acquirer !== 'simulator' && ' Keep its account and its webhooks at the acquirer.'}
    </Banner>
  );
}
