import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import {
  respondOk,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../tests/peers/services/webhook-receiver';
import { buildMerchant } from '../../../tests/world/merchants';
import {
  buildEndpoint,
  deliverDueWebhooks,
  listEndpointDeliveries,
  dropWaitingDeliveries,
  publishTestEvent,
} from '../../../tests/world/webhooks';
import {
  findDeliveriesById,
  findDelivery,
  listDeliveries,
  readEndpointHealth,
} from '~/webhooks/deliveries/delivery-log';
import { rotateEndpointSecret } from './endpoint-secrets';
import {
  checkEndpoint,
  createEndpoint,
  editEndpoint,
  findEndpoint,
  listEndpoints,
  maximumEndpoints,
  type EndpointErrors,
} from './endpoints';
import type { EndpointKey } from './endpoint-key';
import { eventTypeNames, testEventType } from '~/webhooks/events/event-types';
import type { NotifyEndpointOwner } from './endpoint-notifications';
import {
  countUndelivered,
  findOutageStart,
  resendDelivery,
  resendSince,
} from '~/webhooks/deliveries/resends';
import { deleteOldWebhooks } from '~/webhooks/events/event-retention';
import { buildSamplePayload } from '~/webhooks/events/sample-payloads';
import { deleteEndpoint, disableEndpoint, enableEndpoint } from './endpoint-status';
import { sendTestEvent } from '~/webhooks/events/test-events';

let receiver: WebhookReceiver;
beforeAll(async () => void (receiver = await startWebhookReceiver()));
afterAll(() => receiver.stop());

const accepted = { url: 'https://shop.example/', description: '', events: [] };
const notifyOwner: NotifyEndpointOwner = async () => {};
const buildStrangerKey = async ({
  id,
}: {
  id: string;
}): Promise<EndpointKey & { by: string; notifyOwner: NotifyEndpointOwner }> => {
  const { accountId, ownerId: by } = await buildMerchant();
  return { accountId, environment: 'test', id, by, notifyOwner };
};
const listActions = async (accountId: string) =>
  (await listAudit({ accountId })).entries.map(({ action }) => action).reverse();

test('a form sent twice creates one endpoint', async () => {
  const { accountId, ownerId: by } = await buildMerchant();
  const key = { accountId, environment: 'test' as const, id: createId('hook') };
  const [first, second] = await Promise.all([
    createEndpoint({ ...key, accepted, by, notifyOwner }),
    createEndpoint({ ...key, accepted, by, notifyOwner }),
  ]);
  expect(first).toEqual({ secret: expect.stringMatching(/^whsec_/) });
  expect(second).toEqual(first);
  expect(await listEndpoints(key)).toHaveLength(1);
  expect(await listActions(accountId)).toEqual(['webhook_endpoint_created']);
  // Another account can't read its secret by ID, and after a minute nobody can.
  expect(await createEndpoint({ ...(await buildStrangerKey(key)), accepted })).toBe('exists');
  expect(await createEndpoint({ ...key, environment: 'live', accepted, by, notifyOwner })).toBe('exists');
  await prisma.webhookEndpoint.update({
    where: { id: key.id },
    data: { createdAt: new Date(Date.now() - 120_000) },
  });
  expect(await createEndpoint({ ...key, accepted, by, notifyOwner })).toBe('exists');
  expect((await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: key.id } })).sealed).not.toContain(
    'whsec',
  );
});

test(`an environment has ${maximumEndpoints} endpoints at most, also when the last ones come at once`, async () => {
  const { accountId, ownerId: by } = await buildMerchant();
  const add = (environment: 'test' | 'live' = 'test') =>
    createEndpoint({ accountId, environment, id: createId('hook'), accepted, by, notifyOwner });
  for (let i = 1; i < maximumEndpoints; i++) await add();
  const last = await Promise.all([add(), add(), add()]);
  expect(last.filter((result) => result === 'too_many')).toHaveLength(2);
  expect(typeof (await add('live'))).toBe('object');
  const [first] = await listEndpoints({ accountId, environment: 'test' });
  await deleteEndpoint({ accountId, environment: 'test', id: first!.id, by });
  expect(typeof (await add())).toBe('object');
});

