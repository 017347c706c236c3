import type { StatusLabel } from './transaction-labels';

const statusLabels: Record<string, StatusLabel> = {
  pending: { text: 'On its way', tone: 'accent' },
  paid: { text: 'Paid', tone: 'positive' },
  failed: { text: 'Failed', tone: 'negative' },
};

export const getPayoutStatusLabel = (status: string): StatusLabel =>
  statusLabels[status] ?? { text: status, tone: 'neutral' };

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
