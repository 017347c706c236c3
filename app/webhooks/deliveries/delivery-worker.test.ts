import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { isEmbedded, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { expectConsoleError } from '../../../tests/setup/errors';
import {
  respondOk,
  startWebhookReceiver,
  type WebhookReceiver,
  type ResponseHandler,
} from '../../../tests/peers/services/webhook-receiver';
import { buildMerchant } from '../../../tests/world/merchants';
import {
  buildEndpoint,
  deliverDueWebhooks,
  listEndpointDeliveries,
  dropWaitingDeliveries,
  publishTestEvent,
  makeDeliveriesDue,
} from '../../../tests/world/webhooks';
import { withoutTriggers } from '../../../tests/world/payments/overwrite';
import { editEndpoint, lockEndpoint } from '~/webhooks/endpoints/endpoints';
import { rotateEndpointSecret } from '~/webhooks/endpoints/endpoint-secrets';
import { fanOutEvents } from '~/webhooks/events/fan-out';
import { deleteEndpoint, disableEndpoint, enableEndpoint } from '~/webhooks/endpoints/endpoint-status';
import { leaseDueDeliveries, recordAttempt } from './delivery-attempts';
import { ownerPrisma } from '../../../tests/world/database-owner';

let receiver: WebhookReceiver;
beforeAll(async () => void (receiver = await startWebhookReceiver()));
afterAll(() => receiver.stop());
// Removes the data of other tests.
beforeEach(async () => {
  while ((await fanOutEvents()).events);
  await dropWaitingDeliveries();
});
afterEach(async () => {
  receiver.answer(respondOk);
  receiver.received.length = 0;
});

const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ''): ResponseHandler =>
  (response) =>
    response.writeHead(status, headers).end(body);

test('events are logged and sent in order', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  const ids = Array.from({ length: 60 }, (_, i) => createId('evt', Date.now() - 60 + i));
  await prisma.webhookEvent.createMany({
    data: ids.map((id) => ({
      id,
      accountId: endpoint.accountId,
      environment: 'test',
      type: 'refund.created',
      payload: {},
    })),
  });
  await fanOutEvents();
  expect((await listEndpointDeliveries(endpoint.id)).map(({ eventId }) => eventId)).toEqual(ids);
  expect((await leaseDueDeliveries({ failing: false, free: 16 })).map(({ event_id }) => event_id)).toEqual(
    ids.slice(0, 8),
  );
});

test('an event arrives signed, once at each subscribed endpoint', async () => {
  const all = await buildEndpoint(`${receiver.url}/all`);
  const merchant = {
    accountId: all.accountId,
    ownerId: all.by,
    clientId: '',
    clientSecret: '',
    secretId: '',
  };
  const some = await buildEndpoint(`${receiver.url}/some`, { events: ['refund.created'], merchant });
  const strange = await buildEndpoint(`${receiver.url}/strange`);
  const captured = await publishTestEvent(all);
  const refunded = await publishTestEvent(all, 'refund.created');
  await publishTestEvent({ accountId: all.accountId, environment: 'live' });
  await deliverDueWebhooks();
  await deliverDueWebhooks();

  expect(receiver.received.map(({ path, headers }) => [path, headers['webhook-id']]).sort()).toEqual(
    [
      ['/all', captured],
      ['/all', refunded],
      ['/some', refunded],
    ].sort(),
  );
  const { body, headers } = receiver.received.find(({ headers }) => headers['webhook-id'] === captured)!;
  const sent = new Webhook(all.secret).verify(body, headers as Record<string, string>) as {
    timestamp: string;
  };
  expect(sent).toEqual({
    type: 'transaction.captured',
    timestamp: sent.timestamp,
    environment: 'test',
    data: { id: expect.stringMatching(/^trx_/), order_amount: 4_250, status: 'CAPTURED' },
  });
  expect(() => new Webhook(strange.secret).verify(body, headers as Record<string, string>)).toThrow();
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'accept-encoding': 'identity',
    host: new URL(receiver.url).host,
  });

  const [first] = await listEndpointDeliveries(all.id);
  expect(first).toMatchObject({
    status: 'delivered',
    attempts: 1,
    nextAttemptAt: null,
    leasedUntil: null,
    eventType: 'transaction.captured',
  });
  expect(first!.deliveryAttempts).toMatchObject([
    {
      status: 200,
      error: null,
      requestedBy: null,
      responseBody: 'ok',
      requestHeaders: { 'webhook-id': captured },
    },
  ]);
  expect(await listEndpointDeliveries(some.id)).toHaveLength(1);
  expect(await listEndpointDeliveries(strange.id)).toEqual([]);
});

