import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStripeStandIn, type StripeStandIn } from './server';
import { createTestClient, createTestMethod, expectStripeError, pay } from './test-client';

let standIn: StripeStandIn;
let stripe: Stripe;
beforeAll(async () => {
  standIn = await startStripeStandIn({ multicapture: true });
  stripe = createTestClient(standIn);
});
afterAll(() => standIn.close());

const hold = (parameters: Parameters<typeof pay>[1] = {}) =>
  pay(stripe, { capture_method: 'manual', ...parameters });
const chargeOf = async (intent: Stripe.PaymentIntent) =>
  stripe.charges.retrieve(intent.latest_charge as string);
const unexpectedState = { statusCode: 400, code: 'payment_intent_unexpected_state' };

describe('an intent', () => {
  test('waits for a payment method, then for its confirmation', async () => {
    const parameters = { amount: 500, currency: 'usd', allowed_payment_method_types: ['card' as const] };
    const created = await stripe.paymentIntents.create({ ...parameters, metadata: { reference: 'op_1' } });
    expect(created).toMatchObject({
      status: 'requires_payment_method',
      amount: 500,
      amount_received: 0,
      latest_charge: null,
      metadata: { reference: 'op_1' },
    });
    await expectStripeError(stripe.paymentIntents.confirm(created.id), unexpectedState);
    const payment_method = await createTestMethod(stripe);
    const ready = await stripe.paymentIntents.create({ ...parameters, payment_method });
    expect(ready.status).toBe('requires_confirmation');
    const paid = await stripe.paymentIntents.confirm(ready.id, {}, {});
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500, amount_capturable: 0 });
    await expectStripeError(
      stripe.paymentIntents.confirm(ready.id, { payment_method: await createTestMethod(stripe) }),
      unexpectedState,
    );
  });

  test('needs a return_url when the Dashboard chooses the payment methods', async () => {
    const payment_method = await createTestMethod(stripe);
    const parameters = { amount: 500, currency: 'usd', confirm: true, payment_method };
    await expectStripeError(stripe.paymentIntents.create(parameters), { statusCode: 400 });
    const intent = await stripe.paymentIntents.create({ ...parameters, return_url: 'https://shop.example/' });
    expect(intent.status).toBe('succeeded');
  });

  test('takes another card after a decline', async () => {
    const error = await expectStripeError(pay(stripe, { card: '4000000000000002' }), { statusCode: 402 });
    const { id } = error.payment_intent!;
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: await createTestMethod(stripe) });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
    expect((await stripe.charges.list({ payment_intent: id })).data.map(({ status }) => status)).toEqual([
      'succeeded',
      'failed',
    ]);
  });

  test('is not found under another ID', async () => {
    await expectStripeError(stripe.paymentIntents.retrieve('pi_none'), {
      statusCode: 404,
      code: 'resource_missing',
    });
  });
});

