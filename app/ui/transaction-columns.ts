/** The columns a list of transactions can have, in their order. The amount leads to each one's page, so it is always there. */
export const transactionColumns = {
  amount: 'Amount',
  status: 'Status',
  type: 'Type',
  external_id: 'external_id',
  order_id: 'order_id',
  card: 'Card',
  email: 'Payer’s e-mail',
  captured: 'Captured',
  refunded: 'Refunded',
  decline: 'Decline code',
  capture_before: 'Capture before',
  created: 'Created',
  updated: 'Updated',
  id: 'Transaction id',
} as const;

export type TransactionColumn = keyof typeof transactionColumns;

export const columnNames = Object.keys(transactionColumns) as TransactionColumn[];

export const usualColumns: readonly TransactionColumn[] = [
  'amount',
  'status',
  'type',
  'external_id',
  'card',
  'created',
];

/** More would not fit beside each other on any screen. */
export const mostColumns = 8;
