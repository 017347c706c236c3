import type { SerializeFrom } from '@remix-run/node';
import type { NotPaidOut } from '~/payments/payouts/not-paid-out';
import type { TransactionPayout } from '~/payments/payouts/transaction-payouts';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { getPayoutEntryLabel, getPayoutStatusLabel } from '~/ui/labels/payout-labels';
import { Panel } from '~/ui/layout/panel';
import { useRecordLinks } from '../record-links';
import { Deduction, PayoutLink } from '../payouts/payout-amounts';

type Props = {
  /** Of the transaction. Entries of its refunds and chargebacks link to them. */
  id: string;
  type: string;
  entries: readonly SerializeFrom<TransactionPayout>[];
  notPaidOut: NotPaidOut;
  /** Of the transaction. */
  currency: string;
};

/** The fee and the net amount of a transaction, with the payouts that contain it. */
export function TransactionPayouts({
  id,
  type,
  entries,
  notPaidOut: { amount, chargebackFee },
  currency,
}: Props) {
  if (!entries.length && !amount) return null;
  return (
    <Panel title="Payouts">
      {amount > 0 && (
        <p className="not-last:mb-4">
          {entries.length > 0 && (
            <>
              <Money amount={amount} currency={currency} />{' '}
              {type === 'CHARGEBACK' ? 'returned to you' : 'of it'} is{' '}
            </>
          )}
          {entries.length ? 'not' : 'Not'} in a payout yet.
          {chargebackFee !== null && (
            <>
              {' '}
              The payout will also deduct a chargeback fee of{' '}
              <Money amount={chargebackFee} currency={currency} />.
            </>
          )}
        </p>
      )}
      {entries.length > 0 && <PayoutEntries id={id} entries={entries} />}
    </Panel>
  );
}

function PayoutEntries({ id, entries }: Pick<Props, 'id' | 'entries'>) {
  const links = useRecordLinks();
  return (
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
        {
          title: 'Type',
          cell: ({ kind, transactionId }) =>
            transactionId === null || transactionId === id ? (
              getPayoutEntryLabel(kind)
            ) : (
              <TextLink to={links.transaction(transactionId)}>{getPayoutEntryLabel(kind)}</TextLink>
            ),
        },
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
  );
}
