import { afterAll, describe, expect, test } from 'vitest';
import {
  transitions,
  getRefundableAmount,
  getRemainingHold,
  getStartingStatuses,
  getHoldStatus,
  type Amounts,
} from '~/payments/transactions/states';
import {
  amountsOf,
  toTransactionObject,
  type TransactionRow,
} from '~/payments/transactions/transaction-object';
import { maximumAmount } from '~/platform/money/currencies';
import { buildApiClient, type ApiClient, type ApiResponse } from '../../world/api-client';
import { readAccountRecords, findTransactionRowOf } from '../../world/payments/payment-records';
import { resolveAllOutcomes } from '../../world/payments/elapsed-time';
import { paymentStates } from '../../world/payments/payment-states';
import { buildPayment, sendCaptureOrVoid, refund } from '../../world/payments/payments';

// Every state × every operation × every kind of amount. The expected result follows from the transition table
// and the row's amounts. Nothing here is specific to one combination.

const operations = ['capture', 'void', 'refund'] as const;
type Operation = (typeof operations)[number];

const getRemaining = (operation: Operation, amounts: Amounts) =>
  operation === 'refund' ? getRefundableAmount(amounts) : getRemainingHold(amounts);
const listAmounts = (leftAmount: number) => [
  undefined,
  1,
  leftAmount - 1,
  leftAmount,
  leftAmount + 1,
  0,
  -1,
  1.5,
  '100',
  2 ** 31,
  2 ** 53,
  null,
  maximumAmount,
  maximumAmount + 1,
];
const isAmount = (amount: unknown) =>
  Number.isInteger(amount) && Number(amount) >= 1 && Number(amount) <= maximumAmount;

function sendOperation(
  client: ApiClient,
  id: string,
  operation: Operation,
  amount: unknown,
  externalId?: string,
): Promise<ApiResponse> {
  return operation === 'refund'
    ? refund(client, id, amount, externalId)
    : sendCaptureOrVoid(client, id, { operation, amount, externalId });
}

/** The members of the expected error. Null when the request must succeed. */
function getExpectedRefusal(row: TransactionRow, operation: Operation, amount: unknown): object | null {
  const amounts = amountsOf(row);
  if (amount !== undefined && !isAmount(amount))
    return { status: 422, code: 'validation_failed', errors: [expect.objectContaining({ field: 'amount' })] };
  const nextStatus = (action: Operation) =>
    row.type === 'PAYMENT' &&
    transitions.PAYMENT.some((edge) => edge.from === row.status && edge.action === action) &&
    getRemaining(action, amounts) > 0;
  if (!nextStatus(operation))
    return {
      status: 409,
      code: 'invalid_state',
      transaction_status: row.status,
      allowed_operations: operations.filter(nextStatus),
    };
  const remaining = getRemaining(operation, amounts);
  if (amount === undefined || Number(amount) <= remaining) return null;
  // A pending capture or void may be declined.
  return operation !== 'refund' && Number(amount) <= remaining + amounts.holdReserved
    ? { status: 409, code: 'request_in_progress' }
    : { status: 422, code: 'amount_exceeds_remaining', remaining, requested: amount };
}

/** The members of the payment that an operation changes. */
function getExpectedChanges(row: TransactionRow, operation: Operation, amount: number) {
  const { captured, voided, refunded, ...rest } = amountsOf(row);
  const after = {
    captured: captured + (operation === 'capture' ? amount : 0),
    voided: voided + (operation === 'void' ? amount : 0),
    refunded: refunded + (operation === 'refund' ? amount : 0),
  };
  const status = operation === 'refund' ? row.status : getHoldStatus({ ...rest, ...after });
  expect(
    transitions.PAYMENT.find((edge) => edge.from === row.status && edge.action === operation)!.to,
  ).toContain(status);
  return {
    status,
    amount_captured: after.captured,
    amount_voided: after.voided,
    amount_refunded: after.refunded,
  };
}

async function expectSuccess(
  client: ApiClient,
  id: string,
  operation: Operation,
  amount: unknown,
  externalId?: string,
) {
  const before = await findTransactionRowOf(client, id);
  const records = await readAccountRecords(client);
  const value = amount === undefined ? getRemaining(operation, amountsOf(before)) : Number(amount);
  const reply = await sendOperation(client, id, operation, amount, externalId);
  expect(reply, reply.text).toMatchObject({ status: 200 });

  const row = await findTransactionRowOf(client, id);
  expect(row).toMatchObject(getExpectedChanges(before, operation, value));
  expect(row).toMatchObject({
    amount_authorized: before.amount_authorized,
    hold_reserved: before.hold_reserved,
    refund_reserved: before.refund_reserved,
  });
  const made = await findTransactionRowOf(client, reply.json.id);
  if (operation === 'refund')
    expect(made).toMatchObject({
      type: 'REFUND',
      status: 'CAPTURED',
      parent_id: id,
      order_amount: value,
      amount_refunded: value,
    });
  else expect(made.id).toBe(id);
  expect(reply.json).toEqual(JSON.parse(JSON.stringify(toTransactionObject(made))));
  expect((await client.get(`/transactions/${id}`)).json).toEqual(
    JSON.parse(JSON.stringify(toTransactionObject(row))),
  );

  const after = await readAccountRecords(client);
  const type = operation === 'capture' && value < before.amount_authorized ? 'partial_capture' : operation;
  const added = after.operations.slice(records.operations.length);
  expect(added.map(({ transactionId }) => transactionId).sort()).toEqual([...new Set([made.id, id])].sort());
  for (const recordedOperation of added)
    expect(recordedOperation).toMatchObject({
      type,
      amount: value,
      status: 'SUCCEEDED',
      operator: `api:${client.merchant.secretId}`,
    });
  expect({ eventCount: after.events.length, keyCount: after.keys.length }).toEqual({
    eventCount: records.events.length + 1,
    keyCount: records.keys.length + 1,
  });
}

const cells = paymentStates.flatMap(([state, status, reachState]) =>
  operations.map((operation) => ({ state, status, reach: reachState, operation })),
);

// Other tests inquire about outcomes, too, and must not find those left here.
afterAll(resolveAllOutcomes);

describe.each(cells)('$operation in state $state', ({ status, reach: reachState, operation }) => {
  test('succeeds or is rejected as in the table', async () => {
    const client = await buildApiClient();
    const id = await reachState(client);
    const row = await findTransactionRowOf(client, id);
    expect(row.status).toBe(status);
    const amounts = listAmounts(getRemaining(operation, amountsOf(row)));
    const records = await readAccountRecords(client);
    for (const amount of amounts) {
      const refusal = getExpectedRefusal(row, operation, amount);
      if (!refusal) continue;
      expect((await sendOperation(client, id, operation, amount, 'kept')).json, `${amount}`).toMatchObject(
        refusal,
      );
      expect(await readAccountRecords(client), `${amount}`).toEqual(records);
    }

    const expected = amounts.filter((amount) => !getExpectedRefusal(row, operation, amount));
    expect(expected.length > 0).toBe(
      getStartingStatuses(operation).includes(status) &&
        row.type === 'PAYMENT' &&
        getRemaining(operation, amountsOf(row)) > 0,
    );
    for (const [index, amount] of expected.entries()) {
      if (index === 0) await expectSuccess(client, id, operation, amount, 'kept');
      else await expectSuccess(client, await reachState(client), operation, amount);
    }
    if (expected.length) return;
    const free = await buildPayment(client, { operation: operation === 'refund' ? 'authcap' : 'authorize' });
    await expectSuccess(client, free.id, operation, 100, 'kept');
  });
});
