/** The label of each kind of discrepancy between our records, and between them and an acquirer's ledger. */
const labels: Record<string, string> = {
  counter_differs: 'Amount doesn’t match the operations',
  status_differs: 'Status doesn’t match the operations',
  settlement_differs: 'Settlement doesn’t match the operations',
  daily_total_differs: 'Daily total doesn’t match the operations',
  kind_differs: 'Type doesn’t match the ledger',
  amount_differs: 'Amount doesn’t match the ledger',
  currency_differs: 'Currency doesn’t match the ledger',
  outcome_differs: 'Outcome doesn’t match the ledger',
  chargeback_differs: 'Chargeback doesn’t match the ledger',
  unknown_to_acquirer: 'Missing from the ledger',
  unknown_to_us: 'Missing from our records',
  duplicate_entry: 'More than once in the ledger',
  outcome_unknown: 'Outcome is unknown',
  refund_failed: 'Refund failed at the acquirer',
  parent_differs: 'Doesn’t match its payment',
  intent_differs: 'Doesn’t match its payment intent',
  key_missing: 'Idempotency key is missing',
  key_differs: 'Idempotency key doesn’t match its operation',
  authorization_differs: 'Belongs to another payment in the ledger',
  reversal_differs: 'Reversal doesn’t match its operation',
  transaction_missing: 'Transaction is missing',
};

export const getDiscrepancyLabel = (kind: string): string => labels[kind] ?? kind.replaceAll('_', ' ');
