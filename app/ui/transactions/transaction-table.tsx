import type { ReactNode } from 'react';
import type { TransactionSummary } from '~/payments/reporting/transaction-list';
import { CardNumber } from '../content/card-number';
import { emptyCell } from '../content/empty-cell';
import { Money } from '../content/money';
import { StatusSummary } from '../content/status-badge';
import { Table, type Column, type ColumnSort } from '../content/table';
import { TextLink } from '../content/text-link';
import { ShortTime } from '../content/time';
import { CopyableReference } from '../content/copyable-reference';
import {
  transactionColumnLabels,
  defaultTransactionColumns,
  type TransactionColumn,
} from './transaction-columns';
import { getTransactionTypeLabel } from '../labels/transaction-labels';

/** From a loader, or deserialized in the browser. */
type Row = {
  [name in keyof TransactionSummary]:
    TransactionSummary[name] | (TransactionSummary[name] extends Date | null ? string : never);
};

type Props = {
  transactions: readonly Row[];
  caption: string;
  columns?: readonly TransactionColumn[];
  /** By creation. */ sort?: ColumnSort;
};

/** Transactions with their distinguishing details. The amount links to each one. */
export function TransactionTable({
  transactions,
  caption,
  columns = defaultTransactionColumns,
  sort,
}: Props) {
  const isWide = columns.length > defaultTransactionColumns.length;
  return (
    <Table
      isList
      isWide={isWide}
      caption={caption}
      rows={transactions}
      rowKey={({ id }) => id}
      columns={columns.map((name) => ({
        title: transactionColumnLabels[name],
        ...columnCells[name],
        ...(name === 'email' && !isWide && { cell: fitEmail }),
        ...(name === 'created' && { sort }),
      }))}
    />
  );
}

const columnCells: Record<TransactionColumn, Omit<Column<Row>, 'title'>> = {
  amount: {
    align: 'right',
    cell: ({ id, type, orderAmount, orderCurrency }) => (
      <TextLink to={`/transactions/${id}`} prefetch="intent" className="row-link">
        <span className="sr-only">{getTransactionTypeLabel(type)} of </span>
        <Money amount={orderAmount} currency={orderCurrency} />
      </TextLink>
    ),
  },
  status: { cell: (row) => <StatusSummary {...row} /> },
  type: { cell: ({ type }) => getTransactionTypeLabel(type) },
  // The merchant's own number. Those that didn't send one have the ID of the request.
  reference: {
    cell: ({ orderId, externalId }) => <CopyableReference text={orderId ?? externalId} label="reference" />,
  },
  external_id: { cell: ({ externalId }) => <CopyableReference text={externalId} label="external ID" /> },
  order_id: {
    cell: ({ orderId }) => (orderId ? <CopyableReference text={orderId} label="order ID" /> : emptyCell),
  },
  card: { cell: ({ cardBrand, cardLastFour }) => <CardNumber brand={cardBrand} lastFour={cardLastFour} /> },
  email: {
    cell: ({ email }) => (email ? <CopyableReference text={email} label="email address" /> : emptyCell),
  },
  captured: {
    align: 'right',
    cell: ({ amountCaptured, orderCurrency }) => <Money amount={amountCaptured} currency={orderCurrency} />,
  },
  refunded: {
    align: 'right',
    cell: ({ amountRefunded, orderCurrency }) => <Money amount={amountRefunded} currency={orderCurrency} />,
  },
  decline: { cell: ({ declineCode }) => declineCode ?? emptyCell },
  id: { cell: ({ id }) => <CopyableReference text={id} label="transaction ID" /> },
  capture_before: {
    cell: ({ captureBefore }) => (captureBefore ? <ShortTime at={captureBefore} /> : emptyCell),
  },
  created: { cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
  updated: { cell: ({ updatedAt }) => <ShortTime at={updatedAt} /> },
};

/** In the width that the other columns leave, so that the list never scrolls sideways. */
const fitEmail = ({ email }: Row): ReactNode =>
  email ? (
    <span title={email} className="cell-cut inline-block max-w-full align-bottom wrap-anywhere @3xl:truncate">
      {email}
    </span>
  ) : (
    emptyCell
  );
