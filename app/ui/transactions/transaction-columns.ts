/** The columns a list of transactions can have, in their order. The amount leads to each one's page, so it is always there. */
export const transactionColumnLabels = {
  amount: 'Amount',
  status: 'Status',
  type: 'Type',
  external_id: 'external_id',
  order_id: 'order_id',
  card: 'Card',
  email: 'Payer’s email',
  captured: 'Captured',
  refunded: 'Refunded',
  decline: 'Decline code',
  capture_before: 'Capture before',
  created: 'Created',
  updated: 'Updated',
  id: 'Transaction ID',
} as const;

export type TransactionColumn = keyof typeof transactionColumnLabels;

export const transactionColumnNames = Object.keys(transactionColumnLabels) as TransactionColumn[];

export const defaultTransactionColumns: readonly TransactionColumn[] = [
  'amount',
  'status',
  'type',
  'external_id',
  'card',
  'created',
];

/** More would not fit beside each other on any screen. */
export const maxTransactionColumns = 8;
