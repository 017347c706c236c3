import { expect, test, vi } from 'vitest';
import { expectConsoleError } from '../tests/setup/errors';
import { buildPayment } from '../tests/world/payments/payments';
import { buildStripeMerchant } from '../tests/world/acquirers/stripe';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { acquirerWebhooks } from './acquirer-webhooks';

const post = (id: string, body: string, headers: Record<string, string> = {}) =>
  acquirerWebhooks.fetch(
    new Request(`http://portal.test/acquirer-webhooks/${id}`, { method: 'POST', body, headers }),
  );

/** What Stripe sends for a payment of the merchant, as one request. */
async function captureWebhook(merchant: Awaited<ReturnType<typeof buildStripeMerchant>>) {
  await buildPayment(merchant.client);
  const { default: Stripe } = await import('stripe');
  const [event] = (
    await new Stripe(merchant.standIn.secretKey, {
      host: merchant.standIn.host,
      port: merchant.standIn.port,
      protocol: 'http',
    }).events.list()
  ).data;
  const body = JSON.stringify(event);
  const sign = (secret: string) => Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  return { event: event!, body, sign };
}

test('a signed webhook is stored before it is acknowledged, and a copy isn’t stored twice', async () => {
  const merchant = await buildStripeMerchant();
  const { connectionId } = merchant;
  const { event, body, sign } = await captureWebhook(merchant);
  const headers = { 'Stripe-Signature': sign(merchant.standIn.webhookSecret) };
  for (let copies = 0; copies < 100; copies++) {
    const response = await post(connectionId, body, headers);
    expect(response.status).toBe(200);
  }
  expect(await prisma.acquirerEvent.findMany({ where: { connectionId } })).toMatchObject([
    { eventId: event.id, type: event.type, deliveries: 100, processedAt: null },
  ]);
});

test('a webhook that another secret signed, or that was changed, is refused', async () => {
  const merchant = await buildStripeMerchant();
  const other = await buildStripeMerchant({ webhookSecret: 'whsec_of_another_connection' });
  const { connectionId } = merchant;
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  const { body, sign } = await captureWebhook(merchant);
  const own = { 'Stripe-Signature': sign(merchant.standIn.webhookSecret) };
  for (const [text, headers] of [
    [body, { 'Stripe-Signature': sign(other.standIn.webhookSecret) }],
    [`${body} `, own],
    [body, { 'Stripe-Signature': 't=1,v1=00' }],
    [body, {}],
    ['', {}],
  ] as const) {
    const response = await post(connectionId, text, headers);
    expect({ status: response.status, text: await response.text() }).toEqual({
      status: 400,
      text: 'The signature is missing or invalid.',
    });
  }
  expect((await post(other.connectionId, body, own)).status).toBe(400);
  expect(await prisma.acquirerEvent.count({ where: { connectionId } })).toBe(0);
  expect(warn).toHaveBeenCalledTimes(6);
  warn.mockRestore();
});

test('an address of no connection answers 404, and a huge webhook 413', async () => {
  const { connectionId } = await buildStripeMerchant();
  for (const id of ['con_simulator_test', createId('con'), 'x', '%00'])
    expect((await post(id, '{}')).status).toBe(404);
  expect((await post(connectionId, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
});

test('nothing is acknowledged that isn’t stored', async () => {
  const merchant = await buildStripeMerchant();
  const { body, sign } = await captureWebhook(merchant);
  const headers = { 'Stripe-Signature': sign(merchant.standIn.webhookSecret) };
  const { pool } = await import('~/platform/database/db.server');
  const query = vi.spyOn(pool, 'query').mockRejectedValue(new Error('the database is away'));
  expectConsoleError();
  expect((await post(merchant.connectionId, body, headers)).status).toBe(500);
  query.mockRestore();
});
