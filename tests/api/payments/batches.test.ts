import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { toPaymentValues } from '~/payments/transactions/transactions';
import { reservePayment } from '~/payments/transactions/payment-statements';
import { prisma } from '~/platform/database/db.server';
import { expectConsoleError } from '../../setup/errors';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { interceptStatement } from '../../world/intercepted-statements';
import { buildCard } from '../../world/payments/card-tokens';
import { paymentBody } from '../../world/payments/payments';

const count = 20;
const repeat = <T>(make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const pay = (client: ApiClient, externalIds: readonly string[]) =>
  Promise.all(externalIds.map((externalId) => client.post('/transactions', paymentBody({ externalId }))));
const externalIds = repeat((index) => `batch-${index}`);

/** The elements of a parameter without control characters. */
const readElements = (parameter: unknown) =>
  JSON.parse(`[${(parameter as string).slice(1, -1)}]`) as unknown[];

/** The number of rows of each batch of a statement. */
function recordBatches(name: string): number[] {
  const batches: number[] = [];
  const end = interceptStatement(name, (query, values) => {
    batches.push(readElements(values[0]).length);
    return query();
  });
  onTestFinished(end);
  return batches;
}

test.each(['reserve-payment', 'record-payment'])(
  'concurrent payments share a few statements %s',
  async (name) => {
    const client = await buildApiClient();
    const batches = recordBatches(name);
    const replies = await pay(client, externalIds);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(count);
    expect(batches.reduce((total, rows) => total + rows, 0)).toBe(count);
    expect(batches.length).toBeLessThan(count / 2);
  },
);

test('merchants who read the same transaction in one batch get their own replies', async () => {
  const [owner, other] = [await buildApiClient(), await buildApiClient()];
  const [payment] = await pay(owner, ['read']);
  const batches = recordBatches('find-transaction');
  const path = `/transactions/${String(payment!.json.id)}`;
  const replies = await Promise.all(repeat((index) => (index % 2 ? owner : other).get(path)));
  expect(replies.map(({ status, json }) => [status, json.id])).toEqual(
    repeat((index) => (index % 2 ? [200, payment!.json.id] : [404, undefined])),
  );
  expect(batches.length).toBeLessThan(count / 2);
});

test("a merchant's flood doesn't delay another merchant's request", async () => {
  const [flooding, other] = [await buildApiClient(), await buildApiClient()];
  const writers: string[][] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const end = interceptStatement('reserve-payment', async (query, values) => {
    writers.push(readElements(values[0]) as string[]);
    await released;
    return query();
  });
  onTestFinished(end);
  const flood = pay(
    flooding,
    Array.from({ length: 200 }, (_, index) => `flood-${index}`),
  );
  const alone = pay(other, ['alone']);
  // By then, all of them wait for the first batches.
  await sleep(1_000);
  release();
  expect((await alone)[0]!.status).toBe(200);
  await flood;
  const turn = writers.findIndex((accounts) => accounts.includes(other.merchant.accountId));
  // Most of the flood arrived before it, and was written after it.
  expect(writers.slice(turn + 1).flat().length).toBeGreaterThan(50);
});

test('one request that the database rejects leaves the others of its batch alone', async () => {
  const client = await buildApiClient();
  const batches = recordBatches('reserve-payment');
  const results = await Promise.allSettled(
    repeat((index) => {
      const order = { order_amount: 10_000, order_currency: 'USD' };
      const { accountId, secretId } = client.merchant;
      const actor = { accountId, environment: 'test' as const, operator: `api:${secretId}` };
      const card = buildCard('4242424242424242');
      return reservePayment({
        ...toPaymentValues(actor, { id: 'con_simulator_test' }, { operation: 'authorize', order, card }),
        ...(index === 7 && { amount: -1 }),
        externalId: `rejected-${index}`,
        fingerprint: 'a=0',
      });
    }),
  );
  expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([7]);
  expect(batches).toEqual([count, ...repeat(() => 1)]);
});

test('one request whose row stays locked leaves the others of its batch alone', async () => {
  const client = await buildApiClient();
  const end = interceptStatement('reserve-payment', (query, values) => {
    if (!JSON.stringify(values).includes('batch-7')) return query();
    const error = new Error('canceling statement due to lock timeout');
    throw Object.assign(error, { severity: 'ERROR', code: '55P03' });
  });
  onTestFinished(end);
  expectConsoleError({ message: 'api', error: 'canceling statement due to lock timeout' });
  const replies = await pay(client, externalIds);
  expect(replies.map(({ status }) => status)).toEqual(repeat((index) => (index === 7 ? 503 : 200)));
});

test.each([
  ['before', false],
  ['after', true],
])('a connection lost %s the commit of a batch leaves nothing doubled', async (_, isCommitted) => {
  const client = await buildApiClient();
  let isLost = false;
  const end = interceptStatement(
    'reserve-payment',
    async (query) => {
      isLost = true;
      if (isCommitted) await query();
      throw new Error('Connection terminated unexpectedly');
    },
    () => !isLost,
  );
  onTestFinished(end);
  expectConsoleError({ message: 'api', error: 'Connection terminated unexpectedly' });
  const lost = await pay(client, externalIds);
  expect(new Set(lost.map(({ status, json }) => `${status} ${String(json.code)}`))).toEqual(
    new Set(['503 database_unavailable']),
  );
  expect(await prisma.transaction.count({ where: { accountId: client.merchant.accountId } })).toBe(
    isCommitted ? count : 0,
  );
});