test('all errors of the input are reported at once', async () => {
  expect(
    await checkEndpoint(
      { url: 'ftp://x', description: 'x'.repeat(201), events: ['nothing.happened'] },
      'test',
    ),
  ).toEqual({ errors: { url: 'not_https', description: 'too_long', events: 'unknown_event' } });
  expect(
    await checkEndpoint({ url: '', description: 'card 4242 4242 4242 4242', events: [] }, 'test'),
  ).toEqual({ errors: { url: 'missing', description: 'card_number' } });
  expect(
    await checkEndpoint({ url: 'http://localhost:3000/x', description: '', events: [] }, 'live'),
  ).toEqual({ errors: { url: 'not_https' } });
  expect(
    await checkEndpoint({ url: 'https://shop.example', description: '', events: [] }, 'live', async () => [
      '10.0.0.1',
    ]),
  ).toEqual({ errors: { url: 'private_address' } });
  expect(
    await checkEndpoint({ url: 'https://shop.example', description: '', events: [] }, 'live', async () => []),
  ).toEqual({ errors: { url: 'name_not_found' } });
  const checked = await checkEndpoint(
    {
      url: 'https://shop.example',
      description: ' Our\0 shop\r\n ',
      events: ['refund.created', 'chargeback.won', 'refund.created'],
    },
    'live',
    async () => ['8.8.8.8'],
  );
  expect(checked).toEqual({
    accepted: {
      url: 'https://shop.example/',
      description: 'Our shop',
      events: ['chargeback.won', 'refund.created'],
    },
  });
});

test.each<[string, string[], 'accepted' | EndpointErrors['url']]>([
  ['http://localhost:4242/hooks', ['127.0.0.1', '::1'], 'accepted'],
  ['http://shop:3000/hooks', ['172.18.0.4'], 'accepted'],
  ['https://10.0.0.1/hooks', [], 'accepted'],
  ['http://192.168.0.7:8080/', [], 'accepted'],
  ['http://example.com/hook', ['93.184.216.34'], 'not_https'],
  ['http://example.com/hook', [], 'not_https'],
  ['http://mixed.example/hook', ['10.0.0.1', '93.184.216.34'], 'not_https'],
  ['http://1.1.1.1/', [], 'not_https'],
  ['https://example.com/hook', [], 'name_not_found'],
  ['https://example.com:4242/hook', ['93.184.216.34'], 'accepted'],
])('in a development installation, the test endpoint %s at %j is %s', async (url, addresses, result) => {
  const check = (environment: 'test' | 'live') =>
    checkEndpoint({ url, description: '', events: [] }, environment, async () => addresses);
  expect(await check('test')).toEqual(
    result === 'accepted' ? { accepted: { url, description: '', events: [] } } : { errors: { url: result } },
  );
  expect(await check('live')).toHaveProperty('errors.url');
});

