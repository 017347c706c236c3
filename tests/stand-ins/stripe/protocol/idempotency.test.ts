import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStripeStandIn, type StripeStandIn } from '../server';
import { createTestClient, createTestMethod, expectStripeError, pay } from '../test-client';

let standIn: StripeStandIn;
beforeAll(async () => {
  standIn = await startStripeStandIn({ connectedAccounts: ['acct_connected'] });
});
afterAll(() => standIn.close());

let last = 0;
const newKey = () => `key-${++last}`;

async function post(path: string, body: string, key: string | null, headers: Record<string, string> = {}) {
  const response = await fetch(`${standIn.origin}${path}`, {
    method: 'POST',
    body,
    headers: {
      Authorization: `Bearer ${standIn.secretKey}`,
      'Stripe-Version': standIn.apiVersion,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(key !== null && { 'Idempotency-Key': key }),
      ...headers,
    },
  });
  return {
    status: response.status,
    text: await response.text(),
    isReplay: response.headers.get('idempotent-replayed') === 'true',
  };
}
const codeOf = ({ text }: { text: string }) => {
  const { error } = JSON.parse(text) as { error: { type: string; code?: string } };
  return [error.type, error.code];
};
const countIntents = () => standIn.control.state().intents.length;
const intentBody = 'amount=500&currency=usd&allowed_payment_method_types[]=card';

test('the same key and parameters have one effect, and the same answer', async () => {
  const [key, before] = [newKey(), countIntents()];
  const first = await post('/v1/payment_intents', intentBody, key);
  const second = await post(
    '/v1/payment_intents',
    'currency=usd&allowed_payment_method_types[]=card&amount=500',
    key,
  );
  expect(first).toMatchObject({ status: 200, isReplay: false });
  expect(second).toEqual({ ...first, isReplay: true });
  expect(countIntents()).toBe(before + 1);
  expect(standIn.control.state().requests.slice(-2)).toMatchObject([
    { idempotencyKey: key, isReplay: false },
    { idempotencyKey: key, isReplay: true },
  ]);
});

test('a replay answers what was true at first', async () => {
  const key = newKey();
  const stripe = createTestClient(standIn);
  const { id } = JSON.parse((await post('/v1/payment_intents', intentBody, key)).text) as { id: string };
  await stripe.paymentIntents.cancel(id);
  expect(JSON.parse((await post('/v1/payment_intents', intentBody, key)).text)).toMatchObject({
    id,
    status: 'requires_payment_method',
  });
});

test('other parameters, or another endpoint, are refused', async () => {
  const [key, before] = [newKey(), countIntents()];
  await post('/v1/payment_intents', intentBody, key);
  const otherParameters = await post('/v1/payment_intents', intentBody.replace('500', '501'), key);
  expect(otherParameters.status).toBe(400);
  expect(codeOf(otherParameters)).toEqual(['idempotency_error', undefined]);
  const otherEndpoint = await post('/v1/refunds', intentBody, key);
  expect(otherEndpoint.status).toBe(400);
  expect(codeOf(otherEndpoint)).toEqual(['idempotency_error', undefined]);
  expect(countIntents()).toBe(before + 1);
});

test('the SDK reports an IdempotencyError', async () => {
  const stripe = createTestClient(standIn);
  const options = { idempotencyKey: newKey() };
  await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, options);
  await expectStripeError(stripe.paymentIntents.create({ amount: 501, currency: 'usd' }, options), {
    statusCode: 400,
    type: 'StripeIdempotencyError',
  });
});

test('a concurrent request is refused', async () => {
  const [key, before] = [newKey(), countIntents()];
  standIn.control.setFaults([{ fault: 'delay', effect: 'before', ms: 1_000, times: 1 }]);
  const slow = post('/v1/payment_intents', intentBody, key);
  await expect.poll(() => standIn.control.state().requests.at(-1)!.idempotencyKey).toBe(key);
  const concurrent = await post('/v1/payment_intents', intentBody, key);
  expect(concurrent.status).toBe(409);
  expect(codeOf(concurrent)).toEqual(['idempotency_error', 'idempotency_key_in_use']);
  expect((await slow).status).toBe(200);
  expect(await post('/v1/payment_intents', intentBody, key)).toMatchObject({ status: 200, isReplay: true });
  expect(countIntents()).toBe(before + 1);
});

test('a decline is replayed', async () => {
  const stripe = createTestClient(standIn);
  const payment_method = await createTestMethod(stripe, '4000000000000002');
  const [key, body] = [newKey(), `${intentBody}&confirm=true&payment_method=${payment_method}`];
  const first = await post('/v1/payment_intents', body, key);
  expect(first).toMatchObject({ status: 402, isReplay: false });
  expect(await post('/v1/payment_intents', body, key)).toEqual({ ...first, isReplay: true });
});

