import { expect, test } from 'vitest';
import { getAvailableAmount, getRefundedAmount } from './balance';
import type { LedgerEntry } from './ledger-entry';

const origin: LedgerEntry = {
  reference: 'a',
  kind: 'authorize',
  amountMinor: 1_000,
  currency: 'EUR',
  outcome: 'approved',
};
const entry = (kind: LedgerEntry['kind'], amountMinor: number): LedgerEntry => ({
  ...origin,
  reference: kind,
  kind,
  authorization: 'a',
  amountMinor,
});
const available = (from: LedgerEntry | undefined, followUps: LedgerEntry[]) => ({
  capture: getAvailableAmount('capture', from, followUps),
  void: getAvailableAmount('void', from, followUps),
  refund: getAvailableAmount('refund', from, followUps),
});

test('captures and voids use up the hold, and captures can be refunded', () => {
  expect(available(origin, [])).toEqual({ capture: 1_000, void: 1_000, refund: 0 });
  expect(available(origin, [entry('capture', 300), entry('capture', 100), entry('void', 50)])).toEqual({
    capture: 550,
    void: 550,
    refund: 400,
  });
  expect(available({ ...origin, captured: true }, [])).toEqual({ capture: 0, void: 0, refund: 1_000 });
});

test('refunds and open chargebacks use up the captured amount, until they fail or are won', () => {
  const refunded = [entry('capture', 900), entry('refund', 200), entry('refund', 100)];
  expect(getRefundedAmount(refunded)).toBe(300);
  expect(available(origin, refunded).refund).toBe(600);
  const failed = [...refunded, entry('refund_failed', 100)];
  expect(getRefundedAmount(failed)).toBe(200);
  const disputed = [...failed, entry('chargeback_opened', 400)];
  expect(available(origin, disputed).refund).toBe(300);
  expect(available(origin, [...disputed, entry('chargeback_lost', 400)]).refund).toBe(300);
  expect(available(origin, [...disputed, entry('chargeback_won', 400)]).refund).toBe(700);
});

test.each([
  ['no authorization', undefined],
  ['another kind of entry', { ...origin, kind: 'capture' as const }],
  ['a declined authorization', { ...origin, outcome: 'do_not_honor' as const }],
])('%s has nothing available', (_, from) => {
  expect(available(from, [entry('capture', 10)])).toEqual({ capture: 0, void: 0, refund: 0 });
});
