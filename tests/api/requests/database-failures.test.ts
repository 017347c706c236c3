import { expect, onTestFinished, test, vi } from 'vitest';
import { paymentPool, pool, prisma } from '~/platform/database/db.server';
import { expectConsoleError } from '../../setup/errors';
import { buildApiClient, sendApiRequest, type ApiClient } from '../../world/api-client';
import { interceptStatement } from '../../world/intercepted-statements';
import { buildPayment, paymentBody } from '../../world/payments/payments';
import { resolveOutcomesOf } from '../../world/payments/elapsed-time';

const connectionLost = new Error('Connection terminated unexpectedly');

/** Replaces the next run of the named statement. */
function interceptNext(name: string, run: (query: () => Promise<unknown>) => Promise<unknown>): void {
  let isActive = true;
  const once = (query: () => Promise<unknown>) => {
    isActive = false;
    return run(query);
  };
  onTestFinished(interceptStatement(name, once, () => isActive));
}

const requests = {
  authorization: {
    statement: 'record-payment',
    send: async (client: ApiClient) => () =>
      client.post('/transactions', paymentBody({ externalId: 'once' })),
    end: { status: 'AUTHORIZED', amount_authorized: 10_000 },
  },
  capture: {
    statement: 'record-payment',
    send: async (client: ApiClient) => {
      const { id } = await buildPayment(client);
      return () => client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'once' });
    },
    end: { status: 'CAPTURED', amount_captured: 10_000 },
  },
  refund: {
    statement: 'record-refund',
    send: async (client: ApiClient) => {
      const { id } = await buildPayment(client, { operation: 'authcap' });
      return () => client.post('/refunds', { external_id: 'once', trx_id: id, amount: 10_000 });
    },
    end: { status: 'CAPTURED', amount_refunded: 10_000 },
  },
};

const failures = [
  ['is lost', () => Promise.reject(connectionLost)],
  [
    'is lost after the commit',
    async (query: () => Promise<unknown>) => {
      await query();
      throw connectionLost;
    },
  ],
  ['fails', () => Promise.reject(new Error('disk error'))],
] as const;

test.each(
  Object.entries(requests).flatMap(([name, request]) =>
    failures.map(([failure, run]) => ({ name, failure, run, ...request })),
  ),
)('$name: the outcome is unknown when its record $failure', async ({ statement, send, end, run }) => {
  const client = await buildApiClient();
  const request = await send(client);
  interceptNext(statement, run);
  expectConsoleError({ message: 'recording an outcome' });
  const { status, headers, json } = await request();
  expect({ status, code: json.code, retryAfter: headers.get('retry-after') }).toEqual({
    status: 503,
    code: 'outcome_unknown',
    retryAfter: '5',
  });
  const { transaction_id: id } = json;
  await resolveOutcomesOf(id);
  const replay = await request();
  expect({ status: replay.status, ...replay.json }).toMatchObject({ ...end, id });
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(
    await prisma.operation.groupBy({ by: ['status'], where: { transactionId: id }, _count: true }),
  ).toHaveLength(1);
});

test('every endpoint says when the database is unavailable, and when to retry', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const { clientId: client_id, clientSecret: client_secret } = client.merchant;
  const logIn = () =>
    sendApiRequest('test', 'POST', '/auth/token', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret }),
    });
  const intent = {
    external_id: 'i',
    order: { order_amount: 100, order_currency: 'EUR' },
    redirect_urls: { success: 'https://shop.test/ok', failure: 'https://shop.test/no' },
  };
  const calls = [
    logIn,
    () => client.post('/transactions', paymentBody()),
    () => client.get(`/transactions/${id}`),
    () => client.get('/transaction?type=order_id&id=order-1'),
    () => client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'c' }),
    () => client.post('/refunds', { external_id: 'r', trx_id: id, amount: 1 }),
    () => client.post('/intents/payment', intent),
    () => client.get('/intents/payment/int_01m7xwk4d6s8f0g2h4j6k8m0n2p4q6r8s0t2'),
    () => client.post('/intents/payment/int_01m7xwk4d6s8f0g2h4j6k8m0n2p4q6r8s0t2/cancel', {}),
    () => client.post('/intents/card', { external_id: 'i' }),
    () => client.get('/intents/card/int_01m7xwk4d6s8f0g2h4j6k8m0n2p4q6r8s0t2'),
  ];
  expectConsoleError({ message: 'api', error: connectionLost.message });
  const replies = [];
  for (const call of calls) {
    const spies = [pool, paymentPool].flatMap((one) => [
      vi.spyOn(one, 'query').mockRejectedValue(connectionLost),
      vi.spyOn(one, 'connect').mockRejectedValue(connectionLost as never),
    ]);
    const { status, headers, json } = await call();
    for (const spy of spies) spy.mockRestore();
    replies.push({ status, code: json.code, retryAfter: headers.get('retry-after') });
  }
  expect(replies).toEqual(calls.map(() => ({ status: 503, code: 'database_unavailable', retryAfter: '5' })));
});
