import type { OverlapHours } from '~/platform/secrets/secret-overlap';

/** The choices for the end of an old secret. */
export const overlapLabels: Record<OverlapHours, string> = {
  0: 'Immediately',
  1: 'In 1 hour',
  24: 'In 24 hours',
  168: 'In 7 days',
};
