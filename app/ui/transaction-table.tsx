import type { TransactionSummary } from '~/payments/transaction-list';
import { CardNumber } from './card-number';
import { Money } from './money';
import { StatusBadge } from './status-badge';
import { Table } from './table';
import { TextLink } from './text-link';
import { Time } from './time';
import { typeWord } from './transaction-words';

/** Transactions with what tells them apart. The amount leads to each one's page. */
export function TransactionTable({ transactions, caption }: { transactions: readonly TransactionSummary[]; caption: string }) {
  return (
    <Table
      caption={caption}
      rows={transactions}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Amount',
          align: 'right',
          cell: ({ id, type, orderAmount, orderCurrency }) => (
            <TextLink to={`/transactions/${id}`} prefetch="intent">
              <span className="sr-only">{typeWord(type)} of </span>
              <Money amount={orderAmount} currency={orderCurrency} />
            </TextLink>
          ),
        },
        { title: 'Status', cell: (row) => <StatusBadge status={row.status} type={row.type} disputed={row} /> },
        { title: 'Type', cell: ({ type }) => typeWord(type) },
        {
          title: 'external_id',
          cell: ({ externalId }) => (
            <span className="line-clamp-2 max-w-56 break-all @3xl:min-w-28" title={externalId}>
              {externalId}
            </span>
          ),
        },
        { title: 'Card', cell: ({ cardBrand, cardLastFour }) => <CardNumber brand={cardBrand} lastFour={cardLastFour} /> },
        { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  );
}
