import type { SerializeFrom } from '@remix-run/node';
import type { PayoutSummary, PayoutTotals } from '~/payments/payouts/payout-summaries';
import { pluralize } from '~/platform/text/pluralize';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { getPayoutStatusLabel } from '~/ui/labels/payout-labels';
import { Deduction, PayoutLink } from './payout-amounts';

type Props = {
  caption?: string;
  payouts: readonly SerializeFrom<PayoutSummary>[];
  /** Of a filtered list, in each currency. */
  totals?: readonly PayoutTotals[];
  /** Whether the list has more pages, so that the totals aren't those of the filter. */
  isPaged?: boolean;
};

export function PayoutTable({
  caption = 'Payouts, newest first',
  payouts,
  totals = [],
  isPaged = false,
}: Props) {
  return (
    <Table
      isList
      caption={caption}
      rows={payouts}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Arrival date', cell: ({ id, arrivesOn }) => <PayoutLink id={id} arrivesOn={arrivesOn} /> },
        { title: 'Status', cell: (payout) => <Badge {...getPayoutStatusLabel(payout)} /> },
        {
          title: 'Gross',
          align: 'right',
          isLabeled: true,
          cell: ({ gross, currency }) =>
            gross === null ? '–' : <Money amount={gross} currency={currency} />,
        },
        {
          title: 'Fees',
          align: 'right',
          isLabeled: true,
          cell: ({ fees, currency }) =>
            fees === null ? '–' : <Deduction amount={fees} currency={currency} />,
        },
        {
          title: 'Net',
          align: 'right',
          isLabeled: true,
          cell: ({ net, currency }) => <Money amount={net} currency={currency} className="font-medium" />,
        },
      ]}
      totals={totals.map(({ currency, payouts: count, gross, fees, net, isComplete }) => ({
        'Arrival date': `Total ${isPaged ? 'of this page ' : ''}in ${currency}, ${pluralize(count, 'payout')}`,
        Gross: isComplete ? <Money amount={gross} currency={currency} /> : '–',
        Fees: isComplete ? <Deduction amount={fees} currency={currency} /> : '–',
        Net: <Money amount={net} currency={currency} />,
      }))}
    />
  );
}
