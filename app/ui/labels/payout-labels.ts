import type { StatusLabel } from './transaction-labels';

const statusLabels: Record<string, StatusLabel> = {
  pending: { text: 'On its way', tone: 'accent' },
  paid: { text: 'Paid', tone: 'positive' },
  failed: { text: 'Failed', tone: 'negative' },
};

/** A payout with a negative amount is collected from the bank account. */
export function getPayoutStatusLabel({ status, net = 0 }: { status: string; net?: number }): StatusLabel {
  const label = statusLabels[status] ?? { text: status, tone: 'neutral' };
  return status === 'paid' && net < 0 ? { text: 'Debited', tone: 'neutral' } : label;
}

const kindLabels: Record<string, string> = {
  capture: 'Payment',
  refund: 'Refund',
  refund_failed: 'Failed refund',
  chargeback: 'Chargeback',
  chargeback_reversed: 'Chargeback won',
  fee: 'Fee',
};

/** What moved money into or out of a payout. */
export const getPayoutEntryLabel = (kind: string): string => kindLabels[kind] ?? 'Adjustment';
