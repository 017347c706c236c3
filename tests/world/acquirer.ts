import { vi } from 'vitest';
import type { Acquirer, Outcome } from '~/acquirers/acquirer';
import { acquirerFor } from '~/acquirers/registry';

/** The acquirer of the test environment. It answers as the simulator does, except where a test interferes. */
export const acquirer: Acquirer = acquirerFor('test')!;

export const unknown: Outcome = { kind: 'unknown' };
export const refused: Outcome = { kind: 'declined', code: 'do_not_honor' };

type Request = 'authorize' | 'verify' | 'capture' | 'void' | 'refund';

/** The next request of a kind ends like this and never reaches the acquirer. */
export function answerOnce(kind: Request, outcome: Outcome) {
  return vi.spyOn(acquirer, kind).mockClear().mockResolvedValueOnce(outcome);
}

/** The next request of a kind reaches the acquirer, and its answer is lost. */
export function loseAnswerOnce(kind: Request) {
  const request: Acquirer[Request] = acquirer[kind];
  return vi.spyOn(acquirer, kind).mockImplementationOnce(async (...args: unknown[]) => {
    await (request as (...args: unknown[]) => Promise<Outcome>)(...args);
    return unknown;
  });
}

/** Takes back what was arranged and not used. */
export function answerGenuinely(kind: Request): void {
  vi.spyOn(acquirer, kind).mockReset();
}