test('every change is audited, and no other merchant can make one', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  const change = { ...accepted, url: receiver.url, description: 'Warehouse', events: ['refund.created'] };
  const other = { ...(await buildStrangerKey(endpoint)) };
  for (const wrong of [other, { ...endpoint, environment: 'live' as const }]) {
    expect(await editEndpoint({ ...wrong, accepted: change })).toBe('not_found');
    expect(await disableEndpoint(wrong)).toBe('not_found');
    expect(await enableEndpoint(wrong)).toBe('not_found');
    expect(await rotateEndpointSecret({ ...wrong, overlapHours: 0, fromVersion: 1 })).toBe('not_found');
    expect(await sendTestEvent({ ...wrong, eventId: createId('evt'), type: testEventType })).toBe(
      'not_found',
    );
    expect(await resendSince({ ...wrong, since: new Date(0) })).toBe('not_found');
    expect(await deleteEndpoint(wrong)).toBe('not_found');
    expect(await findEndpoint(wrong)).toBeNull();
    expect((await listDeliveries(wrong)).deliveries).toEqual([]);
  }
  expect(await editEndpoint({ ...endpoint, accepted: change })).toBe('edited');
  expect(await editEndpoint({ ...endpoint, accepted: change })).toBe('edited');
  await disableEndpoint(endpoint);
  await disableEndpoint(endpoint);
  await enableEndpoint(endpoint);
  await deleteEndpoint(endpoint);
  expect(await editEndpoint({ ...endpoint, accepted: change })).toBe('not_found');
  const { entries } = await listAudit({ accountId: endpoint.accountId });
  expect(entries.map(({ action }) => action).reverse()).toEqual(
    ['created', 'edited', 'disabled', 'enabled', 'deleted'].map((done) => `webhook_endpoint_${done}`),
  );
  expect(entries.at(-2)).toMatchObject({
    actor: `portal:${endpoint.by}`,
    before: { events: 'all' },
    after: { events: 'refund.created', description: 'Warehouse' },
  });
  expect(JSON.stringify(entries)).not.toContain('whsec');
});

test('a new URL resets the failures, any other change keeps them', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  const failing = { failures: 4, failingSince: new Date(), failingNotifiedAt: new Date() };
  await prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: failing });
  const edit = (change: object) =>
    editEndpoint({
      ...endpoint,
      accepted: { url: `${receiver.url}/`, description: '', events: [], ...change },
    });
  await edit({ description: 'Still failing' });
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject(failing);
  await edit({ url: `${receiver.url}/new` });
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    failures: 0,
    failingSince: null,
    failingNotifiedAt: null,
  });
});

test('a form sent twice rotates a secret once, and at most two secrets sign', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  const rotate = (fromVersion: number, overlapHours: 0 | 24 = 24) =>
    rotateEndpointSecret({ ...endpoint, overlapHours, fromVersion });
  const [first, second] = await Promise.all([rotate(1), rotate(1)]);
  expect(second).toEqual(first);
  expect(first).not.toEqual({ secret: endpoint.secret });
  expect(await rotate(2)).toBe('two_secrets_sign');
  expect(await rotate(2, 0)).toEqual({ secret: expect.stringMatching(/^whsec_/) });
  expect(await rotate(1)).toBe('rotated_meanwhile');
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    secretVersion: 3,
    previousSealed: null,
    previousEndsAt: null,
  });
  expect(
    (await listActions(endpoint.accountId)).filter((action) => action === 'webhook_secret_rotated'),
  ).toHaveLength(2);
});

test('a delivery can be resent, whatever its status, unless an attempt is in progress', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const [{ id }] = (await listEndpointDeliveries(endpoint.id)) as unknown as [{ id: string }];
  const key = { ...endpoint, id };
  expect(await resendDelivery({ ...(await buildStrangerKey({ id })) })).toBe('not_found');
  expect({ first: await resendDelivery(key), second: await resendDelivery(key) }).toEqual({
    first: 'queued',
    second: 'queued',
  });
  await deliverDueWebhooks();
  const [delivery] = await listEndpointDeliveries(endpoint.id);
  expect(delivery).toMatchObject({
    status: 'delivered',
    attempts: 2,
    scheduledAttempts: 1,
    requestedBy: null,
  });
  expect(delivery!.deliveryAttempts.map(({ requestedBy }) => requestedBy)).toEqual([
    null,
    `portal:${endpoint.by}`,
  ]);
  await prisma.$executeRaw`update webhook_deliveries set status = 'pending', finished_at = null, next_attempt_at = now() + interval '1 minute', leased_until = now() + interval '1 minute' where id = ${id}`;
  expect(await resendDelivery(key)).toBe('attempt_running');
  await disableEndpoint(endpoint);
  expect(await resendDelivery(key)).toBe('endpoint_disabled');
  await deleteEndpoint(endpoint);
  expect(await resendDelivery(key)).toBe('endpoint_deleted');
  expect(
    (await listActions(endpoint.accountId)).filter((action) => action === 'webhook_delivery_resent'),
  ).toHaveLength(1);
});

