import type { PaymentIntentStatus } from '~/payments/checkout/payment-intents';
import type { StatusLabel } from './transaction-labels';

/** A payment intent's status, as the API names it. */
export const intentStatusLabels: Record<PaymentIntentStatus, StatusLabel> = {
  open: { text: 'Open', tone: 'accent' },
  paying: { text: 'Paying', tone: 'caution' },
  paid: { text: 'Paid', tone: 'positive' },
  failed: { text: 'Failed', tone: 'negative' },
  cancelled: { text: 'Canceled', tone: 'neutral' },
  expired: { text: 'Expired', tone: 'neutral' },
};
