import type { SerializeFrom } from '@remix-run/node';
import type { PayoutSummary } from '~/payments/payouts/payout-list';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { getPayoutStatusLabel } from '~/ui/labels/payout-labels';
import { Deduction, PayoutLink } from './payout-amounts';

export function PayoutTable({ payouts }: { payouts: readonly SerializeFrom<PayoutSummary>[] }) {
  return (
    <Table
      isList
      caption="Payouts, newest first"
      rows={payouts}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Arrival date', cell: ({ id, arrivesOn }) => <PayoutLink id={id} arrivesOn={arrivesOn} /> },
        { title: 'Status', cell: (payout) => <Badge {...getPayoutStatusLabel(payout)} /> },
        {
          title: 'Gross',
          align: 'right',
          cell: ({ gross, currency }) =>
            gross === null ? '–' : <Money amount={gross} currency={currency} />,
        },
        {
          title: 'Fees',
          align: 'right',
          cell: ({ fees, currency }) =>
            fees === null ? '–' : <Deduction amount={fees} currency={currency} />,
        },
        {
          title: 'Net',
          align: 'right',
          cell: ({ net, currency }) => <Money amount={net} currency={currency} className="font-medium" />,
        },
      ]}
    />
  );
}
