import { expect, onTestFinished, test, vi } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import type { Reservation } from '~/payments/idempotency/reservations';
import { acquirer } from '../../../tests/world/acquirers/acquirer';
import { requestFollowUp, requestLookup } from './follow-up-requests';

const { signal } = new AbortController();

function spyOnRequests() {
  const kinds = ['authorize', 'capture', 'void', 'refund'] as const;
  const approved = { kind: 'approved' as const, acquirerReference: 'ref' };
  const spies = kinds.map((kind) => vi.spyOn(acquirer, kind).mockClear().mockResolvedValue(approved));
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  return () => kinds.flatMap((kind, index) => spies[index]!.mock.calls.map((args) => [kind, ...args]));
}

const buildReservation = (operation_type: Reservation['operation_type']) =>
  ({
    operation_id: 'op_2',
    operation_type,
    operation_amount: 4_000,
    authorization_id: 'op_1',
    payment_reference: 'pay_1',
    connection_id: builtInConnectionId('test'),
    order_amount: 10_000,
    order_currency: 'EUR',
    amount_authorized: 10_000,
    amount_captured: 1_000,
    amount_voided: 0,
    amount_expired: 0,
    hold_reserved: 6_000,
  }) as Reservation;

test.each([
  ['capture', 'capture'],
  ['partial_capture', 'capture'],
  ['void', 'void'],
  ['refund', 'refund'],
] as const)('a %s is sent to the acquirer as a %s', async (type, kind) => {
  const listRequests = spyOnRequests();
  expect(await requestFollowUp(buildReservation(type), signal)).toEqual({
    kind: 'approved',
    acquirerReference: 'ref',
  });
  expect(listRequests()).toEqual([
    [
      kind,
      {
        ...{
          reference: 'op_2',
          authorization: 'op_1',
          payment: 'pay_1',
          amountMinor: 4_000,
          currency: 'EUR',
        },
        // A pending capture has reserved 2,000 of it.
        ...(kind === 'void' && { held: 9_000 }),
      },
      signal,
    ],
  ]);
});

test('the void of a late approval releases its whole hold, which isn’t in our amounts', async () => {
  const listRequests = spyOnRequests();
  await requestFollowUp({ ...buildReservation('void'), amount_authorized: 0, hold_reserved: 0 }, signal);
  expect(listRequests()[0]![1]).toMatchObject({ amountMinor: 4_000, held: 4_000 });
});

test('an inquiry about a void, which may send it, says how much is held', async () => {
  const lookup = vi.spyOn(acquirer, 'lookup').mockResolvedValue({ kind: 'unknown' });
  onTestFinished(() => lookup.mockRestore());
  for (const type of ['void', 'capture'] as const) await requestLookup(buildReservation(type), signal);
  const [ofVoid, ofCapture] = lookup.mock.calls.map(([inquiry]) => inquiry);
  expect(ofVoid).toMatchObject({ operation: 'void', amountMinor: 4_000, held: 9_000 });
  expect(ofCapture).not.toHaveProperty('held');
});

test.each(['authorize', 'authcap'] as const)('an %s is never sent again', async (type) => {
  const listRequests = spyOnRequests();
  await expect(requestFollowUp(buildReservation(type), signal)).rejects.toThrow(
    `${type} does not follow an authorization`,
  );
  expect(listRequests()).toEqual([]);
});