test('what failed when the endpoint was disabled can be resent, and counts as failed', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  receiver.answer((response) => response.writeHead(410).end());
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const { disabledAt } = (await findEndpoint(endpoint))!;
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  expect((await listDeliveries(endpoint)).deliveries).toMatchObject([
    { status: 'dropped', last: null },
    { status: 'failed', last: { status: 410 } },
  ]);
  expect(await readEndpointHealth([endpoint.id])).toMatchObject([{ ended: 1, arrived: 0 }]);
  await enableEndpoint(endpoint);
  receiver.answer(respondOk);
  expect(await resendSince({ ...endpoint, since: disabledAt! })).toEqual({ count: 2, more: false });
  await deliverDueWebhooks();
  expect(await readEndpointHealth([endpoint.id])).toMatchObject([{ ended: 2, arrived: 2, dropped: 0 }]);
});

test('the list of deliveries and the page of one have the time of the event', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  const eventId = await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const createdAt = new Date(Date.now() + 120_000);
  await prisma.webhookDelivery.updateMany({ where: { eventId }, data: { createdAt } });
  const event = await prisma.webhookEvent.findFirstOrThrow({ where: { id: eventId } });
  const [listed] = (await listDeliveries(endpoint)).deliveries;
  const [found] = await findDeliveriesById({ ...endpoint, id: eventId });
  const delivery = await findDelivery({ ...endpoint, id: listed!.id });
  expect([listed!.createdAt, found!.createdAt, delivery!.event.createdAt]).toEqual(
    Array(3).fill(event.createdAt),
  );
});

test('all undelivered events since a time can be resent', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  await disableEndpoint(endpoint);
  for (let i = 0; i < 3; i++) await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const since = new Date(Date.now() - 60_000);
  expect(await resendSince({ ...endpoint, since })).toBe('endpoint_disabled');
  await enableEndpoint(endpoint);
  expect({
    sinceStart: await countUndelivered(endpoint.id, since),
    sinceLater: await countUndelivered(endpoint.id, new Date(Date.now() + 60_000)),
  }).toEqual({ sinceStart: 3, sinceLater: 0 });
  expect(await resendSince({ ...endpoint, since })).toEqual({ count: 3, more: false });
  expect(await resendSince({ ...endpoint, since })).toEqual({ count: 0, more: false });
  await deliverDueWebhooks();
  expect(
    (await listEndpointDeliveries(endpoint.id)).map(({ status, attempts }) => [status, attempts]),
  ).toEqual([
    ['delivered', 1],
    ['delivered', 1],
    ['delivered', 1],
    ['delivered', 1],
  ]);
  expect(await readEndpointHealth([endpoint.id])).toEqual([
    { endpointId: endpoint.id, ended: 4, arrived: 4, retrying: 0, dropped: 0, lastAt: expect.any(Date) },
  ]);
});

test('an outage starts at the last success before the endpoint was disabled', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  const disabledAt = new Date();
  const daysBefore = (days: number) => new Date(disabledAt.getTime() - days * 86_400_000);
  expect(await findOutageStart(endpoint.id, disabledAt)).toEqual(new Date(0));
  for (const [status, finishedAt] of [
    ['delivered', daysBefore(6)],
    ['failed', daysBefore(2)],
    ['dropped', daysBefore(-1)],
    ['delivered', daysBefore(-2)],
  ] as const) {
    const eventId = await publishTestEvent(endpoint);
    await deliverDueWebhooks();
    await prisma.webhookDelivery.updateMany({ where: { eventId }, data: { status, finishedAt } });
  }
  const since = await findOutageStart(endpoint.id, disabledAt);
  expect(since).toEqual(daysBefore(6));
  expect(await resendSince({ ...endpoint, since })).toEqual({ count: 2, more: false });
  await deliverDueWebhooks();
});

