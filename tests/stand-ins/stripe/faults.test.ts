import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FaultInput } from '../faults';
import { startStripeStandIn, type StripeStandIn } from './server';
import { createTestClient, expectStripeError, pay } from './test-client';

let standIn: StripeStandIn;
let stripe: Stripe;
beforeAll(async () => {
  standIn = await startStripeStandIn();
  stripe = createTestClient(standIn, { timeout: 2_000 });
});
afterEach(() => setFaults([]));
afterAll(() => standIn.close());

async function setFaults(faults: (FaultInput | object)[]): Promise<Response> {
  return fetch(`${standIn.origin}/_stand-in/faults`, { method: 'PUT', body: JSON.stringify(faults) });
}
const create = (idempotencyKey?: string) =>
  stripe.paymentIntents.create(
    { amount: 500, currency: 'usd' },
    { ...(idempotencyKey && { idempotencyKey }) },
  );
const countIntents = () => standIn.control.state().intents.length;

describe.each([
  ['before', 0],
  ['after', 1],
] as const)('%s the effect', (effect, effects) => {
  // The SDK repeats a request once after a reset, whatever maxNetworkRetries says.
  test('the connection is reset', async () => {
    const count = countIntents();
    await setFaults([{ fault: 'reset', effect, times: 1 }]);
    await create();
    const [first, second] = standIn.control.state().requests.slice(-2);
    expect(first).toMatchObject({ status: null, isReplay: false });
    expect(second).toMatchObject({
      status: 200,
      idempotencyKey: first!.idempotencyKey,
      isReplay: effect === 'after',
    });
    expect(countIntents()).toBe(count + 1);
  });

  test('the connection is reset again', async () => {
    const count = countIntents();
    await setFaults([{ fault: 'reset', effect, times: 2 }]);
    await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect(countIntents()).toBe(count + effects);
  });

  test('the answer is late', async () => {
    const count = countIntents();
    await setFaults([{ fault: 'delay', effect, ms: 1_500, times: 1 }]);
    const impatient = createTestClient(standIn, { timeout: 150 });
    await expect(impatient.paymentIntents.create({ amount: 500, currency: 'usd' })).rejects.toMatchObject({
      type: 'StripeConnectionError',
    });
    expect(countIntents()).toBe(count + effects);
    // The request takes effect although nobody waits for its answer.
    await expect.poll(countIntents).toBe(count + 1);
  });

  test.each([500, 503])('the answer is a %s', async (statusCode) => {
    const count = countIntents();
    await setFaults([{ fault: 'error', effect, status: statusCode, times: 1 }]);
    await expectStripeError(create(), { statusCode, type: 'StripeAPIError' });
    expect(countIntents()).toBe(count + effects);
  });
});

test.each([0, 1, 100])('the answer is cut after %s bytes', async (bytes) => {
  const count = countIntents();
  await setFaults([{ fault: 'cut', bytes, times: 1 }]);
  await expect(create()).rejects.toThrow();
  expect(countIntents()).toBe(count + 1);
});

test('the answer is not JSON', async () => {
  const count = countIntents();
  await setFaults([{ fault: 'invalid_json', times: 1 }]);
  await expectStripeError(create(), { statusCode: undefined as never, type: 'StripeAPIError' });
  expect(countIntents()).toBe(count + 1);
});

test('a proxy answers with JSON of its own, which the SDK takes for success', async () => {
  const count = countIntents();
  await setFaults([{ fault: 'foreign_json', times: 1 }]);
  expect(await create()).toMatchObject({ status: 'succeeded' });
  expect(countIntents()).toBe(count + 1);
});

test('the answer has a status of a later version', async () => {
  const { id } = await create();
  await setFaults([{ fault: 'unknown_status', status: 'status_of_2030', times: 1 }]);
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('status_of_2030');
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
});

test('requests are limited', async () => {
  const count = countIntents();
  await setFaults([{ fault: 'rate_limit', retryAfter: 7, times: 1 }]);
  const error = await expectStripeError(create(), {
    statusCode: 429,
    type: 'StripeRateLimitError',
    code: 'rate_limit',
  });
  expect(error.headers).toMatchObject({ 'retry-after': '7' });
  expect(countIntents()).toBe(count);
});

test('a fault applies to its endpoint and count', async () => {
  const { id } = await pay(stripe, { capture_method: 'manual' });
  await setFaults([
    { fault: 'error', effect: 'before', path: '/v1/payment_intents/*/capture', skip: 1, times: 2 },
    { fault: 'error', effect: 'before', method: 'GET', path: '/v1/refunds', status: 502 },
  ]);
  const capture = () => stripe.paymentIntents.capture(id, { amount_to_capture: 2000 });
  const statuses = [];
  for (let index = 0; index < 4; index++)
    statuses.push(await capture().catch((error: Stripe.errors.StripeError) => error.statusCode));
  expect(statuses).toEqual([400, 500, 500, 400]);
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture');
  await expectStripeError(stripe.refunds.list(), { statusCode: 502 });
  await expectStripeError(stripe.refunds.list(), { statusCode: 502 });
  await expectStripeError(stripe.refunds.create({ payment_intent: id }), { statusCode: 400 });
  const faults: unknown = await (await fetch(`${standIn.origin}/_stand-in/faults`)).json();
  expect(faults).toMatchObject([{ fault: 'error', path: '/v1/refunds' }]);
});

test('unknown faults and commands are refused', async () => {
  expect((await setFaults([{ fault: 'thunder' }])).status).toBe(400);
  expect((await setFaults([{ fault: 'reset', effect: 'after', colour: 'red' }])).status).toBe(400);
  expect((await setFaults([{ fault: 'cut', bytes: 1, path: '/_stand-in/state' }])).status).toBe(400);
  const post = (path: string, body: string) =>
    fetch(`${standIn.origin}/_stand-in/${path}`, { method: 'POST', body }).then(({ status }) => status);
  expect(await post('weather', '{}')).toBe(404);
  expect(await post('clock', 'nonsense')).toBe(400);
  expect(await post('clock', '{"seconds":-1}')).toBe(400);
  expect(await post('refunds/resolve', '{"refund":"re_none","status":"failed"}')).toBe(404);
});