test('a delivery has ten attempts over about 75 hours, and then has failed', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  receiver.answer(respondWith(500, { 'x-why': 'down', 'set-cookie': 'a=b' }, 'out of order'));
  await publishTestEvent(endpoint);
  const retryDelays: number[] = [];
  for (let attempts = 1; attempts <= 10; attempts++) {
    await deliverDueWebhooks();
    const [delivery] = await listEndpointDeliveries(endpoint.id);
    expect(delivery).toMatchObject({ attempts: attempts, status: attempts < 10 ? 'pending' : 'failed' });
    if (delivery!.nextAttemptAt) retryDelays.push(delivery!.nextAttemptAt.getTime() - Date.now());
    await deliverDueWebhooks();
    expect(receiver.received).toHaveLength(attempts);
    await makeDeliveriesDue(endpoint.id);
  }
  const hours = retryDelays.reduce((total, wait) => total + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(67);
  expect(hours).toBeLessThan(83);
  const [{ deliveryAttempts: attempts, finishedAt }] = (await listEndpointDeliveries(endpoint.id)) as [
    Awaited<ReturnType<typeof listEndpointDeliveries>>[number],
  ];
  expect(finishedAt).not.toBeNull();
  expect(attempts[9]).toMatchObject({
    status: 500,
    responseBody: 'out of order',
    responseHeaders: { 'x-why': 'down' },
  });
  expect(attempts[9]!.responseHeaders).not.toHaveProperty('set-cookie');
  // The same bytes with the same ID every time.
  expect(
    new Set(receiver.received.map(({ body, headers }) => `${String(headers['webhook-id'])} ${body}`)).size,
  ).toBe(1);
});

test.each([
  ['a redirect is not followed', respondWith(302, { location: '/elsewhere' }), { status: 302 }],
  ['304 is not an arrival', respondWith(304), { status: 304 }],
  [
    'an answer that is none',
    ((response) => response.socket!.end('nonsense\r\n\r\n')) as ResponseHandler,
    { status: null, error: 'unreadable_answer' },
  ],
  [
    'a connection that ends',
    ((response) => response.socket!.destroy()) as ResponseHandler,
    { status: null, error: 'connection_lost' },
  ],
  [
    'another protocol',
    ((response) =>
      response.socket!.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      )) as ResponseHandler,
    { status: 101, error: null, responseHeaders: { upgrade: 'x' } },
  ],
  [
    'another protocol that is not named',
    ((response) => response.socket!.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')) as ResponseHandler,
    { status: 101, error: null },
  ],
  [
    'headers without end',
    respondWith(200, { 'x-long': 'x'.repeat(20_000) }),
    { status: null, error: 'unreadable_answer' },
  ],
])('%s', async (_, respond, expectedAttempt) => {
  const endpoint = await buildEndpoint(receiver.url);
  receiver.answer(respond);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const [delivery] = await listEndpointDeliveries(endpoint.id);
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1, deliveryAttempts: [expectedAttempt] });
  expect(receiver.received).toHaveLength(1);
});

test.each([204, 299])('%d counts as delivered', async (status) => {
  const endpoint = await buildEndpoint(receiver.url);
  receiver.answer(respondWith(status));
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  expect(await listEndpointDeliveries(endpoint.id)).toMatchObject([{ status: 'delivered' }]);
});

test('a refused connection counts as an attempt', async () => {
  const closedReceiver = await startWebhookReceiver();
  const endpoint = await buildEndpoint(closedReceiver.url);
  await closedReceiver.stop();
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  expect(await listEndpointDeliveries(endpoint.id)).toMatchObject([
    { status: 'pending', deliveryAttempts: [{ status: null, error: 'connection_refused' }] },
  ]);
});