test('a test event goes only to its endpoint, once, and is marked as a sample', async () => {
  const endpoint = await buildEndpoint(`${receiver.url}/tested`, { events: ['refund.created'] });
  const merchant = {
    accountId: endpoint.accountId,
    ownerId: endpoint.by,
    clientId: '',
    clientSecret: '',
    secretId: '',
  };
  await buildEndpoint(`${receiver.url}/untested`, { merchant });
  const testEvent = { ...endpoint, eventId: createId('evt'), type: 'webhook.test' as const };
  const sent = await sendTestEvent(testEvent);
  expect(await sendTestEvent(testEvent)).toEqual(sent);
  await sendTestEvent({ ...testEvent, eventId: createId('evt'), type: 'chargeback.won' });
  receiver.received.length = 0;
  await deliverDueWebhooks();
  const bodies = receiver.received.map(
    ({ path, body }) => [path, JSON.parse(body)] as [string, { type: string }],
  );
  // They run concurrently, so either can come first.
  expect(bodies.sort(([, a], [, b]) => (a.type < b.type ? -1 : 1))).toMatchObject([
    [
      '/tested',
      {
        type: 'chargeback.won',
        environment: 'test',
        sample: true,
        data: { type: 'CHARGEBACK', status: 'VOIDED' },
      },
    ],
    ['/tested', { type: 'webhook.test', environment: 'test', sample: true }],
  ]);
  // A past event isn't sent to an endpoint that wasn't subscribed to it.
  const publishedId = await publishTestEvent({ accountId: endpoint.accountId }, 'refund.settled');
  expect(await sendTestEvent({ ...testEvent, eventId: publishedId })).toBe('not_found');
  await disableEndpoint(endpoint);
  expect(await sendTestEvent({ ...testEvent, eventId: createId('evt') })).toBe('disabled');
});

test.each([...eventTypeNames, testEventType] as const)('there is a sample of %s', (type) => {
  expect(Object.keys(buildSamplePayload(type, new Date())).length).toBeGreaterThan(0);
});

test('events older than thirty days are deleted unless a delivery is pending', async () => {
  const endpoint = await buildEndpoint(receiver.url);
  const at = Date.now() - 31 * 86_400_000;
  const old = async (status: 'pending' | 'delivered') => {
    const eventId = createId('evt', at);
    const id = createId('dlv', at);
    const { accountId, environment } = endpoint;
    await prisma.webhookEvent.create({
      data: {
        id: eventId,
        accountId,
        environment,
        type: 'refund.created',
        payload: {},
        createdAt: new Date(at),
        fannedOutAt: new Date(),
      },
    });
    await prisma.webhookDelivery.create({
      data: {
        id,
        eventId,
        endpointId: endpoint.id,
        accountId,
        environment,
        eventType: 'refund.created',
        status,
        ...(status === 'delivered' && { nextAttemptAt: null, finishedAt: new Date() }),
      },
    });
    await prisma.webhookAttempt.create({
      data: { deliveryId: id, startedAt: new Date(), durationMs: 1, error: 'timeout', requestHeaders: {} },
    });
    return { id, eventId };
  };
  const [pendingDelivery, delivered] = [await old('pending'), await old('delivered')];
  const recentId = await publishTestEvent(endpoint);
  await deleteOldWebhooks(new AbortController().signal);
  expect(
    (await listEndpointDeliveries(endpoint.id)).map(({ id, deliveryAttempts: attempts }) => [
      id,
      attempts.length,
    ]),
  ).toEqual([[pendingDelivery.id, 1]]);
  expect(
    (
      await prisma.webhookEvent.findMany({
        where: { id: { in: [pendingDelivery.eventId, delivered.eventId, recentId] } },
      })
    )
      .map(({ id }) => id)
      .sort(),
  ).toEqual([pendingDelivery.eventId, recentId].sort());
  await dropWaitingDeliveries();
});
