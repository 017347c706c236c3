import { vi } from 'vitest';
import type { Acquirer, Outcome } from '~/acquirers/acquirer';
import { acquirerFor } from '~/acquirers/registry';

/** The acquirer of the test environment. It answers as the simulator does, except where a test interferes. */
export const acquirer: Acquirer = acquirerFor('test')!;

export const unknown: Outcome = { kind: 'unknown' };
export const refused: Outcome = { kind: 'declined', code: 'do_not_honor' };

/** The next request of a kind ends like this and never reaches the acquirer. */
export function answerOnce(kind: 'authorize' | 'capture' | 'void' | 'refund', outcome: Outcome) {
  return vi.spyOn(acquirer, kind).mockClear().mockResolvedValueOnce(outcome);
}
