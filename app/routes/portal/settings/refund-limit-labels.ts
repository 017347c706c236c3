import { formatAmountInput } from '~/platform/money/amount-input';

/** The refund limits by their name in the audit log. */
export const refundLimitLabels = {
  refund_limit: 'Require a second factor above',
  member_refund_limit: 'Daily limit per team member',
  account_refund_limit: 'Daily limit for the team',
} as const;

export const isRefundLimit = (name: string): name is keyof typeof refundLimitLabels =>
  Object.hasOwn(refundLimitLabels, name);

/** Refund limits are entered and listed as amounts in a currency with two decimals. */
export const refundLimitCurrency = 'EUR';

export const formatRefundLimit = (limit: number): string => formatAmountInput(limit, refundLimitCurrency);
