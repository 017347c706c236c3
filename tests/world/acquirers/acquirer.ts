import { onTestFinished, vi } from 'vitest';
import type { Acquirer, Outcome } from '~/acquirers/acquirer';
import * as registry from '~/acquirers/registry';
import { refreshConnections } from '~/payments/connections/connections';

/** The acquirer of the test environment. It behaves like the simulator, unless a test intervenes. */
export const acquirer = registry.getSimulator('test')!;

/** No connection can be used, until the returned function or the end of the test. */
export function disconnectAcquirers(): () => void {
  const none = vi.spyOn(registry, 'openAcquirer').mockReturnValue(null);
  const reconnect = () => {
    none.mockRestore();
    refreshConnections();
  };
  refreshConnections();
  onTestFinished(reconnect);
  return reconnect;
}

export const unknownOutcome: Outcome = { kind: 'unknown' };
export const declinedOutcome: Outcome = { kind: 'declined', code: 'do_not_honor' };

type Request = 'authorize' | 'reverse' | 'verify' | 'capture' | 'void' | 'refund';

/** The next request of a kind gets this outcome and never reaches the acquirer. */
export function mockAnswerOnce(kind: Request, outcome: Outcome) {
  return vi.spyOn(acquirer, kind).mockClear().mockResolvedValueOnce(outcome);
}

/** The next request of a kind reaches the acquirer, but its answer is lost. */
export function loseAnswerOnce(kind: Request) {
  const request: Acquirer[Request] = acquirer[kind];
  return vi.spyOn(acquirer, kind).mockImplementationOnce(async (...args: unknown[]) => {
    await (request as (...args: unknown[]) => Promise<Outcome>)(...args);
    return unknownOutcome;
  });
}

/** Until the end of the test, inquiries about this operation get this outcome. */
export function mockLookup(operationId: string, outcome: Outcome): void {
  const original = acquirer.lookup.bind(acquirer);
  const lookup = vi
    .spyOn(acquirer, 'lookup')
    .mockImplementation(async (inquiry: { reference: string }, signal) =>
      inquiry.reference === operationId ? outcome : original(inquiry, signal),
    );
  onTestFinished(() => lookup.mockRestore());
}

/** Cancels unused interventions. */
export function restoreAnswers(kind: Request): void {
  vi.spyOn(acquirer, kind).mockReset();
}