test.each([
  ['whose secret does not open', { sealed: 'damaged' }, 'secret_unreadable'],
  ['that cannot be addressed', { url: 'nowhere' }, 'not_sent'],
])('a delivery %s counts as an attempt', async (_, damage, expectedError) => {
  expectConsoleError();
  const endpoint = await buildEndpoint(receiver.url);
  await prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: damage });
  await publishTestEvent(endpoint);
  for (let attempts = 1; attempts <= 10; attempts++) {
    await deliverDueWebhooks();
    await makeDeliveriesDue(endpoint.id);
  }
  const [delivery] = await listEndpointDeliveries(endpoint.id);
  expect(delivery).toMatchObject({
    status: 'failed',
    attempts: 10,
    scheduledAttempts: 10,
    leasedUntil: null,
  });
  expect(delivery!.deliveryAttempts).toHaveLength(10);
  expect(delivery!.deliveryAttempts[0]).toMatchObject({
    status: null,
    error: expectedError,
    requestHeaders: {},
  });
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    failures: 10,
    failingSince: expect.any(Date),
  });
  expect(receiver.received).toEqual([]);
});

test("rotating replaces a secret that can't be decrypted, also when both would sign", async () => {
  const endpoint = await buildEndpoint(receiver.url);
  await prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { sealed: 'damaged' } });
  const rotation = await rotateEndpointSecret({ ...endpoint, overlapHours: 24, fromVersion: 1 });
  if (typeof rotation === 'string') throw new Error(rotation);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  expect(
    receiver.received.map(({ body, headers }) =>
      isSignatureAccepted(rotation.secret, body, headers as Record<string, string>),
    ),
  ).toEqual([true]);
});

test("events that can't be queued don't keep queued ones from being sent", async () => {
  expectConsoleError();
  const endpoint = await buildEndpoint(receiver.url);
  const first = await publishTestEvent(endpoint);
  await fanOutEvents();
  await ownerPrisma.$executeRaw`alter table webhook_deliveries add constraint none_of_this check (event_type <> 'chargeback.lost') not valid`;
  try {
    const second = await publishTestEvent(endpoint, 'chargeback.lost');
    await deliverDueWebhooks();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([first]);
    await withoutTriggers((db) => db.webhookEvent.delete({ where: { id: second } }));
  } finally {
    await ownerPrisma.$executeRaw`alter table webhook_deliveries drop constraint none_of_this`;
  }
});

// The embedded database has one connection, so nothing can wait for another transaction.
test.skipIf(isEmbedded)('events are queued for an endpoint while a person edits it', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  await publishTestEvent(endpoint);
  await prisma.$transaction(async (db) => {
    await lockEndpoint(db, endpoint);
    expect(await Promise.race([fanOutEvents(), sleep(2_000)])).toEqual({ events: 1, isBatchFull: false });
  });
});

test('410 disables the endpoint at once, and ends its pending deliveries', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  receiver.answer(respondWith(500));
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  receiver.answer(respondWith(410));
  await publishTestEvent(endpoint);
  await makeDeliveriesDue(endpoint.id);
  const notifications = [...(await deliverDueWebhooks()), ...(await deliverDueWebhooks())];
  expect(notifications).toEqual([
    {
      kind: 'disabled',
      reason: 'gone',
      accountId: endpoint.accountId,
      environment: 'test',
      endpointId: endpoint.id,
      url: `${receiver.url}/`,
    },
  ]);
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    status: 'disabled',
    disabledReason: 'gone',
  });
  expect((await listEndpointDeliveries(endpoint.id)).map(({ status }) => status)).toEqual([
    'failed',
    'dropped',
  ]);
  const requestCount = receiver.received.length;
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  expect(receiver.received).toHaveLength(requestCount);
  expect((await listEndpointDeliveries(endpoint.id)).map(({ status }) => status)).toEqual([
    'failed',
    'dropped',
    'dropped',
  ]);
});

