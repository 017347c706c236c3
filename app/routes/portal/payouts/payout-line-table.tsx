import type { SerializeFrom } from '@remix-run/node';
import type { PayoutLine } from '~/payments/payouts/payout-lines';
import { Money } from '~/ui/content/money';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getPayoutEntryLabel } from '~/ui/labels/payout-labels';
import { useRecordLinks } from '../record-links';
import { Deduction } from './payout-amounts';

type Line = SerializeFrom<PayoutLine>;

/** The entries of a payout. Those of a transaction link to it. */
export function PayoutLineTable({
  lines,
  currency,
  total,
}: {
  lines: readonly Line[];
  currency: string;
  /** Of all entries, also of other pages. Null while they aren't known. */
  total: { gross: number; fees: number; net: number } | null;
}) {
  return (
    <Table
      caption="Entries of this payout, newest first"
      rows={lines}
      rowKey={({ entryId }) => entryId}
      columns={[
        { title: 'Type', cell: (line) => <LineType {...line} /> },
        { title: 'Booked', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
        {
          title: 'Gross',
          align: 'right',
          cell: ({ gross, ...line }) => (
            <>
              <Money amount={gross} currency={currency} />
              <Exchange {...line} payoutCurrency={currency} />
            </>
          ),
        },
        {
          title: 'Fee',
          align: 'right',
          cell: ({ fee }) => <Deduction amount={fee} currency={currency} />,
        },
        { title: 'Net', align: 'right', cell: ({ net }) => <Money amount={net} currency={currency} /> },
      ]}
      totals={
        total
          ? [
              {
                Type: 'Total',
                Gross: <Money amount={total.gross} currency={currency} />,
                Fee: <Deduction amount={total.fees} currency={currency} />,
                Net: <Money amount={total.net} currency={currency} />,
              },
            ]
          : []
      }
    />
  );
}

function LineType({ kind, transactionId, reference, captureId, description }: Line) {
  const links = useRecordLinks();
  const label = getPayoutEntryLabel(kind);
  const detail = transactionId
    ? [...new Set([reference, captureId])].filter(Boolean).join(' · ')
    : description;
  return (
    <>
      {transactionId ? <TextLink to={links.transaction(transactionId)}>{label}</TextLink> : label}
      {detail && <span className="block text-sm break-all text-ink-soft">{detail}</span>}
    </>
  );
}

/** The amount of a payment in another currency than its payout. */
function Exchange({
  amount,
  currency,
  exchangeRate,
  payoutCurrency,
}: Pick<Line, 'amount' | 'currency' | 'exchangeRate'> & { payoutCurrency: string }) {
  if (amount === null || currency === null || currency === payoutCurrency) return null;
  return (
    <span className="block text-sm text-ink-soft">
      <Money amount={amount} currency={currency} />
      {exchangeRate && ` at ${exchangeRate}`}
    </span>
  );
}