test('a refused capture is replayed, even when it became possible', async () => {
  const stripe = createTestClient(standIn);
  const { id } = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
  });
  const [key, path] = [newKey(), `/v1/payment_intents/${id}/capture`];
  expect((await post(path, '', key)).status).toBe(400);
  await stripe.paymentIntents.confirm(id, { payment_method: await createTestMethod(stripe) });
  expect(await post(path, '', key)).toMatchObject({ status: 400, isReplay: true });
  expect((await post(path, '', newKey())).status).toBe(200);
});

test.each(['before', 'after'] as const)('an error %s the effect is replayed', async (effect) => {
  const [key, before] = [newKey(), countIntents()];
  standIn.control.setFaults([{ fault: 'error', effect, times: 1 }]);
  const first = await post('/v1/payment_intents', intentBody, key);
  expect(first).toMatchObject({ status: 500, isReplay: false });
  expect(await post('/v1/payment_intents', intentBody, key)).toEqual({ ...first, isReplay: true });
  expect(countIntents()).toBe(before + (effect === 'after' ? 1 : 0));
});

test.each(['before', 'after'] as const)('a proxy’s error %s the effect is not replayed', async (effect) => {
  const [key, before] = [newKey(), countIntents()];
  standIn.control.setFaults([{ fault: 'error', effect, status: 503, replayed: false, times: 1 }]);
  expect((await post('/v1/payment_intents', intentBody, key)).status).toBe(503);
  expect(await post('/v1/payment_intents', intentBody, key)).toMatchObject({
    status: 200,
    isReplay: effect === 'after',
  });
  expect(countIntents()).toBe(before + 1);
});

test('the key is free after a request that did not begin', async () => {
  const key = newKey();
  expect((await post('/v1/payment_intents', 'amount=500', key)).status).toBe(400);
  expect(await post('/v1/payment_intents', intentBody, key)).toMatchObject({ status: 200, isReplay: false });
});

test('the key is free after a wrong key of the account, and after a rate limit', async () => {
  const key = newKey();
  expect((await post('/v1/payment_intents', intentBody, key, { Authorization: 'Bearer no' })).status).toBe(
    401,
  );
  standIn.control.setFaults([{ fault: 'rate_limit', times: 1 }]);
  expect((await post('/v1/payment_intents', intentBody, key)).status).toBe(429);
  expect(await post('/v1/payment_intents', intentBody, key)).toMatchObject({ status: 200, isReplay: false });
});

test('each account has its own keys', async () => {
  const key = newKey();
  const other = { 'Stripe-Account': 'acct_connected' };
  const first = await post('/v1/payment_intents', intentBody, key);
  const second = await post('/v1/payment_intents', intentBody, key, other);
  expect(second).toMatchObject({ status: 200, isReplay: false });
  expect(second.text).not.toBe(first.text);
});

test('a key that is too long is refused', async () => {
  expect((await post('/v1/payment_intents', intentBody, 'k'.repeat(256))).status).toBe(400);
});

test('without keys, each request has an effect', async () => {
  const before = countIntents();
  await post('/v1/payment_intents', intentBody, null);
  await post('/v1/payment_intents', intentBody, null);
  expect(countIntents()).toBe(before + 2);
});

test('a repeated upload is replayed', async () => {
  const stripe = createTestClient(standIn);
  const upload = (text: string) =>
    stripe.files.create(
      {
        purpose: 'dispute_evidence',
        file: { data: Buffer.from(text), name: 'a.pdf', type: 'application/pdf' },
      },
      { idempotencyKey: 'upload-1' },
    );
  const first = await upload('one');
  expect((await upload('one')).id).toBe(first.id);
  await expectStripeError(upload('two'), { statusCode: 400, type: 'StripeIdempotencyError' });
});

test('keys are forgotten after a day', async () => {
  const [key, before] = [newKey(), countIntents()];
  await post('/v1/payment_intents', intentBody, key);
  standIn.control.advanceClock({ seconds: 24 * 3_600 - 5 });
  expect((await post('/v1/payment_intents', intentBody, key)).isReplay).toBe(true);
  standIn.control.advanceClock({ seconds: 6 });
  expect((await post('/v1/payment_intents', intentBody, key)).isReplay).toBe(false);
  expect(countIntents()).toBe(before + 2);
});

test('a refund with one key is given once', async () => {
  const stripe = createTestClient(standIn);
  const { id } = await pay(stripe);
  const options = { idempotencyKey: newKey() };
  const refunds = await Promise.all([
    stripe.refunds.create({ payment_intent: id, amount: 400 }, options),
    stripe.refunds.create({ payment_intent: id, amount: 400 }, options).catch(() => null),
  ]);
  expect(new Set(refunds.filter((refund) => refund !== null).map((refund) => refund.id)).size).toBe(1);
  expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(1);
});
