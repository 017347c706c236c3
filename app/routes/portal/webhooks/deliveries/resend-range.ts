const hours = { hour: 1, day: 24, week: 168, month: 720 } as const;

export type ResendRange = keyof typeof hours | 'disabled';

/** The choices for how far back to go. */
export const resendRangeLabels: Record<ResendRange, string> = {
  disabled: 'since the outage before the endpoint was disabled',
  hour: 'in the last hour',
  day: 'in the last 24 hours',
  week: 'in the last 7 days',
  month: 'in the last 30 days',
};

export function isResendRange(text: string): text is ResendRange {
  return Object.hasOwn(resendRangeLabels, text);
}

/** The start of a range that ends now. */
export function toResendStart(range: keyof typeof hours): Date {
  return new Date(Date.now() - hours[range] * 3_600_000);
}
