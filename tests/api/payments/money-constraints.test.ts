import { expect, test } from 'vitest';
import { getHoldStatus, transactionStatuses } from '~/payments/transactions/states';
import { pool, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { currencies, getMaximumAmount, maximumAmount } from '~/platform/money/currencies';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { mockAnswerOnce, unknownOutcome } from '../../world/acquirers/acquirer';
import { buildChargeback } from '../../world/payments/chargebacks';
import { buildConnection } from '../../world/acquirers/connections';
import { expireHold, settleNextDay } from '../../world/payments/elapsed-time';
import { ownerPool } from '../../world/database-owner';
import { withoutTriggers } from '../../world/payments/overwrite';
import { buildPayment, cards, paymentBody, refund, sendCaptureOrVoid } from '../../world/payments/payments';

// The database as the second line of defense (docs/decisions/0034): statements that our code never sends.

/** The name of the constraint or trigger that rejects the statement even from the owner, or `accepted`. */
async function send(text: string, values: unknown[] = []): Promise<string> {
  return ownerPool.query(text, values).then(
    () => 'accepted',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );
}
const changeTransaction = (id: string, changes: string) =>
  send(`update transactions set ${changes} where id = $1`, [id]);
const changeOperation = (id: string, changes: string) =>
  send(`update operations set ${changes} where transaction_id = $1`, [id]);

const authorized = async (client: ApiClient) => (await buildPayment(client)).id as string;
const captured = async (client: ApiClient) =>
  (await buildPayment(client, { operation: 'authcap' })).id as string;
const pending = async (client: ApiClient) =>
  (await buildPayment(client, { pan: cards.unknownThenApproved })).transaction_id as string;
const declined = async (client: ApiClient) =>
  (await buildPayment(client, { pan: cards.declined })).id as string;
const partlyCaptured = async (client: ApiClient) => {
  const id = await authorized(client);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 4_000 });
  return id;
};
const settled = async (client: ApiClient) => {
  const id = await captured(client);
  await settleNextDay(id);
  return id;
};
const expired = async (client: ApiClient) => {
  const id = await authorized(client);
  await expireHold(id);
  return id;
};
const refunded = async (client: ApiClient) =>
  (await refund(client, await captured(client), 3_000)).json.id as string;
const pendingRefund = async (client: ApiClient) => {
  mockAnswerOnce('refund', unknownOutcome);
  return (await refund(client, await captured(client), 3_000)).json.transaction_id as string;
};
const disputed = async (client: ApiClient) => (await buildChargeback(client)).id;

test.each([
  ['an authorized payment', "status = 'CAPTURED'", 'transactions_status', authorized],
  ['an authorized payment', "status = 'PARTIAL_CAPTURED'", 'transactions_status', authorized],
  ['an authorized payment', "status = 'VOIDED'", 'transactions_status', authorized],
  ['an authorized payment', "status = 'EXPIRED', amount_voided = 10000", 'transactions_status', authorized],
  ['an authorized payment', 'amount_captured = 4000', 'transactions_status', authorized],
  ['an authorized payment', 'amount_voided = 10000', 'transactions_status', authorized],
  ['an authorized payment', 'settled_at = now()', 'transactions_status', authorized],
  ['an authorized payment', 'amount_refunded = 1', 'transactions_refundable', authorized],
  ['an authorized payment', 'hold_reserved = 10001', 'transactions_hold', authorized],
  ['a partly captured payment', 'settled_at = now()', 'transactions_status', partlyCaptured],
  ['a partly captured payment', "status = 'CAPTURED'", 'transactions_status', partlyCaptured],
  ['a partly captured payment', 'amount_captured = 3999', 'transactions_transition', partlyCaptured],
  ['a captured payment', "status = 'SETTLED'", 'transactions_status', captured],
  ['a captured payment', 'settled_at = now()', 'transactions_status', captured],
  ['a captured payment', "status = 'AUTHORIZED'", 'transactions_transition', captured],
  ['a captured payment', "status = 'AUTHORIZED', amount_captured = 0", 'transactions_transition', captured],
  ['a captured payment', 'amount_captured = 0', 'transactions_transition', captured],
  ['a captured payment', 'amount_authorized = 20000', 'transactions_transition', captured],
  ['a captured payment', 'amount_refunded = 10001', 'transactions_refundable', captured],
  ['a settled payment', 'settled_at = null', 'transactions_transition', settled],
  ['a settled payment', 'settled_at = now()', 'transactions_transition', settled],
  ['a settled payment', "status = 'CAPTURED', settled_at = null", 'transactions_transition', settled],
  ['an expired payment', 'amount_expired = 0', 'transactions_transition', expired],
  ['a pending payment', "status = 'AUTHORIZED', amount_authorized = 10001", 'transactions_status', pending],
  ['a pending payment', "status = 'AUTHORIZED'", 'transactions_status', pending],
  ['a pending payment', 'amount_authorized = 10000', 'transactions_status', pending],
  ['a pending payment', 'hold_reserved = 1', 'transactions_hold', pending],
  ['a declined payment', "status = 'PENDING'", 'transactions_transition', declined],
  ['a declined payment', 'amount_authorized = 10000', 'transactions_transition', declined],
  ['a refund', 'amount_refunded = 2999', 'transactions_status', refunded],
  ['a refund', 'amount_captured = 1', 'transactions_status', refunded],
  ['a refund', "status = 'SETTLED'", 'transactions_status', refunded],
  ['a refund', "status = 'DECLINED'", 'transactions_status', refunded],
  ['a refund', "status = 'PENDING', amount_refunded = 0", 'transactions_transition', refunded],
  ['a refund', 'parent_id = null', 'transactions_fixed_columns', refunded],
  ['a pending refund', "status = 'CAPTURED'", 'transactions_status', pendingRefund],
  ['a pending refund', 'amount_refunded = 3000', 'transactions_status', pendingRefund],
  ['a chargeback', "status = 'SETTLED', dispute_stage = 'lost'", 'transactions_status', disputed],
  ['a chargeback', "status = 'VOIDED'", 'transactions_status', disputed],
  ['a chargeback', "dispute_stage = 'won'", 'transactions_status', disputed],
  ['a chargeback', 'chargeback_open = 4001', 'transactions_status', disputed],
  ['a chargeback', 'amount_refunded = 1', 'transactions_status', disputed],
  ['a chargeback', 'dispute_stage = null', 'transactions_dispute', disputed],
])('of %s, %s is rejected by %s', async (_, changes, constraint, build) => {
  const id = await build(await buildApiClient());
  expect(await changeTransaction(id, changes)).toBe(constraint);
});

