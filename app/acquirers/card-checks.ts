export const checkResults = ['pass', 'fail', 'unavailable', 'unchecked'] as const;

/** `unavailable`: the payer's bank couldn't check it. `unchecked`: the bank didn't check it. */
export type CardCheckResult = (typeof checkResults)[number];

/**
 * What the payer's bank found when it compared the payer's data with its records (AVS). `address`: the first line. Absent:
 * the acquirer said nothing about it.
 */
export type CardChecks = {
  address?: CardCheckResult;
  postalCode?: CardCheckResult;
  securityCode?: CardCheckResult;
};

/** The results that are known. Nothing if none is. */
export function toChecksMember(results: Record<keyof CardChecks, CardCheckResult | undefined>): {
  checks?: CardChecks;
} {
  const known = Object.entries(results).filter(([, result]) => result !== undefined);
  return known.length ? { checks: Object.fromEntries(known) as CardChecks } : {};
}