test.each([410, 500, 200])(
  "a late %d of the URL before an edit doesn't affect the new one",
  async (status) => {
    const endpoint = await buildEndpoint(`${receiver.url}/old`);
    let respondLate!: () => void;
    receiver.answer((response) => (respondLate = () => response.writeHead(status).end()));
    await publishTestEvent(endpoint);
    const running = deliverDueWebhooks();
    await expect.poll(() => receiver.received.length).toBe(1);
    await editEndpoint({
      ...endpoint,
      accepted: { url: `${receiver.url}/new`, description: '', events: [] },
    });
    const failingSince = new Date();
    // As if an attempt at the new URL had already failed.
    if (status === 200)
      await prisma.webhookEndpoint.update({
        where: { id: endpoint.id },
        data: { failures: 1, failingSince },
      });
    respondLate();
    expect(await running).toEqual([]);
    const health = status === 200 ? { failures: 1, failingSince } : { failures: 0, failingSince: null };
    expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
      status: 'enabled',
      disabledReason: null,
      ...health,
    });
    expect(await listEndpointDeliveries(endpoint.id)).toMatchObject([
      { status: status === 200 ? 'delivered' : 'pending', deliveryAttempts: [{ status }] },
    ]);
  },
);

test('a failing endpoint gets an email after a day and is disabled after five', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  receiver.answer(respondWith(503));
  await publishTestEvent(endpoint);
  const deliverAfter = async (hours: number) => {
    await prisma.$executeRaw`update webhook_endpoints set failing_since = now() - make_interval(hours => ${hours}) where id = ${endpoint.id} and failing_since is not null`;
    await makeDeliveriesDue(endpoint.id);
    return (await deliverDueWebhooks()).map(({ kind }) => kind);
  };
  expect({
    atStart: await deliverAfter(0),
    after23Hours: await deliverAfter(23),
    after25Hours: await deliverAfter(25),
    after26Hours: await deliverAfter(26),
    after121Hours: await deliverAfter(121),
  }).toEqual({
    atStart: [],
    after23Hours: [],
    after25Hours: ['failing'],
    after26Hours: [],
    after121Hours: [],
  });
  // Five days with fewer than ten attempts aren't conclusive.
  for (let attempts = 6; attempts <= 9; attempts++) expect(await deliverAfter(121)).toEqual([]);
  expect(await deliverAfter(121)).toEqual(['disabled']);
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    status: 'disabled',
    disabledReason: 'failing',
  });

  await enableEndpoint(endpoint);
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    status: 'enabled',
    failures: 0,
    failingSince: null,
    failingNotifiedAt: null,
  });
});

test('a successful delivery ends the failure', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  receiver.answer(respondWith(503));
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    failures: 1,
    failingSince: expect.any(Date),
  });
  receiver.answer(respondOk);
  await makeDeliveriesDue(endpoint.id);
  await deliverDueWebhooks();
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    failures: 0,
    failingSince: null,
  });
});

test('during a rotation both secrets sign, afterward only the new one', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  const rotation = await rotateEndpointSecret({ ...endpoint, overlapHours: 1, fromVersion: 1 });
  if (typeof rotation === 'string') throw new Error(rotation);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  await prisma.$executeRaw`update webhook_endpoints set previous_ends_at = now() where id = ${endpoint.id}`;
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const verified = receiver.received.map(({ body, headers }) =>
    [endpoint.secret, rotation.secret].map((secret) =>
      isSignatureAccepted(secret, body, headers as Record<string, string>),
    ),
  );
  expect(verified).toEqual([
    [true, true],
    [false, true],
  ]);
});

function isSignatureAccepted(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

test('a process that slept past its lease changes nothing', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  await publishTestEvent(endpoint);
  await fanOutEvents();
  const [staleDelivery] = await leaseDueDeliveries({ failing: false, free: 10 });
  expect(await leaseDueDeliveries({ failing: false, free: 10 })).toEqual([]);
  await prisma.$executeRaw`update webhook_deliveries set leased_until = now(), next_attempt_at = now() - interval '1 ms' where id = ${staleDelivery!.id}`;
  const [currentDelivery] = await leaseDueDeliveries({ failing: false, free: 10 });
  expect(currentDelivery!.attempts).toBe(2);
  const attempt = { startedAt: new Date(), durationMs: 1, requestHeaders: {} };
  await recordAttempt(
    staleDelivery!,
    { ...attempt, response: { status: 200, headers: {}, body: '' } },
    async () => {},
  );
  expect(await listEndpointDeliveries(endpoint.id)).toMatchObject([
    { status: 'pending', attempts: 2, leasedUntil: expect.any(Date) },
  ]);
  await recordAttempt(
    currentDelivery!,
    { ...attempt, response: { status: 500, headers: {}, body: '' } },
    async () => {},
  );
  await recordAttempt(
    staleDelivery!,
    { ...attempt, response: { status: 200, headers: {}, body: '' } },
    async () => {},
  );
  const [delivery] = await listEndpointDeliveries(endpoint.id);
  expect(delivery).toMatchObject({ status: 'pending', attempts: 2, scheduledAttempts: 1, leasedUntil: null });
  // The attempt is in the log nevertheless.
  expect(delivery!.deliveryAttempts.map(({ status }) => status)).toEqual([200, 500, 200]);
});

