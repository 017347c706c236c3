import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { authorize, buildPayment, createTestClient, expectAdyenError, type TestClient } from './test-client';
import { startAdyenStandIn, type AdyenStandIn } from './server';

let standIn: AdyenStandIn;
let client: TestClient;
beforeAll(async () => {
  standIn = await startAdyenStandIn();
  client = createTestClient(standIn);
});
afterEach(() => standIn.control.setFaults([]));
afterAll(() => standIn.close());

const pay = (request: ReturnType<typeof buildPayment>, idempotencyKey: string) =>
  client.payments.payments(request, { idempotencyKey });
const count = () => standIn.control.state().payments.length;
const lastRequest = () => standIn.control.state().requests.at(-1);

test('the same request has one effect and one answer', async () => {
  const [request, key] = [buildPayment(), randomUUID()];
  const first = await pay(request, key);
  const before = count();
  expect(await pay(request, key)).toEqual(first);
  expect(count()).toBe(before);
  expect(lastRequest()).toMatchObject({ isReplay: true, idempotencyKey: key, status: 200 });
});

test('the order of members doesn’t matter', async () => {
  const [request, key] = [buildPayment(), randomUUID()];
  const post = (body: object) =>
    fetch(`${standIn.origin}/v72/payments`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-API-Key': standIn.apiKey,
        'Idempotency-Key': key,
      },
      body: JSON.stringify(body),
    });
  const first = await post(request);
  expect(first.headers.get('idempotency-key')).toBe(key);
  const reordered = Object.fromEntries(Object.entries(request).reverse());
  expect(await (await post(reordered)).json()).toEqual(await first.json());
});

test('other content is refused', async () => {
  const [request, key] = [buildPayment(), randomUUID()];
  await pay(request, key);
  const error = await expectAdyenError(pay({ ...request, reference: 'other' }, key), {
    statusCode: 422,
    errorCode: '704',
    message: 'request already processed or in progress',
  });
  expect(error.responseHeaders).not.toHaveProperty('transient-error');
});

test('another endpoint is refused', async () => {
  const { pspReference } = await authorize(client);
  const [key, request] = [randomUUID(), { merchantAccount: standIn.merchantAccount }];
  await client.modifications.cancelAuthorisedPaymentByPspReference(pspReference, request, {
    idempotencyKey: key,
  });
  await expectAdyenError(
    client.modifications.refundOrCancelPayment(pspReference, request, { idempotencyKey: key }),
    { statusCode: 422, errorCode: '704' },
  );
});

test('a request at the same time is refused, and can be sent again', async () => {
  const [request, key] = [buildPayment(), randomUUID()];
  standIn.control.setFaults([{ fault: 'delay', effect: 'before', ms: 2_000, times: 1 }]);
  const first = pay(request, key);
  await expect.poll(() => standIn.control.faults()).toEqual([]);
  const error = await expectAdyenError(pay(request, key), { statusCode: 409, errorCode: '704' });
  expect(error.responseHeaders).toMatchObject({ 'transient-error': 'true' });
  expect(await pay(request, key).catch(() => first)).toEqual(await first);
});

test('a refusal is kept, but not that of the credentials or the structure', async () => {
  const key = randomUUID();
  const wrong = buildPayment({ card: { number: '4111111111111112' } });
  await expectAdyenError(pay(wrong, key), { statusCode: 422, errorCode: '101' });
  await expectAdyenError(pay(wrong, key), { statusCode: 422, errorCode: '101' });
  expect(lastRequest()).toMatchObject({ isReplay: true });
  const other = randomUUID();
  await expectAdyenError(pay(buildPayment({ merchantAccount: 'NobodyECOM' }), other), { statusCode: 403 });
  expect(await pay(buildPayment(), other)).toMatchObject({ resultCode: 'Authorised' });
});

test('a key has at most 64 characters', async () => {
  expect(await pay(buildPayment(), 'k'.repeat(64))).toMatchObject({ resultCode: 'Authorised' });
  await expectAdyenError(pay(buildPayment(), 'k'.repeat(65)), { statusCode: 422 });
});

test('a key ends after seven days, and then the payment happens again', async () => {
  const [request, key] = [buildPayment(), randomUUID()];
  const first = await pay(request, key);
  standIn.control.advanceClock({ seconds: 7 * 86_400 - 1 });
  expect((await pay(request, key)).pspReference).toBe(first.pspReference);
  standIn.control.advanceClock({ seconds: 1 });
  expect((await pay(request, key)).pspReference).not.toBe(first.pspReference);
});
