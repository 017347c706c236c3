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
      const request = { external_id: createId('req'), amount: remaining + 1 };
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

test('an expired hold and a suspended account offer nothing', () => {
  const amounts = {
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
  const payment = { status: 'AUTHORIZED' as const, amounts, holdExpired: false, suspended: false };
  expect(getAvailability('capture', payment)).toEqual({ remaining: 100, unavailableReason: null });
  expect(getAvailability('capture', { ...payment, holdExpired: true })).toEqual({
    remaining: 0,
    unavailableReason: 'hold_expired',
  });
  for (const operation of manualOperations)
    expect(getAvailability(operation, { ...payment, suspended: true }).unavailableReason).toBe(
      'account_suspended',
    );
  const captured = { ...payment, status: 'CAPTURED' as const };
  expect(
    getAvailability('refund', {
      ...captured,
      amounts: { ...amounts, captured: 100, chargebackOpen: 60, refunded: 40 },
    }).unavailableReason,
  ).toBe('locked_by_chargeback');
  expect(
    getAvailability('refund', { ...captured, amounts: { ...amounts, captured: 100, chargedBack: 100 } })
      .unavailableReason,
  ).toBe('charged_back');
  expect(
    getAvailability('refund', { ...captured, amounts: { ...amounts, captured: 100, refundReserved: 100 } })
      .unavailableReason,
  ).toBe('operation_pending');
});