test('the status of a payment follows from its amounts by the same rule as in the code', async () => {
  const amounts = [0, 1, 2, 3];
  const holds = amounts.flatMap((captured) =>
    amounts.flatMap((voided) => amounts.map((expired) => ({ authorized: 3, captured, voided, expired }))),
  );
  for (const hold of holds.filter(({ captured, voided, expired }) => captured + voided + expired <= 3)) {
    const { rows } = await pool.query<{ status: string }>(
      `select status from unnest($5::text[]) as status
       where has_possible_status('PAYMENT', status, 'EUR', 3, $1, $2, $3, $4, 0, 0, 0, 0, 0, null, null)`,
      [hold.authorized, hold.captured, hold.voided, hold.expired, transactionStatuses],
    );
    expect(rows, JSON.stringify(hold)).toEqual([{ status: getHoldStatus(hold) }]);
  }
});

test.each([
  "id = 'trx_1'",
  "account_id = 'acc_1'",
  "environment = 'live'",
  "type = 'REFUND'",
  "order_id = 'other'",
  'order_amount = 20000',
  "order_currency = 'EUR'",
  "external_id = 'other'",
  "authorization_id = 'op_1'",
  "connection_id = 'con_simulator_live'",
])('of a transaction, %s is rejected', async (change) => {
  const id = await captured(await buildApiClient());
  expect(await changeTransaction(id, change)).toBe('transactions_fixed_columns');
});

/** Sends a copy of a transaction with some columns changed. */
async function insertCopy(id: string, changes: Record<string, unknown>): Promise<string> {
  const copy = { id: createId('trx'), external_id: createId('req'), ...changes };
  return send(
    `insert into transactions select (jsonb_populate_record(t, $2::jsonb)).* from transactions t where id = $1`,
    [id, JSON.stringify(copy)],
  );
}

test('a refund is part of what its payment has refunded or reserved', async () => {
  const client = await buildApiClient();
  const refundId = await refunded(client);
  const { parentId } = await prisma.transaction.findUniqueOrThrow({ where: { id: refundId } });
  expect(await insertCopy(refundId, {})).toBe('transactions_parent_matches');
  const large = { status: 'PENDING', amount_refunded: 0, order_amount: 10_001 };
  expect(await insertCopy(refundId, large)).toBe('transactions_parent_matches');
  expect(await changeTransaction(parentId!, 'refund_reserved = 100')).toBe('accepted');
  const covered = { status: 'PENDING', amount_refunded: 0, order_amount: 100 };
  expect(await insertCopy(refundId, { ...covered, order_amount: 101 })).toBe('transactions_parent_matches');
  expect(await insertCopy(refundId, { ...covered, external_id: 'covered' })).toBe('accepted');
  expect(await insertCopy(refundId, covered)).toBe('transactions_parent_matches');
  // A declined refund moves no money.
  expect(await insertCopy(refundId, { ...covered, status: 'DECLINED', external_id: 'declined' })).toBe(
    'accepted',
  );
  await withoutTriggers((db) =>
    db.transaction.deleteMany({ where: { parentId, externalId: { in: ['covered', 'declined'] } } }),
  );
  expect(await changeTransaction(parentId!, 'refund_reserved = 0')).toBe('accepted');
});