describe('a hold', () => {
  test('can be captured in full, once', async () => {
    const intent = await hold();
    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 1000, amount_received: 0 });
    const charge = await chargeOf(intent);
    expect(charge).toMatchObject({ captured: false, amount_captured: 0, balance_transaction: null });
    const card = charge.payment_method_details!.card!;
    expect(card.capture_before! - intent.created).toBe(7 * 86_400);
    expect(card.network_transaction_id).toMatch(/^\d{15}$/);
    const captured = await stripe.paymentIntents.capture(intent.id);
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 1000 });
    expect(await chargeOf(captured)).toMatchObject({
      captured: true,
      amount_captured: 1000,
      refunded: false,
    });
    await expectStripeError(stripe.paymentIntents.capture(intent.id), unexpectedState);
    await expectStripeError(stripe.paymentIntents.cancel(intent.id), unexpectedState);
  });

  test('releases what is not captured', async () => {
    const { id } = await hold();
    const captured = await stripe.paymentIntents.capture(id, { amount_to_capture: 400 });
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 400 });
    expect(await chargeOf(captured)).toMatchObject({
      amount: 1000,
      amount_captured: 400,
      amount_refunded: 600,
    });
    await expectStripeError(stripe.paymentIntents.capture(id, { amount_to_capture: 1 }), unexpectedState);
    const { data } = await stripe.refunds.list({ payment_intent: id });
    expect(data).toMatchObject([{ amount: 600, balance_transaction: null }]);
  });

  test.each([
    [1001, 'amount_too_large'],
    [0, 'parameter_invalid_integer'],
    [-1, 'parameter_invalid_integer'],
  ])('refuses a capture of %s', async (amount_to_capture, code) => {
    const { id } = await hold();
    await expectStripeError(stripe.paymentIntents.capture(id, { amount_to_capture }), {
      statusCode: 400,
      code,
      param: 'amount_to_capture',
    });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 1000,
    });
  });

  test('cannot be captured after it was canceled', async () => {
    const { id } = await hold();
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'requested_by_customer' });
    expect(canceled).toMatchObject({
      status: 'canceled',
      amount_capturable: 0,
      cancellation_reason: 'requested_by_customer',
    });
    await expectStripeError(stripe.paymentIntents.capture(id), unexpectedState);
    await expectStripeError(stripe.paymentIntents.cancel(id), unexpectedState);
    await expectStripeError(stripe.refunds.create({ payment_intent: id }), { statusCode: 400 });
  });

  test('cannot be captured before it is confirmed, nor confirmed after it was canceled', async () => {
    const { id } = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      capture_method: 'manual',
      allowed_payment_method_types: ['card'],
    });
    await expectStripeError(stripe.paymentIntents.capture(id), unexpectedState);
    await stripe.paymentIntents.cancel(id);
    await expectStripeError(
      stripe.paymentIntents.confirm(id, { payment_method: await createTestMethod(stripe) }),
      unexpectedState,
    );
  });

  test('ends after a week', async () => {
    const own = await startStripeStandIn();
    try {
      const client = createTestClient(own);
      const { id } = await pay(client, { capture_method: 'manual' });
      own.control.advanceClock({ seconds: 7 * 86_400 - 60 });
      expect((await client.paymentIntents.retrieve(id)).status).toBe('requires_capture');
      own.control.advanceClock({ seconds: 120 });
      expect(await client.paymentIntents.retrieve(id)).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'automatic',
      });
      await expectStripeError(client.paymentIntents.capture(id), unexpectedState);
    } finally {
      await own.close();
    }
  });
});

test.each([
  ['kwd', 10_010, 10],
  ['isk', 100_000, 100],
  ['ugx', 100_000, 100],
  ['huf', 100_010, 1],
])('amounts in %s have the digits that Stripe can represent', async (currency, amount, unit) => {
  const { id } = await hold({ currency, amount });
  if (unit > 1) {
    const wrong = { statusCode: 400 };
    await expectStripeError(hold({ currency, amount: amount + 1 }), { ...wrong, param: 'amount' });
    await expectStripeError(stripe.paymentIntents.capture(id, { amount_to_capture: amount - 1 }), {
      ...wrong,
      param: 'amount_to_capture',
    });
    await stripe.paymentIntents.capture(id);
    await expectStripeError(stripe.refunds.create({ payment_intent: id, amount: 1 }), {
      ...wrong,
      param: 'amount',
    });
  }
  if (unit === 1) await stripe.paymentIntents.capture(id);
  expect((await stripe.refunds.create({ payment_intent: id, amount: unit })).status).toBe('succeeded');
});

