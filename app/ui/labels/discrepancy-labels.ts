import { isCurrency } from '~/platform/money/currencies';
import { formatAmount } from '~/platform/money/money';

/** The kinds of discrepancies within our records, or between them and an acquirer's ledger, payouts, and events. */
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
  failed_after_success: 'Failed at the acquirer after we recorded success',
  reversal_failed: 'Approved after it was declined, and not reversed',
  chargeback_outcome_changed: 'Chargeback ended differently after it was closed',
  refund_failed: 'Refund failed at the acquirer',
  parent_differs: 'Doesn’t match its payment',
  intent_differs: 'Doesn’t match its payment intent',
  key_missing: 'Idempotency key is missing',
  key_differs: 'Idempotency key doesn’t match its operation',
  authorization_differs: 'Belongs to another payment in the ledger',
  reversal_differs: 'Reversal doesn’t match its operation',
  payout_entry_unknown: 'In a payout, but missing from our records',
  payout_missing: 'Captured or refunded more than 10 days ago, but in no payout',
  payout_total_differs: 'Entries don’t add up to the payout',
  payout_amount_differs: 'Amount doesn’t match the payout',
  transaction_missing: 'Transaction is missing',
};

export const getDiscrepancyLabel = (kind: string): string => labels[kind] ?? kind.replaceAll('_', ' ');

/** An expected or found value with its amounts in major units: "capture 1250 USD in po_1" is "capture $12.50 in po_1". */
export const formatDiscrepancyValue = (text: string): string =>
  text.replace(/(?<![\w-])(-?\d+) ([A-Z]{3})\b/g, (found, amount: string, currency: string) =>
    isCurrency(currency) ? formatAmount(Number(amount), currency) : found,
  );
