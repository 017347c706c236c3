import type { MerchantReason } from '~/acquirers/saved-card';

/** What a merchant charges a saved card for without its payer. */
export const merchantReasonLabels: Record<MerchantReason, string> = {
  recurring: 'Recurring payments',
  installment: 'Installments',
  unscheduled: 'Unscheduled payments',
};