describe('several captures', () => {
  const multicapture = {
    payment_method_options: { card: { request_multicapture: 'if_available' as const } },
  };

  test('are possible when they were requested', async () => {
    const intent = await hold(multicapture);
    expect((await chargeOf(intent)).payment_method_details!.card!.multicapture!.status).toBe('available');
    const { id } = intent;
    const first = await stripe.paymentIntents.capture(id, { amount_to_capture: 300, final_capture: false });
    expect(first).toMatchObject({ status: 'requires_capture', amount_capturable: 700, amount_received: 300 });
    await expectStripeError(
      stripe.paymentIntents.capture(id, { amount_to_capture: 701, final_capture: false }),
      {
        statusCode: 400,
        code: 'amount_too_large',
      },
    );
    await expectStripeError(stripe.paymentIntents.cancel(id), unexpectedState);
    await stripe.paymentIntents.capture(id, { amount_to_capture: 200, final_capture: false });
    const last = await stripe.paymentIntents.capture(id, { amount_to_capture: 100 });
    expect(last).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 600 });
    expect(await chargeOf(last)).toMatchObject({ amount_captured: 600, amount_refunded: 400 });
    const { data } = await stripe.balanceTransactions.list({ source: last.latest_charge as string });
    expect(data.map(({ amount }) => amount)).toEqual([100, 200, 300]);
  });

  test('end when the rest is released', async () => {
    const { id } = await hold(multicapture);
    await stripe.paymentIntents.capture(id, { amount_to_capture: 300, final_capture: false });
    const released = await stripe.paymentIntents.capture(id, { amount_to_capture: 0, final_capture: true });
    expect(released).toMatchObject({ status: 'succeeded', amount_received: 300, amount_capturable: 0 });
  });

  test('are refused when they were not requested', async () => {
    const { id } = await hold();
    await expectStripeError(
      stripe.paymentIntents.capture(id, { amount_to_capture: 1, final_capture: false }),
      {
        statusCode: 400,
        param: 'final_capture',
      },
    );
  });

  test('are refused when the account may not', async () => {
    const own = await startStripeStandIn();
    try {
      const client = createTestClient(own);
      const { id } = await pay(client, { capture_method: 'manual', ...multicapture });
      await expectStripeError(
        client.paymentIntents.capture(id, { amount_to_capture: 1, final_capture: false }),
        {
          statusCode: 400,
          param: 'final_capture',
        },
      );
    } finally {
      await own.close();
    }
  });
});

describe('3-D Secure', () => {
  const card = '4000002760003184';
  const return_url = 'https://shop.example/return?order=7';
  const answer = async (intent: Stripe.PaymentIntent, outcome: string) => {
    const { url } = intent.next_action!.redirect_to_url!;
    expect(await (await fetch(url!)).text()).toContain('<form method="post">');
    const response = await fetch(url!, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    return response.headers.get('location');
  };

  test('redirects the payer, who completes it', async () => {
    const intent = await hold({ card, return_url });
    expect(intent).toMatchObject({
      status: 'requires_action',
      latest_charge: null,
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url } },
    });
    await expectStripeError(stripe.paymentIntents.capture(intent.id), unexpectedState);
    expect(await answer(intent, 'completed')).toBe(
      `${return_url}&payment_intent=${intent.id}&payment_intent_client_secret=${intent.client_secret}&source_type=card`,
    );
    const approved = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(approved).toMatchObject({
      status: 'requires_capture',
      next_action: null,
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
    });
  });

  test('fails when the payer fails it', async () => {
    const intent = await pay(stripe, { card, return_url });
    await answer(intent, 'failed');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
  });

  test('can be followed by a decline', async () => {
    const intent = await pay(stripe, { card: '4000008260003178', return_url });
    await answer(intent, 'completed');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
  });

  test('is an error when the merchant cannot handle it', async () => {
    const error = await expectStripeError(pay(stripe, { card, error_on_requires_action: true }), {
      statusCode: 402,
      code: 'authentication_required',
      decline_code: '',
    });
    expect(error.payment_intent!.status).toBe('requires_payment_method');
  });

  test('is a decline when the payer is absent', async () => {
    await expectStripeError(pay(stripe, { card, off_session: true }), {
      statusCode: 402,
      code: 'authentication_required',
      decline_code: 'authentication_required',
    });
  });

  test('can be canceled', async () => {
    const { id } = await pay(stripe, { card, return_url });
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled');
  });

  test('needs Stripe.js without a return_url', async () => {
    const intent = await pay(stripe, { card });
    expect(intent.next_action).toMatchObject({ type: 'use_stripe_sdk' });
    standIn.control.completeChallenge({ intent: intent.id, outcome: 'completed' });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });
});
