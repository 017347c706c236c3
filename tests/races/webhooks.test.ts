import { expect, onTestFinished, test } from 'vitest';
import { pool, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { fanOutEvents } from '~/webhooks/events/fan-out';
import { leaseDueDeliveries } from '~/webhooks/deliveries/delivery-attempts';
import { findDelivery } from '~/webhooks/deliveries/delivery-log';
import { startWebhookReceiver } from '../peers/services/webhook-receiver';
import { buildMerchant } from '../world/merchants';
import {
  buildEndpoint,
  deliverDueWebhooks,
  listEndpointDeliveries,
  dropWaitingDeliveries,
  publishTestEvent,
} from '../world/webhooks';

const workers = 4;
const count = 400;

/** Many at once, as payments write them. */
async function publishManyEvents(accountId: string): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, i) => createId('evt', Date.now() - count + i));
  await prisma.webhookEvent.createMany({
    data: ids.map((id) => ({
      id,
      accountId,
      environment: 'test',
      type: 'transaction.captured',
      payload: {},
    })),
  });
  return ids;
}

test('four workers claim each event once per endpoint, in order', async () => {
  const merchant = await buildMerchant();
  const endpoints = [
    await buildEndpoint('https://localhost/a', { merchant }),
    await buildEndpoint('https://localhost/b', { merchant }),
  ];
  const ids = await publishManyEvents(merchant.accountId);
  const fanOutAll = async () => {
    while ((await fanOutEvents()).events);
  };
  await Promise.all(Array.from({ length: workers }, fanOutAll));
  for (const { id } of endpoints) {
    const deliveries = await listEndpointDeliveries(id);
    expect(deliveries.map(({ eventId }) => eventId).sort()).toEqual(ids);
  }
  expect(
    await prisma.webhookEvent.count({ where: { accountId: merchant.accountId, fannedOutAt: null } }),
  ).toBe(0);
  // Four workers that claim deliveries get each one once.
  const leased = (
    await Promise.all(Array.from({ length: 40 }, () => leaseDueDeliveries({ failing: false, free: 16 })))
  )
    .flat()
    .map(({ id }) => id);
  expect(new Set(leased).size).toBe(leased.length);
  expect(leased.length).toBeGreaterThanOrEqual(8);
  await dropWaitingDeliveries();
});

test('four workers send each event once', async () => {
  const receiver = await startWebhookReceiver();
  const endpoint = await buildEndpoint(receiver.url);
  const ids = await publishManyEvents(endpoint.accountId);
  // Each stops when nothing is due, as a timer's run does, and is started again.
  const work = async () => {
    while (
      await prisma.webhookEvent.count({
        where: {
          accountId: endpoint.accountId,
          OR: [{ fannedOutAt: null }, { deliveries: { some: { status: 'pending' } } }],
        },
      })
    )
      await deliverDueWebhooks();
  };
  await Promise.all(Array.from({ length: workers }, work));
  expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(ids);
  expect(
    await prisma.webhookDelivery.groupBy({
      by: ['status', 'attempts'],
      where: { endpointId: endpoint.id },
      _count: true,
    }),
  ).toMatchObject([{ status: 'delivered', attempts: 1, _count: count }]);
  await receiver.stop();
});

test('the page of a delivery is one snapshot while an attempt ends', async () => {
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.stop());
  const endpoint = await buildEndpoint(receiver.url);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const [{ id } = { id: '' }] = await listEndpointDeliveries(endpoint.id);
  const writer = await pool.connect();
  try {
    await writer.query('begin; lock table webhook_attempts in access exclusive mode');
    const reading = findDelivery({ ...endpoint, id });
    // It has read the delivery, and waits for the attempts.
    await expect
      .poll(
        async () =>
          (
            await writer.query(
              `select from pg_locks where relation = 'webhook_attempts'::regclass and not granted
                and database = (select oid from pg_database where datname = current_database())`,
            )
          ).rowCount,
        { interval: 10 },
      )
      .toBe(1);
    await writer.query('delete from webhook_attempts where delivery_id = $1', [id]);
    await writer.query('commit');
    expect(await reading).toMatchObject({ state: 'delivered', deliveryAttempts: [{ status: 200 }] });
  } finally {
    writer.release(true);
  }
});
