/**
 * The available columns of a transaction list, in order. The amount links to the transaction, so it's always
 * shown.
 */
export const transactionColumnLabels = {
  amount: 'Amount',
  status: 'Status',
  type: 'Type',
  reference: 'Reference',
  external_id: 'External ID',
  order_id: 'Order ID',
  email: 'Payer’s email',
  card: 'Card',
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
  'reference',
  'email',
  'created',
];

/** More columns wouldn't fit on any screen. */
export const maxTransactionColumns = 8;
