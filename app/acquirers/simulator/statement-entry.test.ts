import { expect, test } from 'vitest';
import type { ReportedEntry } from './ledger-entry';
import { toStatementEntry } from './statement-entry';

const entry: ReportedEntry = {
  reference: 'r',
  kind: 'refund',
  authorization: 'a',
  amountMinor: 40,
  currency: 'EUR',
  outcome: 'approved',
  at: '2030-01-01T00:00:00.000Z',
};
const common = { reference: 'r', authorization: 'a', amountMinor: 40, currency: 'EUR' };

test.each(['capture', 'void', 'refund'] as const)('a %s says whether it was approved', (kind) => {
  expect(toStatementEntry({ ...entry, kind })).toEqual({ ...common, kind, approved: true });
  expect(toStatementEntry({ ...entry, kind, outcome: 'limit_exceeded' })).toEqual({
    ...common,
    kind,
    approved: false,
  });
});

test('an authorization is its own, and says whether it was captured at once', () => {
  const authorization = { ...entry, kind: 'authorize' as const, authorization: undefined };
  const own = { ...common, authorization: 'r' };
  expect(toStatementEntry(authorization)).toEqual({ ...own, kind: 'authorize', approved: true });
  expect(toStatementEntry({ ...authorization, captured: true, outcome: 'do_not_honor' })).toEqual({
    ...own,
    kind: 'authcap',
    approved: false,
  });
});

test('a failed refund has its reason, also from an earlier version that recorded none', () => {
  const failed = { ...entry, kind: 'refund_failed' as const };
  expect(toStatementEntry({ ...failed, outcome: 'lost_card' })).toEqual({
    ...common,
    kind: 'refund_failed',
    code: 'lost_card',
  });
  expect(toStatementEntry(failed)).toMatchObject({ code: 'do_not_honor' });
});

test('a chargeback can be answered for seven days, and ends won or lost', () => {
  expect(toStatementEntry({ ...entry, kind: 'chargeback_opened' })).toEqual({
    ...common,
    kind: 'chargeback_opened',
    reason: 'fraudulent',
    dueBy: '2030-01-08T00:00:00.000Z',
  });
  for (const kind of ['chargeback_won', 'chargeback_lost'] as const)
    expect(toStatementEntry({ ...entry, kind })).toEqual({ ...common, kind });
});
