import { expect, test } from 'vitest';
import { toIncidentEntry } from './incidents';
import { Ledger } from './ledger';
import type { LedgerEntry } from './ledger-entry';

const at = '2030-01-01T00:00:00.000Z';
const origin: LedgerEntry = {
  reference: 'a',
  kind: 'authorize',
  amountMinor: 100,
  currency: 'EUR',
  captured: true,
  outcome: 'approved',
  at,
};
const entry = (changes: Partial<LedgerEntry>): LedgerEntry => ({
  reference: 'r',
  kind: 'refund',
  authorization: 'a',
  amountMinor: 40,
  currency: 'EUR',
  outcome: 'approved',
  at,
  ...changes,
});

/** A ledger of two payments, the second with the same follow-ups under other references. */
function buildLedger(...entries: LedgerEntry[]): Ledger {
  const ledger = new Ledger(undefined);
  for (const one of [origin, { ...origin, reference: 'b' }, ...entries]) ledger.append(one);
  return ledger;
}

test('a chargeback concerns at most what was captured and not returned', () => {
  const ledger = buildLedger(entry({}));
  const open = (amountMinor: number) =>
    toIncidentEntry({ kind: 'chargeback_opened', amountMinor }, origin, ledger);
  expect(open(60)).toEqual({
    kind: 'chargeback_opened',
    reference: expect.stringMatching(/^cb_[0-9a-f-]{36}$/) as string,
    amountMinor: 60,
    outcome: 'approved',
  });
  expect(open(61)).toBeNull();
});

test('only an approved refund of the payment fails, once', () => {
  const ledger = buildLedger(
    entry({}),
    entry({ reference: 'declined', outcome: 'limit_exceeded' }),
    entry({ reference: 'c', kind: 'capture' }),
    entry({ reference: 'foreign', authorization: 'b' }),
  );
  const fail = (reference: string) => toIncidentEntry({ kind: 'refund_failed', reference }, origin, ledger);
  expect(['unknown', 'declined', 'c', 'foreign'].map(fail)).toEqual([null, null, null, null]);
  expect(fail('r')).toEqual({
    kind: 'refund_failed',
    reference: 'r',
    amountMinor: 40,
    outcome: 'do_not_honor',
  });
  ledger.append(entry({ kind: 'refund_failed', outcome: 'do_not_honor' }));
  expect(fail('r')).toBeNull();
});

test.each(['chargeback_won', 'chargeback_lost'] as const)(
  'only an open chargeback of the payment ends as %s, once',
  (kind) => {
    const ledger = buildLedger(
      entry({ reference: 'cb', kind: 'chargeback_opened' }),
      entry({ reference: 'foreign', kind: 'chargeback_opened', authorization: 'b' }),
    );
    const end = (reference: string) => toIncidentEntry({ kind, reference }, origin, ledger);
    expect(['unknown', 'foreign'].map(end)).toEqual([null, null]);
    expect(end('cb')).toEqual({ kind, reference: 'cb', amountMinor: 40, outcome: 'approved' });
    ledger.append(entry({ reference: 'cb', kind }));
    for (const other of ['chargeback_won', 'chargeback_lost'] as const)
      expect(toIncidentEntry({ kind: other, reference: 'cb' }, origin, ledger)).toBeNull();
  },
);
