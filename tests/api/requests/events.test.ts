import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { flushRequests } from '~/api/request-log/request-log';
import type { EventType } from '~/webhooks/events/event-types';
import { buildSamplePayload } from '~/webhooks/events/sample-payloads';
import { sendTestEvent } from '~/webhooks/events/test-events';
import { startWebhookReceiver, type WebhookReceiver } from '../../peers/services/webhook-receiver';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { buildMerchant, goLive } from '../../world/merchants';
import { buildPayment, sendCaptureOrVoid } from '../../world/payments/payments';
import { buildEndpoint, deliverDueWebhooks } from '../../world/webhooks';

let receiver: WebhookReceiver;
beforeAll(async () => void (receiver = await startWebhookReceiver()));
afterAll(() => receiver.stop());

/** An event of this millisecond isn't listed yet if the database's clock is as coarse as the embedded one's. */
const nextMillisecond = () => sleep(5);

type ListedEvent = { id: string; type: string; data: { id: string } };

/** Reads from a position to the end, as a program would. */
async function readAll(client: ApiClient, { after, limit = 100 }: { after?: string; limit?: number } = {}) {
  const events: ListedEvent[] = [];
  let position = after;
  await nextMillisecond();
  for (;;) {
    const query = `limit=${limit}${position === undefined ? '' : `&after=${position}`}`;
    const { status, json, text } = await client.get(`/events?${query}`);
    expect(status, text).toBe(200);
    events.push(...(json.events as ListedEvent[]));
    expect(json.events.length).toBeLessThanOrEqual(limit);
    position = json.next_after as string | undefined;
    if (!json.has_more) return { events, position };
  }
}

/** An event with the members that the API describes. */
async function publish(
  accountId: string,
  {
    environment = 'test',
    type = 'transaction.captured',
  }: { environment?: Environment; type?: EventType } = {},
): Promise<string> {
  const id = createId('evt');
  const payload = buildSamplePayload(type, new Date());
  await prisma.webhookEvent.create({ data: { id, accountId, environment, type, payload } });
  return id;
}

const toTypes = ({ events }: { events: ListedEvent[] }) => events.map(({ type }) => type);

test('events are listed in order and page by page, without an endpoint', async () => {
  const client = await buildApiClient();
  expect(await readAll(client)).toEqual({ events: [], position: undefined });
  const { id } = await buildPayment(client);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 1 });
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  const all = await readAll(client);
  expect(toTypes(all)).toEqual([
    'transaction.authorized',
    'transaction.partial_captured',
    'transaction.partially_voided',
  ]);
  expect(all.position).toBe(all.events[2]!.id);
  expect(await readAll(client, { limit: 1 })).toEqual(all);
  expect(await readAll(client, { limit: 2 })).toEqual(all);
  const hasMore = async (limit: number) => (await client.get(`/events?limit=${limit}`)).json.has_more;
  expect([await hasMore(2), await hasMore(3)]).toEqual([true, false]);
  expect(await readAll(client, { after: all.events[0]!.id })).toEqual({
    ...all,
    events: all.events.slice(1),
  });
  expect(await readAll(client, { after: all.position })).toEqual({ events: [], position: all.position });
});

test('`latest` skips the existing events, and none of the following', async () => {
  const client = await buildApiClient();
  expect((await client.get('/events?after=latest')).json).toEqual({ events: [], has_more: false });
  await buildPayment(client);
  const { position } = await readAll(client);
  expect((await client.get('/events?after=latest')).json).toEqual({
    events: [],
    has_more: false,
    next_after: position,
  });
  await buildPayment(client, { operation: 'authcap' });
  expect(toTypes(await readAll(client, { after: position }))).toEqual(['transaction.captured']);
});

test('an event has the content of its webhook, byte for byte', async () => {
  const client = await buildApiClient();
  await buildEndpoint(receiver.url, { merchant: client.merchant });
  await buildPayment(client);
  await deliverDueWebhooks();
  const { events } = await readAll(client);
  expect(events).toHaveLength(1);
  const { id, ...message } = events[0]!;
  const webhook = receiver.received.find(({ headers }) => headers['webhook-id'] === id)!;
  expect(JSON.stringify(message)).toBe(webhook.body);
});

