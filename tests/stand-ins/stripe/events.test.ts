import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startStripeStandIn, type StripeStandIn } from './server';
import { createTestClient, expectStripeError, pay } from './test-client';

type Received = { body: string; signature: string | undefined };
const received: Received[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    received.push({ body, signature: request.headers['stripe-signature'] as string | undefined });
    response.writeHead(204).end();
  });
});

let standIn: StripeStandIn;
let stripe: Stripe;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  standIn = await startStripeStandIn({
    laterSeconds: 1_000,
    connectedAccounts: ['acct_connected'],
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`,
  });
  stripe = createTestClient(standIn);
});
afterAll(async () => {
  await standIn.close();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  standIn.control.setWebhooks({ held: false, copies: 1, signature: 'valid' });
  await standIn.control.releaseWebhooks();
  received.length = 0;
});

/** The events so far, checked by the SDK. */
async function receiveEvents(): Promise<Stripe.Event[]> {
  await standIn.control.webhooksSettled();
  return received.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature!, standIn.webhookSecret),
  );
}
const receiveTypes = async () => (await receiveEvents()).map(({ type }) => type);

describe('events', () => {
  test('of a payment', async () => {
    const { id } = await pay(stripe, { capture_method: 'manual' });
    expect(await receiveTypes()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
    ]);
    received.length = 0;
    const { lastResponse } = await stripe.paymentIntents.capture(id, {}, { idempotencyKey: 'capture-1' });
    const events = await receiveEvents();
    expect(events.map(({ type }) => type)).toEqual(['charge.captured', 'payment_intent.succeeded']);
    expect(events[1]).toMatchObject({
      api_version: standIn.apiVersion,
      livemode: false,
      request: { id: lastResponse.requestId, idempotency_key: 'capture-1' },
      data: { object: { id, status: 'succeeded', amount_received: 1000 } },
    });
    expect(events[1]).not.toHaveProperty('account');
  });

  test('of a decline', async () => {
    await expectStripeError(pay(stripe, { card: '4000000000000002' }), { statusCode: 402 });
    const events = await receiveEvents();
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ]);
    expect(events[2]).toMatchObject({
      data: { object: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } } },
    });
  });

  test('of a cancellation', async () => {
    const { id } = await pay(stripe, { capture_method: 'manual' });
    await stripe.paymentIntents.cancel(id);
    expect((await receiveTypes()).slice(3)).toEqual(['charge.refunded', 'payment_intent.canceled']);
  });

  test('of a challenge', async () => {
    await pay(stripe, { card: '4000002760003184', return_url: 'https://shop.example/' });
    expect((await receiveTypes()).at(-1)).toBe('payment_intent.requires_action');
  });

  test('of a refund that fails', async () => {
    const { id } = await pay(stripe, { card: '4000000000005126' });
    await stripe.refunds.create({ payment_intent: id });
    standIn.control.advanceClock({ seconds: 1_001 });
    const events = await receiveEvents();
    expect(events.slice(3).map(({ type }) => type)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
    ]);
    // An event has the object as it was at that time.
    expect(events[3]).toMatchObject({ data: { object: { status: 'succeeded' } } });
    expect(events.at(-1)).toMatchObject({
      request: { id: null, idempotency_key: null },
      data: { object: { status: 'failed' } },
    });
  });

  test('of a dispute', async () => {
    const { id } = await pay(stripe, { card: '4000000000000259' });
    standIn.control.advanceClock({ seconds: 1_001 });
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
    await stripe.disputes.update(dispute!.id, { evidence: { uncategorized_text: 'winning_evidence' } });
    standIn.control.advanceClock({ seconds: 1_001 });
    expect((await receiveTypes()).slice(3)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
  });

  test('of a payout', async () => {
    await pay(stripe, { card: '4000000000000077', amount: 100_00 });
    standIn.control.makePayouts();
    expect((await receiveTypes()).slice(-3)).toEqual([
      'payout.created',
      'payout.paid',
      'payout.reconciliation_completed',
    ]);
  });

  test('of a connected account name it', async () => {
    await pay(createTestClient(standIn, { stripeAccount: 'acct_connected' }));
    expect((await receiveEvents())[0]).toMatchObject({ account: 'acct_connected' });
  });

  test('can be listed and retrieved', async () => {
    const { id } = await pay(stripe);
    const { data } = await stripe.events.list({
      types: ['payment_intent.succeeded', 'payment_intent.created'],
      limit: 2,
    });
    expect(data.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'payment_intent.created']);
    expect(await stripe.events.retrieve(data[0]!.id)).toMatchObject({ data: { object: { id } } });
    await expectStripeError(stripe.events.retrieve('evt_none'), { statusCode: 404 });
  });
});

describe('webhooks', () => {
  test('are held back, and released in the reverse order', async () => {
    standIn.control.setWebhooks({ held: true });
    await pay(stripe);
    expect(await receiveTypes()).toEqual([]);
    expect(standIn.control.webhooks().held).toHaveLength(3);
    const response = await fetch(`${standIn.origin}/_stand-in/webhooks/release`, {
      method: 'POST',
      body: '{"order":"reversed"}',
    });
    expect(await response.json()).toEqual({ released: 3 });
    expect(await receiveTypes()).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ]);
    expect(standIn.control.webhooks().held).toEqual([]);
  });

  test('are sent twice, as the same event', async () => {
    await fetch(`${standIn.origin}/_stand-in/webhooks`, { method: 'PUT', body: '{"copies":2}' });
    await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    const events = await receiveEvents();
    expect(events).toHaveLength(2);
    expect(events[0]).toEqual(events[1]);
  });

  test('are sent again on command', async () => {
    await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    const [event] = await receiveEvents();
    await standIn.control.resendEvent({ event: event!.id });
    expect(received).toHaveLength(2);
    expect(standIn.control.webhooks().deliveries.slice(-2)).toEqual([
      { event: event!.id, type: event!.type, status: 204 },
      { event: event!.id, type: event!.type, status: 204 },
    ]);
  });

  test.each(['wrong_secret', 'wrong_time', 'missing'] as const)(
    'have a signature with %s',
    async (signature) => {
      standIn.control.setWebhooks({ signature });
      await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
      await standIn.control.webhooksSettled();
      const [{ body, signature: header = '' }] = received as [Received];
      const check = () => stripe.webhooks.constructEvent(body, header, standIn.webhookSecret);
      expect(check).toThrow(Stripe.errors.StripeSignatureVerificationError);
    },
  );

  test('have a valid signature otherwise', async () => {
    await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await standIn.control.webhooksSettled();
    const [{ body, signature }] = received as [Received];
    const event = stripe.webhooks.constructEvent(body, signature!, standIn.webhookSecret);
    expect(event.type).toBe('payment_intent.created');
    expect(() =>
      stripe.webhooks.constructEvent(body.replace('500', '501'), signature!, standIn.webhookSecret),
    ).toThrow(Stripe.errors.StripeSignatureVerificationError);
  });

  test('report a receiver that does not answer', async () => {
    const { url } = standIn.control.webhooks().settings;
    standIn.control.setWebhooks({ url: 'http://127.0.0.1:9/' });
    await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await standIn.control.webhooksSettled();
    expect(standIn.control.webhooks().deliveries.at(-1)).toMatchObject({ status: null });
    standIn.control.setWebhooks({ url });
  });
});
