import { setTimeout as sleep } from 'node:timers/promises';
import type { Acquirer, Outcome } from './acquirer';
import { Ledger, type LedgerEntry } from './ledger';
import { findTestCard } from './test-cards';

/**
 * An acquirer for the test environment: the published test cards decide, and a book of its own remembers. `delayMs` is
 * how long a request travels, and how long its answer does.
 */
export function createSimulator(ledgerPath: string | undefined, delayMs = 0): Acquirer {
  const ledger = new Ledger(ledgerPath);

  /** Books a request once; the same reference again gets the first outcome. */
  async function book(request: () => LedgerEntry): Promise<Outcome> {
    if (delayMs) await sleep(delayMs);
    const entry = request();
    const earlier = ledger.find(entry.reference);
    if (!earlier) ledger.append(entry);
    if (delayMs) await sleep(delayMs);
    return outcomeOf(earlier ?? entry);
  }

  function followUp(kind: 'capture' | 'void' | 'refund', request: Omit<LedgerEntry, 'kind' | 'outcome'> & { authorization: string }): Promise<Outcome> {
    return book(() => ({ ...request, kind, outcome: request.amountMinor <= availableFor(kind, request.authorization) ? 'approved' : 'limit_exceeded' }));
  }

  function availableFor(kind: 'capture' | 'void' | 'refund', authorization: string): number {
    const origin = ledger.find(authorization);
    if (!origin || origin.outcome !== 'approved') return 0;
    const sum = (wanted: LedgerEntry['kind']) =>
      ledger.followUps(authorization).reduce((total, entry) => (entry.kind === wanted ? total + entry.amountMinor : total), 0);
    const captured = origin.captured ? origin.amountMinor : sum('capture');
    return kind === 'refund' ? captured - sum('refund') : origin.amountMinor - captured - sum('void');
  }

  return {
    name: 'simulator',
    async authorize({ reference, amountMinor, currency, card, capture }) {
      const testCard = findTestCard(card.pan.reveal());
      const outcome = testCard?.outcome ?? 'invalid_card_number';
      const answer = await book(() => ({ reference, kind: 'authorize', amountMinor, currency, captured: capture, outcome }));
      return testCard?.silent ? { kind: 'unknown' } : answer;
    },
    capture: (request) => followUp('capture', request),
    void: (request) => followUp('void', request),
    refund: (request) => followUp('refund', request),
    async lookup(reference) {
      const entry = ledger.find(reference);
      return entry ? outcomeOf(entry) : { kind: 'not_found' };
    },
  };
}

function outcomeOf({ outcome, reference }: LedgerEntry): Outcome {
  return outcome === 'approved' ? { kind: 'approved', acquirerReference: `sim_${reference}` } : { kind: 'declined', code: outcome };
}
