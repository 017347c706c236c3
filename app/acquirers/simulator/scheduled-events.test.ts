import { expect, test } from 'vitest';
import type { LedgerEntry } from './ledger-entry';
import { getBehavior, getScheduledEvent } from './scheduled-events';

const at = '2030-01-01T00:00:00.000Z';
const origin: LedgerEntry = {
  reference: 'a',
  kind: 'authorize',
  amountMinor: 100,
  currency: 'EUR',
  outcome: 'approved',
  at,
};
const capture: LedgerEntry = {
  ...origin,
  reference: 'c',
  kind: 'capture',
  authorization: 'a',
  amountMinor: 60,
};
const refund: LedgerEntry = { ...capture, reference: 'r', kind: 'refund', behavior: 'refund_failed' };
const common = { authorization: 'a', amountMinor: 60, currency: 'EUR' };

test('a refund of its card fails five seconds later', () => {
  expect(getScheduledEvent(refund)).toEqual({
    ...common,
    kind: 'refund_failed',
    reference: 'r',
    outcome: 'do_not_honor',
    at: '2030-01-01T00:00:05.000Z',
  });
});

test.each(['chargeback_won', 'chargeback_lost'] as const)(
  'a capture is disputed after five seconds, and the dispute ends as %s after thirty',
  (behavior) => {
    const opened = {
      ...common,
      kind: 'chargeback_opened',
      reference: 'cb_a',
      outcome: 'approved',
      behavior,
      at: '2030-01-01T00:00:05.000Z',
    } as const;
    expect(getScheduledEvent({ ...capture, behavior })).toEqual(opened);
    expect(getScheduledEvent({ ...origin, captured: true, behavior })).toEqual({
      ...opened,
      amountMinor: 100,
    });
    expect(getScheduledEvent(opened)).toEqual({
      ...common,
      kind: behavior,
      reference: 'cb_a',
      outcome: 'approved',
      at: '2030-01-01T00:00:35.000Z',
    });
  },
);

test('delays can be chosen', () => {
  const none = { refund_failed: 0, chargeback_opened: 0, chargeback_won: 0, chargeback_lost: 0 };
  expect(getScheduledEvent(refund, none)?.at).toBe(at);
});

test.each<[string, LedgerEntry]>([
  ['an entry without a behavior', capture],
  ['a settled capture', { ...capture, behavior: 'settled' }],
  ['a capture of a card whose refunds fail', { ...capture, behavior: 'refund_failed' }],
  ['an authorization that was not captured', { ...origin, behavior: 'chargeback_lost' }],
  ['a refund of a disputed card', { ...refund, behavior: 'chargeback_lost' }],
  ['a declined refund', { ...refund, outcome: 'limit_exceeded' }],
  ['an entry of an earlier version, without a time', { ...refund, at: undefined }],
])('nothing follows %s', (_, entry) => {
  expect(getScheduledEvent(entry)).toBeNull();
});

test('the behavior of a card concerns refunds, captures and voids, or the first capture', () => {
  const behaviors = (behavior: LedgerEntry['behavior'], followUps: LedgerEntry[] = []) =>
    (['capture', 'void', 'refund'] as const).map((kind) =>
      getBehavior(kind, { ...origin, behavior }, followUps),
    );
  const none = undefined;
  expect(behaviors('refund_failed')).toEqual([none, none, 'refund_failed']);
  expect(behaviors('settled')).toEqual(['settled', 'settled', none]);
  expect(behaviors('chargeback_won')).toEqual(['chargeback_won', none, none]);
  expect(behaviors('chargeback_won', [refund])).toEqual(['chargeback_won', none, none]);
  expect(behaviors('chargeback_won', [refund, capture])).toEqual([none, none, none]);
  expect(behaviors(undefined)).toEqual([none, none, none]);
  expect(getBehavior('capture', undefined, [])).toBeUndefined();
});
