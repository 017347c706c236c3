import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pool, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/peers/services/webhook-receiver';
import {
  buildEndpoint,
  dropWaitingDeliveries,
  publishTestEvent,
  type BuiltEndpoint,
} from '../../../tests/world/webhooks';
import { runDeliveryWorker } from './delivery-worker';
import { fanOutEvents } from '~/webhooks/events/fan-out';
import { sendTestEvent } from '~/webhooks/events/test-events';

let receiver: WebhookReceiver;
let endpoint: BuiltEndpoint;
beforeAll(async () => void (receiver = await startWebhookReceiver()));
afterAll(() => receiver.stop());
beforeEach(async () => {
  while ((await fanOutEvents()).events);
  await dropWaitingDeliveries();
  endpoint = await buildEndpoint(receiver.url);
  receiver.received.length = 0;
});

/**
 * A process that has been idle for so long that it polls every two seconds, and has just polled.
 * @returns how often it has polled
 */
async function startIdleWorker(
  expectedPolls: number,
): Promise<{ pollCount: () => number; stop: () => Promise<void> }> {
  const query = vi.spyOn(pool, 'query');
  const pollCount = () =>
    query.mock.calls.filter(
      ([statement]) => (statement as unknown as { name?: string }).name === 'find-webhook-work',
    ).length;
  const stopping = new AbortController();
  const running = runDeliveryWorker(stopping.signal, async () => {});
  await expect.poll(pollCount, { timeout: 10_000, interval: 20 }).toBe(expectedPolls);
  const stop = async () => {
    stopping.abort();
    await running;
    query.mockRestore();
  };
  return { pollCount, stop };
}

const expectArrivals = (withinMs: number, count = 1) =>
  expect.poll(() => receiver.received.length, { timeout: withinMs, interval: 20 }).toBe(count);

test('an idle process polls every two seconds, and at once after writing an event', async () => {
  const startTime = performance.now();
  const { pollCount, stop } = await startIdleWorker(5);
  expect(performance.now() - startTime).toBeGreaterThan(2_900);
  await sleep(1_000);
  expect(pollCount()).toBe(5);
  await publishTestEvent(endpoint);
  await expectArrivals(700);
  await stop();
});

test("another process's events are found within two seconds, and due deliveries are sent on time", async () => {
  const { stop } = await startIdleWorker(5);
  // Written by another process.
  const { accountId, environment, id: endpointId } = endpoint;
  const eventId = createId('evt');
  await prisma.webhookEvent.create({
    data: {
      id: eventId,
      accountId,
      environment,
      type: 'refund.created',
      payload: {},
      fannedOutAt: new Date(),
    },
  });
  await prisma.$executeRaw`
    insert into webhook_deliveries (id, event_id, endpoint_id, account_id, environment, event_type, next_attempt_at)
    values (${createId('dlv')}, ${eventId}, ${endpointId}, ${accountId}, ${environment}, 'refund.created', now() + interval '2500 milliseconds')`;
  await sleep(2_100);
  expect(receiver.received).toEqual([]);
  await expectArrivals(1_000);
  await stop();
});

test('a test event wakes the process that created it', async () => {
  const { stop } = await startIdleWorker(5);
  await sendTestEvent({ ...endpoint, eventId: createId('evt'), type: 'webhook.test' });
  await expectArrivals(700);
  await stop();
});

test('a process stops while it waits', async () => {
  const { stop } = await startIdleWorker(5);
  const startTime = performance.now();
  await stop();
  expect(performance.now() - startTime).toBeLessThan(500);
});
