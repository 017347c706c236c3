/**
 * The available columns of a transaction list, in order. The amount links to the transaction, so it's always
 * shown.
 */
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

/** More columns wouldn't fit on any screen. */
export const maxTransactionColumns = 8;