test.each(['the same', 'another'])(
  'an event that commits later than its successor is not missed: %s database login',
  async (login) => {
    const client = await buildApiClient();
    const { accountId } = client.merchant;
    const { position } = await readAll(client);
    // The embedded database has one connection, so its transactions can't overlap.
    if (!process.env.DATABASE_URL) return;
    const slow = new pg.Client({
      connectionString: login === 'the same' ? process.env.DATABASE_URL : process.env.MIGRATION_DATABASE_URL,
      application_name: 'tillway 1@other-process',
    });
    await slow.connect();
    try {
      const first = createId('evt');
      await slow.query('begin');
      await slow.query(
        `insert into webhook_events (id, account_id, environment, type, payload) values ($1, $2, 'test', 'transaction.captured', $3)`,
        [first, accountId, buildSamplePayload('transaction.captured', new Date())],
      );
      const second = await publish(accountId);
      // The second one is listed after the first, which isn't committed yet.
      const meanwhile = await readAll(client, { after: position });
      await slow.query('commit');
      await slow.end();
      const then = await readAll(client, { after: meanwhile.position });
      expect([...meanwhile.events, ...then.events].map(({ id }) => id)).toEqual([first, second]);
    } finally {
      await slow.end();
    }
  },
);

test('the position of another merchant, another environment, or no event is rejected alike (threats T1 and T2)', async () => {
  const client = await buildApiClient();
  const merchant = await goLive(await buildMerchant());
  const live = await buildApiClient(merchant, 'live');
  const foreign = await publish(merchant.accountId);
  const ownInLive = await publish(merchant.accountId, { environment: 'live' });
  expect((await readAll(live)).events.map(({ id }) => id)).toEqual([ownInLive]);
  const positions = [foreign, ownInLive, createId('evt'), 'evt_1', 'first', '%00'];
  for (const reply of await Promise.all(positions.map((id) => client.get(`/events?after=${id}`)))) {
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({
      code: 'invalid_query',
      errors: [
        {
          field: 'after',
          code: 'invalid_value',
          message: 'isn’t one of your events of the last 30 days in this environment',
        },
      ],
    });
  }
  expect((await live.get(`/events?after=${foreign}`)).status).toBe(400);
});

test.each([
  ['limit=0', 'limit too_small'],
  ['limit=101', 'limit too_big'],
  ['limit=-1', 'limit invalid_value'],
  ['limit=1.5', 'limit invalid_value'],
  ['limit=1e1', 'limit invalid_value'],
  ['limit=', 'limit invalid_value'],
  ['limit=1&limit=2', 'limit wrong_type'],
  ['after=', 'after too_small'],
  [`after=${'e'.repeat(65)}`, 'after too_big'],
  ['before=evt_1', 'before unknown_field'],
])('the query %s is rejected', async (query, error) => {
  const { status, json } = await (await buildApiClient()).get(`/events?${query}`);
  expect({ status, code: json.code }).toEqual({ status: 400, code: 'invalid_query' });
  expect(json.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual([
    error,
  ]);
});

test('test events from the portal are not listed, but a reader can continue after one', async () => {
  const client = await buildApiClient();
  const { accountId, environment, id, by } = await buildEndpoint(receiver.url, { merchant: client.merchant });
  const eventId = createId('evt');
  await sendTestEvent({ accountId, environment, id, eventId, type: 'webhook.test', by });
  expect((await readAll(client)).events).toEqual([]);
  await buildPayment(client);
  expect(toTypes(await readAll(client, { after: eventId }))).toEqual(['transaction.authorized']);
});

test('the request log shows the requests that returned events, without card tokens', async () => {
  const client = await buildApiClient();
  await client.get('/events?after=latest');
  await client.get('/events');
  const eventId = await publish(client.merchant.accountId, { type: 'card.updated' });
  await nextMillisecond();
  await client.get('/events?limit=5');
  await client.get(`/events?after=${eventId}`);
  await flushRequests();
  const { accountId } = client.merchant;
  const logged = await prisma.apiRequest.findMany({ where: { accountId, operation: 'listEvents' } });
  expect(logged).toMatchObject([{ path: '/events?limit=5', status: 200 }]);
  expect(logged[0]!.responseBody).toMatch(/"token":"tok_…\w{4}".*"expiry":"\[secret\]"/);
});
