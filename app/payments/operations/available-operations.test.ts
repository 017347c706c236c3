import { expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { paymentStates } from '../../../tests/world/payments/payment-states';
import { findManualOperationTarget } from './manual-operations';
import { manualOperations, getAvailability } from './available-operations';

test.each(paymentStates.filter(([name]) => !name.startsWith('a ')))(
  '%s: a page offers what the API would do, up to the same amount',
  async (_, __, reach) => {
    const client = await buildApiClient();
    const id = await reach(client);
    const payment = (await findManualOperationTarget({
      accountId: client.merchant.accountId,
      environment: 'test',
      id,
    }))!;
    for (const operation of manualOperations) {
      const { remaining, unavailableReason } = payment.availability(operation);
      // What a pending capture or void reserves may become free again.
      const amount = remaining + payment.amounts.holdReserved + 1;
      const request = { external_id: createId('req'), amount };
      const { json } =
        operation === 'refund'
          ? await client.post('/refunds', { ...request, trx_id: id })
          : await client.post(`/transactions/${id}`, { ...request, operation });
      // A hold with a pending part is rejected for its amount or its state. Either way, nothing is offered.
      expect({ operation, result: unavailableReason === null ? json.remaining : json.code }).toEqual({
        operation,
        result: unavailableReason === null ? remaining : 'invalid_state',
      });
    }
  },
);

const none = {
  authorized: 100,
  captured: 0,
  voided: 0,
  expired: 0,
  refunded: 0,
  holdReserved: 0,
  refundReserved: 0,
  chargebackOpen: 0,
  chargedBack: 0,
};
const authorized = {
  ...{ status: 'AUTHORIZED' as const, amounts: none, holdExpired: false, suspended: false },
  multipleCaptures: true,
};
const captured = { ...authorized, status: 'CAPTURED' as const, amounts: { ...none, captured: 100 } };

test('an authorized payment can be captured and voided, and a captured one refunded', () => {
  const availabilities = (payment: typeof authorized | typeof captured) =>
    manualOperations.map((operation) => getAvailability(operation, payment));
  const whole = { remaining: 100, unavailableReason: null };
  expect(availabilities(authorized)).toEqual([
    whole,
    whole,
    { remaining: 0, unavailableReason: 'nothing_captured' },
  ]);
  const missing = { remaining: 0, unavailableReason: 'all_captured' };
  expect(availabilities(captured)).toEqual([missing, missing, whole]);
});

test.each([
  [{ suspended: true }, { remaining: 100, unavailableReason: 'account_suspended' }],
  [
    { suspended: true, status: 'PENDING' as const },
    { remaining: 100, unavailableReason: 'account_suspended' },
  ],
  [{ status: 'PENDING' as const }, { remaining: 100, unavailableReason: 'authorization_pending' }],
  [{ status: 'DECLINED' as const }, { remaining: 100, unavailableReason: 'declined' }],
  [{ holdExpired: true }, { remaining: 0, unavailableReason: 'hold_expired' }],
])('a payment that is %o offers no capture', (change, availability) => {
  expect(getAvailability('capture', { ...authorized, ...change })).toEqual(availability);
});

test.each([
  [{ captured: 60, holdReserved: 40 }, 'operation_pending'],
  [{ captured: 100 }, 'all_captured'],
  [{ captured: 60, expired: 40 }, 'hold_released'],
  [{ expired: 100 }, 'hold_expired'],
  [{ captured: 60, voided: 40 }, 'nothing_on_hold'],
])('a hold of which %o is gone offers nothing', (amounts, unavailableReason) => {
  for (const operation of ['capture', 'void'] as const)
    expect(
      getAvailability(operation, {
        ...authorized,
        status: 'PARTIAL_CAPTURED',
        amounts: { ...none, ...amounts },
      }),
    ).toEqual({ remaining: 0, unavailableReason });
});

test('where only one capture is possible, none is offered while one is pending', () => {
  const pending = { ...authorized, amounts: { ...none, holdReserved: 40 } };
  const rest = { remaining: 60, unavailableReason: null };
  expect(getAvailability('capture', pending)).toEqual(rest);
  const single = { ...pending, multipleCaptures: false };
  expect(getAvailability('capture', single)).toEqual({ remaining: 0, unavailableReason: 'capture_pending' });
  expect(getAvailability('void', single)).toEqual(rest);
});

test.each([
  [{ refundReserved: 60, refunded: 40 }, 'operation_pending'],
  [{ chargebackOpen: 60, refunded: 40 }, 'locked_by_chargeback'],
  [{ chargedBack: 60, refunded: 40 }, 'charged_back'],
  [{ refunded: 100 }, 'all_refunded'],
])('a captured amount of which %o is gone offers no refund', (amounts, unavailableReason) => {
  expect(getAvailability('refund', { ...captured, amounts: { ...captured.amounts, ...amounts } })).toEqual({
    remaining: 0,
    unavailableReason,
  });
});