test("a stop doesn't wait for a slow endpoint, and another process sends at once", async () => {
  const endpoint = await buildEndpoint(receiver.url);
  receiver.answer(() => {});
  await publishTestEvent(endpoint);
  const stopping = new AbortController();
  const startTime = performance.now();
  setTimeout(() => stopping.abort(), 200);
  await deliverDueWebhooks(stopping.signal);
  expect(performance.now() - startTime).toBeLessThan(5_000);
  expect(await listEndpointDeliveries(endpoint.id)).toMatchObject([
    {
      status: 'pending',
      scheduledAttempts: 0,
      leasedUntil: null,
      deliveryAttempts: [{ error: 'interrupted' }],
    },
  ]);
  receiver.answer(respondOk);
  await deliverDueWebhooks();
  expect(await listEndpointDeliveries(endpoint.id)).toMatchObject([
    { status: 'delivered', scheduledAttempts: 1 },
  ]);
});

test("an endpoint that doesn't respond delays no other", async () => {
  const slow = await startWebhookReceiver((response) => void setTimeout(() => response.end(), 14_000));
  const dead = await buildEndpoint(slow.url);
  const alive = await buildEndpoint(receiver.url);
  for (let i = 0; i < 20; i++) await publishTestEvent(dead);
  await publishTestEvent(alive);
  const stopping = new AbortController();
  const running = deliverDueWebhooks(stopping.signal);
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
  // And events published while it waits.
  await publishTestEvent(alive);
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2);
  expect(slow.received).toHaveLength(8);
  stopping.abort();
  await running;
  await slow.stop();
});

test('one account with many slow endpoints leaves slots for all others, and so do two', async () => {
  const slow = await startWebhookReceiver((response) => void setTimeout(() => response.end(), 14_000));
  const slowAccount = async () => {
    const merchant = await buildMerchant();
    const endpoints = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        buildEndpoint(`${slow.url}/${merchant.accountId}/${i}`, { merchant }),
      ),
    );
    await prisma.webhookEndpoint.updateMany({
      where: { id: { in: endpoints.slice(0, 8).map(({ id }) => id) } },
      data: { failingSince: new Date(), failures: 1 },
    });
    for (let i = 0; i < 8; i++) await publishTestEvent(merchant);
    return merchant.accountId;
  };
  const countRequests = (accountId: string) =>
    slow.received.filter(({ path }) => path.includes(accountId)).length;
  const [one, alive] = [await slowAccount(), await buildEndpoint(receiver.url)];
  const stopping = new AbortController();
  const running = deliverDueWebhooks(stopping.signal);
  // Half of the slots for the eight working endpoints, and one each for the failing ones.
  await expect.poll(() => slow.received.length, { timeout: 10_000 }).toBe(40);
  await publishTestEvent(alive);
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
  const two = await slowAccount();
  await expect.poll(() => countRequests(two), { timeout: 10_000 }).toBeGreaterThan(0);
  await publishTestEvent(alive);
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2);
  expect({
    requestsToFirst: countRequests(one),
    secondIsNotAhead: countRequests(two) <= countRequests(one),
  }).toEqual({ requestsToFirst: 40, secondIsNotAhead: true });
  stopping.abort();
  await running;
  await slow.stop();
});

test("events during an endpoint's disabled time or after its deletion are not sent", async () => {
  const endpoint = await buildEndpoint(receiver.url);
  await disableEndpoint(endpoint);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  expect(await listEndpointDeliveries(endpoint.id)).toMatchObject([{ status: 'dropped', attempts: 0 }]);
  await enableEndpoint(endpoint);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  expect(receiver.received).toHaveLength(1);
  await deleteEndpoint(endpoint);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  expect(receiver.received).toHaveLength(1);
  expect((await listEndpointDeliveries(endpoint.id)).map(({ status }) => status)).toEqual([
    'dropped',
    'delivered',
  ]);
});
