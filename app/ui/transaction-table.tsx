import type { ReactNode } from 'react';
import type { TransactionSummary } from '~/payments/transaction-list';
import { CardNumber } from './card-number';
import { Money } from './money';
import { StatusBadge } from './status-badge';
import { Table, type Column } from './table';
import { TextLink } from './text-link';
import { Time } from './time';
import { transactionColumns, usualColumns, type TransactionColumn } from './transaction-columns';
import { typeWord } from './transaction-words';

/** As a loader gives it, or as it came over the wire. */
type Row = {
  [name in keyof TransactionSummary]:
    TransactionSummary[name] | (TransactionSummary[name] extends Date | null ? string : never);
};

type Props = { transactions: readonly Row[]; caption: string; columns?: readonly TransactionColumn[] };

/** Transactions with what tells them apart. The amount leads to each one's page. */
export function TransactionTable({ transactions, caption, columns = usualColumns }: Props) {
  return (
    <Table
      caption={caption}
      rows={transactions}
      rowKey={({ id }) => id}
      columns={columns.map((name) => ({ title: transactionColumns[name], ...cells[name] }))}
    />
  );
}

const cells: Record<TransactionColumn, Omit<Column<Row>, 'title'>> = {
  amount: {
    align: 'right',
    cell: ({ id, type, orderAmount, orderCurrency }) => (
      <TextLink to={`/transactions/${id}`} prefetch="intent">
        <span className="sr-only">{typeWord(type)} of </span>
        <Money amount={orderAmount} currency={orderCurrency} />
      </TextLink>
    ),
  },
  status: { cell: (row) => <StatusBadge status={row.status} type={row.type} disputed={row} /> },
  type: { cell: ({ type }) => typeWord(type) },
  external_id: { cell: ({ externalId }) => reference(externalId) },
  order_id: { cell: ({ orderId }) => (orderId ? reference(orderId) : none) },
  card: { cell: ({ cardBrand, cardLastFour }) => <CardNumber brand={cardBrand} lastFour={cardLastFour} /> },
  email: { cell: ({ email }) => (email ? reference(email) : none) },
  captured: {
    align: 'right',
    cell: ({ amountCaptured, orderCurrency }) => <Money amount={amountCaptured} currency={orderCurrency} />,
  },
  refunded: {
    align: 'right',
    cell: ({ amountRefunded, orderCurrency }) => <Money amount={amountRefunded} currency={orderCurrency} />,
  },
  decline: { cell: ({ declineCode }) => declineCode ?? none },
  capture_before: {
    cell: ({ captureBefore, status }) =>
      captureBefore && (status === 'AUTHORIZED' || status === 'PARTIAL_CAPTURED') ? (
        <Time at={captureBefore} />
      ) : (
        none
      ),
  },
  created: { cell: ({ createdAt }) => <Time at={createdAt} /> },
  updated: { cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  id: { cell: ({ id }) => reference(id) },
};

const none: ReactNode = <span className="text-ink-soft">None</span>;

function reference(text: string): ReactNode {
  return (
    <span className="line-clamp-2 max-w-56 break-all @3xl:min-w-28" title={text}>
      {text}
    </span>
  );
}
