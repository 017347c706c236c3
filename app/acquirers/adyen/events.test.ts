import { describe, expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import type { AcquirerEvent } from '../acquirer';
import { readAdyenEvent } from './events';

const reference = createId('op');
const settings = { multipleCaptures: false };

function read(type: string, details: AcquirerEvent['details'] = {}, change: Partial<AcquirerEvent> = {}) {
  const about = /CHARGEBACK|ARBITRATION|DISPUTE/.test(type) ? 'dispute' : 'other';
  const common = { value: 150_000, currency: 'ISK', success: true };
  return readAdyenEvent(
    {
      ...{ id: 'E', type, about, subject: 'P', reference, occurredAt: new Date() },
      details: { ...common, ...details },
      ...change,
    },
    settings,
  ).map((effect) =>
    effect.kind === 'result'
      ? [
          effect.operation,
          effect.outcome.kind,
          'acquirerCode' in effect.outcome && effect.outcome.acquirerCode,
        ]
      : [effect.kind, 'amountMinor' in effect && effect.amountMinor, 'dueBy' in effect && effect.dueBy],
  );
}

test.each([
  ['AUTHORISATION', { success: true }, [['authorize', 'approved', false]]],
  [
    'AUTHORISATION',
    { success: false, reason: 'CVC Declined' },
    [['authorize', 'declined', '24, CVC Declined']],
  ],
  ['CAPTURE', { success: true }, [['capture', 'approved', false]]],
  ['CAPTURE', { success: false, reason: 'No' }, [['capture', 'declined', 'No']]],
  ['CAPTURE_FAILED', { reason: 'Late' }, [['capture', 'declined', 'Late']]],
  ['CANCELLATION', { success: true }, [['void', 'approved', false]]],
  ['REFUND', { success: false, reason: 'No' }, [['refund', 'declined', 'No']]],
  ['CANCEL_OR_REFUND', { 'modification.action': 'cancel' }, [['refund', 'approved', false]]],
  ['CANCEL_OR_REFUND', { 'modification.action': 'refund' }, [['refund', 'approved', false]]],
  ['CANCEL_OR_REFUND', { success: false, reason: 'No' }, [['refund', 'declined', 'No']]],
  [
    'REFUND_FAILED',
    { reason: 'Closed' },
    [
      ['refund', 'approved', false],
      ['refund', 'declined', 'Closed'],
    ],
  ],
  [
    'REFUNDED_REVERSED',
    {},
    [
      ['refund', 'approved', false],
      ['refund', 'declined', false],
    ],
  ],
  // A technical cancel decides only if it released the payment, or if Adyen doesn't know it.
  ['TECHNICAL_CANCEL', { success: true }, [['authorize', 'declined', 'technical_cancel']]],
  [
    'TECHNICAL_CANCEL',
    { success: false, reason: 'Original payment not found' },
    [['authorize', 'declined', 'never_received']],
  ],
  ['TECHNICAL_CANCEL', { success: false, reason: 'Payment is captured' }, []],
  ['TECHNICAL_CANCEL', { success: false }, []],
  ['EVENT_OF_TOMORROW', {}, []],
  ['constructor', {}, []],
] as const)('%s %o', (type, details, effects) => {
  expect(read(type, details)).toEqual(effects);
});

test('a reversal that doesn’t say what it did isn’t a success', () => {
  for (const action of ['', 'tomorrow'])
    expect(() => read('CANCEL_OR_REFUND', { 'modification.action': action })).toThrow('neither canceled');
  expect(() => read('CANCEL_OR_REFUND')).toThrow('neither canceled');
});

test('a reference that isn’t ours is ignored, such as that of a verified card', () => {
  expect(read('AUTHORISATION', {}, { reference: createId('req') })).toEqual([]);
  expect(read('AUTHORISATION', {}, { reference: null })).toEqual([]);
});

const opened = ['chargeback_opened', 1_500, '2026-12-24T10:00:00.000Z'];
const dueBy = { defensePeriodEndsAt: '2026-12-24T11:00:00+01:00' };

test.each([
  ['NOTIFICATION_OF_CHARGEBACK', { disputeStatus: 'Undefended' }, null],
  ['CHARGEBACK', { disputeStatus: 'Pending' }, null],
  // The bank can still take the money back.
  ['CHARGEBACK_REVERSED', { disputeStatus: 'Pending' }, null],
  ['CHARGEBACK_REVERSED', { disputeStatus: 'Won' }, 'chargeback_won'],
  ['CHARGEBACK_REVERSED', { disputeStatus: 'Status of tomorrow' }, null],
  ['PREARBITRATION_WON', {}, 'chargeback_won'],
  ['PREARBITRATION_LOST', {}, 'chargeback_lost'],
  ['SECOND_CHARGEBACK', {}, 'chargeback_lost'],
  ['DISPUTE_DEFENSE_PERIOD_ENDED', { disputeStatus: 'Expired' }, 'chargeback_lost'],
] as const)('%s %o opens a chargeback and ends it as %s', (type, details, end) => {
  expect(read(type, { ...dueBy, ...details })).toEqual([opened, ...(end ? [[end, 1_500, false]] : [])]);
});

test('a dispute without a valid date has no deadline, and one without a valid amount is ignored', () => {
  expect(read('CHARGEBACK', { defensePeriodEndsAt: 'soon' })).toEqual([['chargeback_opened', 1_500, null]]);
  // Without an effect, it would count as processed, and nobody would see it.
  expect(() => read('CHARGEBACK', { value: 150_050 })).toThrow('can’t be represented');
});

test('a dispute has the reason of the bank, or else of Adyen', () => {
  const reasonOf = (details: AcquirerEvent['details']) =>
    readAdyenEvent(
      {
        ...{ id: 'E', type: 'CHARGEBACK', about: 'dispute', subject: 'P', reference, occurredAt: new Date() },
        details: { value: 150_000, currency: 'ISK', ...details },
      },
      settings,
    );
  const common = { authorization: reference, reference: 'P', amountMinor: 1_500, currency: 'ISK' };
  const opened = { ...common, kind: 'chargeback_opened', dueBy: null };
  expect(reasonOf({ chargebackReasonCode: '10.4', reason: 'Fraud' })).toEqual([
    { ...opened, reason: '10.4' },
  ]);
  expect(reasonOf({ reason: 'Fraud' })).toEqual([{ ...opened, reason: 'Fraud' }]);
  for (const reason of [1, true]) expect(reasonOf({ reason })).toEqual([{ ...opened, reason: 'unknown' }]);
  expect(reasonOf({ defensePeriodEndsAt: 0, disputeStatus: true })).toMatchObject([{ dueBy: null }]);
  const invalid: AcquirerEvent['details'][] = [
    { value: '1' },
    { currency: 1 },
    { value: true, currency: false },
  ];
  for (const details of invalid) expect(() => reasonOf(details)).toThrow('can’t be represented');
});

describe('the result', () => {
  const result = (type: string, details: AcquirerEvent['details'], multipleCaptures = false) =>
    readAdyenEvent(
      {
        id: 'E',
        type,
        about: 'other',
        subject: 'P',
        reference,
        occurredAt: new Date(),
        details,
      } as AcquirerEvent,
      { multipleCaptures },
    )[0];
  const money = { value: 150_000, currency: 'ISK' };
  const approved = { kind: 'approved', acquirerReference: 'P' };
  const amount = { amountMinor: 1_500, currency: 'ISK' };

  test.each([
    ['AUTHORISATION', {}],
    ['CAPTURE', { released: true }],
    ['REFUND', {}],
  ])('of a %s has its amount, if Adyen says it', (type, more) => {
    expect(result(type, { success: true, ...money })).toMatchObject({
      outcome: { ...approved, amount, ...more },
    });
    const unclear: AcquirerEvent['details'][] = [
      {},
      { value: 1 },
      { currency: 'ISK' },
      { value: '1', currency: 'ISK' },
    ];
    for (const details of unclear)
      expect(result(type, { success: true, ...details })).toMatchObject({
        outcome: { ...approved, ...more },
      });
    expect(result(type, { success: true, value: 1 })).not.toHaveProperty('outcome.amount');
    expect(result(type, { success: true, currency: 'ISK' })).not.toHaveProperty('outcome.amount');
  });

  test('of a capture releases the rest, unless several are possible', () => {
    expect(result('CAPTURE', { success: true }, true)).toEqual({
      ...{ kind: 'result', operation: 'capture', reference, outcome: approved },
    });
  });

  test('of an authorization has what later payments need, and its authentication', () => {
    const details = {
      networkTxReference: 'ntx',
      threeDAuthenticated: 'true',
      liabilityShift: 'true',
      eci: '05',
    };
    const authentication = {
      ...{ status: 'authenticated', flow: null, version: null, eci: '05', liabilityShift: true },
    };
    expect(result('AUTHORISATION', { success: true, ...details })).toEqual({
      ...{ kind: 'result', operation: 'authorize', reference },
      outcome: { ...approved, networkTransactionId: 'ntx', authentication },
    });
    const refusal = { success: false, reason: 'Refused', refusalReasonRaw: '41 : Lost card' };
    expect(result('AUTHORISATION', { ...refusal, ...details })).toMatchObject({
      outcome: { kind: 'declined', code: 'lost_card', authentication },
    });
    expect(result('AUTHORISATION', { success: true, networkTxReference: 1 })).toEqual({
      ...{ kind: 'result', operation: 'authorize', reference, outcome: approved },
    });
  });

  test('of a technical cancel says which event canceled the payment', () => {
    expect(result('TECHNICAL_CANCEL', { success: true })).toMatchObject({ canceledBy: 'P' });
    const notFound = { success: false, reason: 'Original payment not found' };
    expect(result('TECHNICAL_CANCEL', notFound)).toEqual({
      ...{ kind: 'result', operation: 'authorize', reference },
      outcome: { kind: 'declined', code: 'system_error', acquirerCode: 'never_received' },
    });
  });

  test('of a report is none', () => {
    expect(result('REPORT_AVAILABLE', { success: true })).toBeUndefined();
  });
});
