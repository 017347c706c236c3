import type { Acquirer, Outcome } from './acquirer';
import { Ledger, type LedgerEntry } from './ledger';
import { findTestCard } from './test-cards';

/** An acquirer for the test environment: the published test cards decide, and a book of its own remembers. */
export function createSimulator(ledgerPath: string | undefined): Acquirer {
  const ledger = new Ledger(ledgerPath);

  /** Books a request once; the same reference again gets the first outcome. */
  function book(entry: LedgerEntry): Outcome {
    const earlier = ledger.find(entry.reference);
    if (!earlier) ledger.append(entry);
    return outcomeOf(earlier ?? entry);
  }

  function followUp(kind: 'capture' | 'void' | 'refund', request: Omit<LedgerEntry, 'kind' | 'outcome'> & { authorization: string }): Outcome {
    const { reference, authorization, amountMinor, currency } = request;
    const available = ledger.find(reference) ? amountMinor : availableFor(kind, authorization);
    const outcome = amountMinor <= available ? 'approved' : 'limit_exceeded';
    return book({ reference, kind, authorization, amountMinor, currency, outcome });
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
      const answer = book({ reference, kind: 'authorize', amountMinor, currency, captured: capture, outcome });
      return testCard?.silent ? { kind: 'unknown' } : answer;
    },
    async capture(request) {
      return followUp('capture', request);
    },
    async void(request) {
      return followUp('void', request);
    },
    async refund(request) {
      return followUp('refund', request);
    },
    async lookup(reference) {
      const entry = ledger.find(reference);
      return entry ? outcomeOf(entry) : { kind: 'not_found' };
    },
  };
}

function outcomeOf({ outcome, reference }: LedgerEntry): Outcome {
  return outcome === 'approved' ? { kind: 'approved', acquirerReference: `sim_${reference}` } : { kind: 'declined', code: outcome };
}
