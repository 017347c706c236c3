import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStripeStandIn, type StripeStandIn } from '../server';
import { createTestClient, createTestMethod, expectStripeError, pay } from '../test-client';

let standIn: StripeStandIn;
beforeAll(async () => {
  standIn = await startStripeStandIn({ connectedAccounts: ['acct_connected'] });
});
afterAll(() => standIn.close());

const send = (
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
) =>
  fetch(`${standIn.origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    body,
    headers: {
      Authorization: `Bearer ${standIn.secretKey}`,
      'Stripe-Version': standIn.apiVersion,
      ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
  });

describe('access', () => {
  test('refuses a wrong key', async () => {
    const stripe = createTestClient(standIn, { key: 'sk_test_wrong' });
    const error = await expectStripeError(stripe.balance.retrieve(), {
      statusCode: 401,
      type: 'StripeAuthenticationError',
    });
    expect(error.message).not.toContain('sk_test_wrong');
  });

  test('refuses a request without a key', async () => {
    expect((await send('/v1/balance', { headers: { Authorization: '' } })).status).toBe(401);
  });

  test('refuses a request without the version, or with another', async () => {
    const withoutVersion = await fetch(`${standIn.origin}/v1/balance`, {
      headers: { Authorization: `Bearer ${standIn.secretKey}` },
    });
    expect(withoutVersion.status).toBe(400);
    expect((await send('/v1/balance', { headers: { 'Stripe-Version': '2020-08-27' } })).status).toBe(400);
  });

  test('refuses an unknown account', async () => {
    const stripe = createTestClient(standIn);
    await expectStripeError(stripe.balance.retrieve({}, { stripeAccount: 'acct_unknown' }), {
      statusCode: 403,
      type: 'StripePermissionError',
      code: 'account_invalid',
    });
  });

  test('keeps accounts apart', async () => {
    const stripe = createTestClient(standIn);
    const connected = createTestClient(standIn, { stripeAccount: 'acct_connected' });
    const { id } = await pay(connected);
    expect((await connected.paymentIntents.retrieve(id)).status).toBe('succeeded');
    await expectStripeError(stripe.paymentIntents.retrieve(id), {
      statusCode: 404,
      code: 'resource_missing',
    });
    expect((await connected.accounts.retrieveCurrent()).id).toBe('acct_connected');
    expect((await stripe.accounts.retrieveCurrent()).id).not.toBe('acct_connected');
  });

  test('does not know other addresses', async () => {
    expect((await send('/v1/customers')).status).toBe(404);
    expect((await send('/v1/customers', { body: 'name=x' })).status).toBe(404);
  });
});

describe('parameters', () => {
  test.each([
    ['payment_intents', 'amount=100&currency=usd&colour=red', 'parameter_unknown', 'colour'],
    [
      'payment_methods',
      'type=card&card[number]=4242424242424242&card[pin]=1',
      'parameter_unknown',
      'card[pin]',
    ],
    ['payment_intents', 'currency=usd', 'parameter_missing', 'amount'],
    ['payment_intents', 'amount=1.5&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['payment_intents', 'amount=100&currency=usd&capture_method=never', undefined, 'capture_method'],
    ['payment_intents', 'amount=100&currency=usd&confirm=yes', undefined, 'confirm'],
    ['payment_intents', 'amount=100&currency=xyz', undefined, 'currency'],
    ['payment_intents', 'amount=100&currency=USD', undefined, 'currency'],
    ['payment_intents', 'amount=49&currency=usd', 'amount_too_small', 'amount'],
    ['payment_intents', 'amount=100000000&currency=usd', 'amount_too_large', 'amount'],
    ['payment_intents', 'amount=100&currency=usd&metadata=text', undefined, 'metadata'],
    ['payment_intents', 'amount=100&currency=usd&expand[]=colour', undefined, 'expand'],
    ['refunds', 'payment_intent=pi_1&reason=because', undefined, 'reason'],
    [
      'payment_intents',
      'amount=100&currency=usd&payment_method_data[type]=cards',
      undefined,
      'payment_method_data[type]',
    ],
  ])('refuses %s with %s', async (path, body, code, param) => {
    const response = await send(`/v1/${path}`, { body });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ type: 'invalid_request_error', param });
    expect(error.code).toBe(code);
  });

  test('refuses unknown parameters of lists, too', async () => {
    const response = await send('/v1/refunds?payment_intents=pi_1');
    expect(await response.json()).toMatchObject({
      error: { code: 'parameter_unknown', param: 'payment_intents' },
    });
  });

  test('does not ignore what it does not model', async () => {
    const response = await send('/v1/payment_intents', {
      body: 'amount=100&currency=usd&transfer_data[destination]=acct_1',
    });
    expect(response.status).toBe(501);
  });

  test('refuses JSON', async () => {
    const response = await send('/v1/payment_intents', {
      body: '{"amount":100}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('unsupported Content-Type');
  });

  test('refuses an unknown expansion before the effect', async () => {
    const count = standIn.control.state().intents.length;
    await send('/v1/payment_intents', { body: 'amount=100&currency=usd&expand[]=colour' });
    expect(standIn.control.state().intents).toHaveLength(count);
  });

  test('does not quote a card number in an error', async () => {
    const response = await send('/v1/payment_methods', {
      body: 'type=card&card[exp_month]=4242424242424242x&card[number]=4242424242424242',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('4242');
  });
});

test('expands objects', async () => {
  const stripe = createTestClient(standIn);
  const { id } = await pay(stripe);
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] });
  expect(intent.latest_charge).toMatchObject({ object: 'charge', balance_transaction: { net: 941 } });
  const { data } = await stripe.charges.list({ payment_intent: id, expand: ['data.payment_intent'] });
  expect(data).toMatchObject([{ payment_intent: { id, object: 'payment_intent' } }]);
  await expectStripeError(stripe.paymentIntents.retrieve(id, { expand: ['colour'] }), {
    statusCode: 400,
    param: 'expand',
  });
});

test('lists newest first, with cursors and times', async () => {
  const own = await startStripeStandIn();
  try {
    const stripe = createTestClient(own);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      ids.unshift((await stripe.paymentIntents.create({ amount: 100 + index, currency: 'usd' })).id);
      own.control.advanceClock({ seconds: 100 });
    }
    const first = await stripe.paymentIntents.list({ limit: 2 });
    expect(first).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
    expect(await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 10 })).toHaveLength(5);
    const before = await stripe.paymentIntents.list({ limit: 2, ending_before: ids[3] });
    expect(before.data.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
    const { created } = await stripe.paymentIntents.retrieve(ids[2]!);
    const later = await stripe.paymentIntents.list({ created: { gt: created } });
    expect(later.data.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    await expectStripeError(stripe.paymentIntents.list({ limit: 101 }), { statusCode: 400, param: 'limit' });
    await expectStripeError(stripe.paymentIntents.list({ starting_after: 'pi_none' }), {
      statusCode: 400,
      code: 'resource_missing',
      param: 'starting_after',
    });
  } finally {
    await own.close();
  }
});

test('shows its state without card data', async () => {
  const stripe = createTestClient(standIn);
  const method = await createTestMethod(stripe, '5555555555554444');
  const { id } = await stripe.paymentIntents.create(
    {
      amount: 700,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method: method,
      metadata: { reference: 'op_1' },
    },
    { idempotencyKey: 'state-1' },
  );
  const response = await fetch(`${standIn.origin}/_stand-in/state`);
  const text = await response.text();
  const state = JSON.parse(text) as ReturnType<StripeStandIn['control']['state']>;
  expect(state.intents.find((intent) => intent.id === id)).toMatchObject({
    status: 'succeeded',
    amount_received: 700,
    metadata: { reference: 'op_1' },
  });
  expect(state.charges.find(({ payment_intent }) => payment_intent === id)).toMatchObject({
    amount_captured: 700,
    last4: '4444',
  });
  expect(state.requests.at(-1)).toEqual({
    method: 'POST',
    path: '/v1/payment_intents',
    account: null,
    idempotencyKey: 'state-1',
    status: 200,
    isReplay: false,
  });
  expect(text).not.toContain('5555555555554444');
  expect(text).not.toMatch(/cvc|client_secret/);
});
