import type { SerializeFrom } from '@remix-run/node';
import type { TransactionPayout } from '~/payments/payouts/payout-list';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { getPayoutEntryLabel, getPayoutStatusLabel } from '~/ui/labels/payout-labels';
import { Panel } from '~/ui/layout/panel';
import { Deduction, PayoutLink } from '../payouts/payout-amounts';

/** The fee and the net amount of a transaction, with the payouts that contain it. */
export function TransactionPayouts({ entries }: { entries: readonly SerializeFrom<TransactionPayout>[] }) {
  if (!entries.length) return null;
  return (
    <Panel title="Payouts">
      <Table
        caption="What of this transaction is in payouts, oldest first"
        rows={entries}
        rowKey={({ entryId }) => entryId}
        columns={[
          { title: 'Payout', cell: ({ payout }) => <PayoutLink {...payout} /> },
          {
            title: 'Status',
            cell: ({ payout }) => <Badge {...getPayoutStatusLabel(payout)} />,
          },
          { title: 'Type', cell: ({ kind }) => getPayoutEntryLabel(kind) },
          {
            title: 'Gross',
            align: 'right',
            cell: ({ gross, payout }) => <Money amount={gross} currency={payout.currency} />,
          },
          {
            title: 'Fee',
            align: 'right',
            cell: ({ fee, payout }) => <Deduction amount={fee} currency={payout.currency} />,
          },
          {
            title: 'Net',
            align: 'right',
            cell: ({ net, payout }) => <Money amount={net} currency={payout.currency} />,
          },
        ]}
      />
    </Panel>
  );
}
