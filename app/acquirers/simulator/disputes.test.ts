import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordAcceptance, recordEvidence } from './disputes';
import { Ledger } from './ledger';
import type { LedgerEntry } from './ledger-entry';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const opened = (at: string): LedgerEntry => ({
  reference: 'cb',
  kind: 'chargeback_opened',
  authorization: 'a',
  amountMinor: 60,
  currency: 'EUR',
  outcome: 'approved',
  at,
});
function buildLedger(at = daysAgo(1)): Ledger {
  const ledger = new Ledger(undefined);
  ledger.append(opened(at));
  return ledger;
}
const bytes = Buffer.from('proof');
const evidence = {
  reference: 'ours',
  dispute: 'cb',
  text: 'It arrived.',
  files: [{ kind: 'other' as const, name: 'proof.pdf', contentType: 'application/pdf', bytes }],
};
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;

test('evidence is recorded with the text and the hashes of its files', () => {
  const ledger = buildLedger();
  expect(recordEvidence(ledger, evidence)).toEqual({ kind: 'acknowledged' });
  expect(ledger.findEvent('chargeback_answered', 'cb')).toEqual({
    ...opened(time),
    kind: 'chargeback_answered',
    answer: {
      reference: 'ours',
      text: 'It arrived.',
      files: [{ name: 'proof.pdf', sha256: createHash('sha256').update(bytes).digest('hex') }],
    },
  });
});

test('evidence is refused for an unknown dispute and after the deadline of seven days', () => {
  expect(recordEvidence(new Ledger(undefined), evidence)).toEqual({ kind: 'refused' });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const deadline = daysAgo(7);
  expect(recordEvidence(buildLedger(deadline), evidence)).toEqual({ kind: 'acknowledged' });
  vi.setSystemTime(Date.now() + 1);
  expect(recordEvidence(buildLedger(deadline), evidence)).toEqual({ kind: 'refused' });
});

test('evidence from an earlier version, which recorded no reference, counts as someone else’s', () => {
  const ledger = buildLedger();
  ledger.append({ ...opened(daysAgo(1)), kind: 'chargeback_answered' });
  expect(recordEvidence(ledger, evidence)).toEqual({ kind: 'refused' });
});

test('an accepted dispute is lost, and accepting it again changes nothing', () => {
  const ledger = buildLedger();
  expect(recordAcceptance(ledger, { reference: 'ours', dispute: 'cb' })).toEqual({ kind: 'acknowledged' });
  expect(recordAcceptance(ledger, { reference: 'ours', dispute: 'cb' })).toEqual({ kind: 'acknowledged' });
  expect(ledger.page(null, 10).entries).toEqual([opened(time), { ...opened(time), kind: 'chargeback_lost' }]);
  expect(recordEvidence(ledger, evidence)).toEqual({ kind: 'refused' });
});

test('an unknown dispute, and one that was won, can’t be accepted', () => {
  const won = buildLedger();
  won.append({ ...opened(daysAgo(0)), kind: 'chargeback_won' });
  for (const ledger of [new Ledger(undefined), won])
    expect(recordAcceptance(ledger, { reference: 'ours', dispute: 'cb' })).toEqual({ kind: 'refused' });
});
