import type { CardCheckResult } from '~/acquirers/card-checks';

/** What the payer's bank found about the payer's data. */
export const cardCheckLabels: Record<CardCheckResult, string> = {
  pass: 'Matches',
  fail: 'Doesn’t match',
  unavailable: 'The bank couldn’t check it',
  unchecked: 'Not checked',
};