test('a refund or chargeback has the merchant, connection, and currency of its payment', async () => {
  const client = await buildApiClient();
  const { merchant: other } = await buildApiClient();
  const dispute = createId('req');
  for (const [id, changes] of [
    [await refunded(client), { status: 'DECLINED', amount_refunded: 0 }],
    [await disputed(client), { authorization_id: dispute }],
  ] as const)
    for (const different of [
      { account_id: other.accountId },
      { environment: 'live', connection_id: 'con_simulator_live' },
      { connection_id: (await buildConnection()).id },
      { order_currency: 'EUR' },
      // A refund of a refund, or a chargeback of a chargeback.
      { parent_id: id },
    ])
      expect(await insertCopy(id, { ...changes, ...different }), JSON.stringify(different)).toBe(
        'transactions_parent_matches',
      );
});

test('a payment in any currency has the maximum of the code', async () => {
  const codes = [...currencies, 'BGN'];
  const { rows } = await pool.query<{ code: string; maximum: boolean; more: boolean }>(
    `select code, has_possible_status('PAYMENT', 'PENDING', code, maximum, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null) as maximum,
       has_possible_status('PAYMENT', 'PENDING', code, maximum + 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null) as more
     from unnest($1::text[], $2::bigint[]) as currency (code, maximum)`,
    [codes, codes.map(getMaximumAmount)],
  );
  expect(rows).toEqual(codes.map((code) => ({ code, maximum: true, more: false })));
});

test.each(['USD', 'HUF', 'IDR'])(
  'a payment of the largest amount of %s can be restored',
  async (currency) => {
    const client = await buildApiClient();
    const id = await declined(client);
    const amount = getMaximumAmount(currency);
    const pay = (order_amount: number) => insertCopy(id, { order_amount, order_currency: currency });
    expect(await pay(amount + 1)).toBe(amount === maximumAmount ? 'amount_check' : 'transactions_status');
    // As in the files of pg_dump.
    const restore = prisma.$transaction(async (db) => {
      await db.$executeRaw`set local search_path = ''`;
      await db.$executeRaw`insert into public.transactions select (jsonb_populate_record(t, ${{
        id: createId('trx'),
        external_id: 'restored',
        order_amount: amount,
        order_currency: currency,
      }}::jsonb)).* from public.transactions t where id = ${id}`;
    });
    await expect(restore).resolves.toBeUndefined();
    await withoutTriggers((db) =>
      db.transaction.deleteMany({ where: { accountId: client.merchant.accountId, externalId: 'restored' } }),
    );
  },
);

test('one external_id pays once, even without its idempotency key', async () => {
  const client = await buildApiClient();
  const body = paymentBody({ operation: 'authcap' });
  const { json: first } = await client.post('/transactions', body);
  const { external_id: externalId } = first as { external_id: string };
  expect(await insertCopy(first.id, { external_id: externalId })).toBe('transactions_external_id');
  expect(await send('delete from idempotency_keys where external_id = $1', [externalId])).toBe(
    'idempotency_keys_append_only',
  );
  // A refund and a payment of another environment or merchant may have the same external_id.
  expect((await refund(client, first.id, 1_000, externalId)).status).toBe(200);
});

test('of the attempts to pay an intent, one can succeed', async () => {
  const id = await captured(await buildApiClient());
  const intent = { intent_id: createId('int') };
  const unpaid = { ...intent, status: 'DECLINED', amount_authorized: 0, amount_captured: 0 };
  const ids = [createId('trx'), createId('trx'), createId('trx')] as const;
  const attempts = [unpaid, unpaid, intent].map((changes, i) => ({
    ...changes,
    id: ids[i],
    external_id: 'cart',
  }));
  for (const attempt of attempts) expect(await insertCopy(id, attempt)).toBe('accepted');
  expect(await insertCopy(id, { ...intent, external_id: 'cart' })).toBe('transactions_intent');
  await withoutTriggers((db) => db.transaction.deleteMany({ where: { id: { in: [...ids] } } }));
});

