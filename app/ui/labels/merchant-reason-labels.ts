import type { MerchantReason } from '~/acquirers/saved-card';

/** Why a merchant charges a saved card without the payer. */
export const merchantReasonLabels: Record<MerchantReason, string> = {
  recurring: 'Recurring payments',
  installment: 'Installments',
  unscheduled: 'Unscheduled payments',
};
