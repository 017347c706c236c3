import type { LinkStatus } from '~/payments/payment-links/payment-link';
import type { StatusLabel } from './transaction-labels';

/** A payment link's status. */
export const linkStatusLabels: Record<LinkStatus, StatusLabel> = {
  active: { text: 'Active', tone: 'positive' },
  inactive: { text: 'Inactive', tone: 'neutral' },
  expired: { text: 'Expired', tone: 'neutral' },
  completed: { text: 'Completed', tone: 'accent' },
};