test('operations are completed once, and never changed or deleted', async () => {
  const client = await buildApiClient();
  const [id, unknown] = [await captured(client), await pending(client)];
  for (const change of [
    "status = 'FAILED'",
    "status = 'PENDING', completed_at = null",
    'completed_at = now()',
  ])
    expect(await changeOperation(id, change), change).toBe('operations_completed');
  for (const change of ["response_body = '{}'", "decline_code = 'x'", 'inquiries = 9'])
    expect(await changeOperation(id, change), change).toBe('operations_completed');
  for (const change of [
    "id = 'op_1'",
    'sequence = 1',
    "transaction_id = 'trx_1'",
    "type = 'refund'",
    'amount = 1',
    "currency = 'EUR'",
    "external_id = 'x'",
    "operator = 'x'",
  ])
    for (const one of [id, unknown])
      expect(await changeOperation(one, change), change).toBe('operations_fixed_columns');
  for (const one of [id, unknown])
    expect(await send('delete from operations where transaction_id = $1', [one])).toBe(
      'operations_append_only',
    );
  expect(await changeOperation(id, "reversed_by = 'op_1'")).toBe('accepted');
  expect(await changeOperation(id, "reversed_by = 'op_2'")).toBe('operations_completed');
  expect(await changeOperation(unknown, 'inquiries = inquiries + 1')).toBe('accepted');
});

test('an operation has the currency of its transaction', async () => {
  const id = await captured(await buildApiClient());
  const insert = `insert into operations (id, transaction_id, type, status, amount, currency, operator, completed_at)
    values ($1, $2, 'settle', 'SUCCEEDED', 1, 'EUR', 'system:test', now())`;
  expect(await send(insert, [createId('op'), id])).toBe('operations_transaction_id_currency_fkey');
});

test.each(['transactions', 'operations', 'idempotency_keys', 'manual_refunds'])(
  'rows of %s are never deleted',
  async (table) => {
    expect(await send(`delete from ${table} where false`)).toBe(`${table}_append_only`);
    expect(await send(`truncate ${table} cascade`)).toMatch(/_append_only$/);
  },
);

test('idempotency keys never change', async () => {
  expect(await send(`update idempotency_keys set fingerprint = '' where false`)).toBe(
    'idempotency_keys_append_only',
  );
});

test('a webhook event changes once, and is deleted when its retention has ended', async () => {
  const { merchant } = await buildApiClient();
  const [recent, old, unsent] = [createId('evt'), createId('evt'), createId('evt')];
  for (const [id, days, fannedOut] of [
    [recent, 28, 'now()'],
    [old, 30, 'now()'],
    [unsent, 30, 'null'],
  ] as const)
    await pool.query(
      `insert into webhook_events (id, account_id, environment, type, payload, created_at, fanned_out_at)
       values ($1, $2, 'test', 'transaction.captured', '{}', now() - $3::int * interval '1 day', ${fannedOut})`,
      [id, merchant.accountId, days],
    );
  const deleteEvent = (id: string) => send('delete from webhook_events where id = $1', [id]);
  expect(await deleteEvent(recent)).toBe('webhook_events_retention');
  expect(await deleteEvent(unsent)).toBe('webhook_events_retention');
  expect(await deleteEvent(old)).toBe('accepted');
  const change = (id: string, changes: string) =>
    send(`update webhook_events set ${changes} where id = $1`, [id]);
  expect(await change(unsent, "payload = '{}'")).toBe('webhook_events_fixed_columns');
  expect(await change(unsent, 'fanned_out_at = now()')).toBe('accepted');
  expect(await change(unsent, 'fanned_out_at = null')).toBe('webhook_events_fanned_out');
  expect(await send('truncate webhook_events cascade')).toBe('webhook_events_no_truncate');
});

test('every step of a payment is accepted', async () => {
  const client = await buildApiClient();
  const id = await authorized(client);
  for (const step of [
    { operation: 'capture', amount: 6_000 },
    { operation: 'void', amount: 1_000 },
    { operation: 'capture', amount: 1_000 },
    { operation: 'void' },
  ] as const)
    expect((await sendCaptureOrVoid(client, id, step)).status).toBe(200);
  expect((await refund(client, id, 2_000)).status).toBe(200);
  await settleNextDay(id);
  expect((await refund(client, id, 5_000)).status).toBe(200);
  expect(await prisma.transaction.findUnique({ where: { id } })).toMatchObject({
    status: 'PARTIAL_CAPTURED',
    amountCaptured: 7_000,
    amountVoided: 3_000,
    amountRefunded: 7_000,
    settledAt: expect.any(Date),
  });
});
