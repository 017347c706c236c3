import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FaultInput } from '../faults';
import { authorize, buildPayment, createTestClient, expectAdyenError, type TestClient } from './test-client';
import { startAdyenStandIn, type AdyenStandIn } from './server';

let standIn: AdyenStandIn;
let client: TestClient;
beforeAll(async () => {
  standIn = await startAdyenStandIn({ captureDelay: 'manual' });
  client = createTestClient(standIn, { timeout: 3_000 });
});
afterEach(() => setFaults([]));
afterAll(() => standIn.close());

const setFaults = (faults: (FaultInput | object)[]) =>
  fetch(`${standIn.origin}/_stand-in/faults`, { method: 'PUT', body: JSON.stringify(faults) });
const pay = (idempotencyKey?: string, request = buildPayment()) =>
  client.payments.payments(request, idempotencyKey === undefined ? {} : { idempotencyKey });
const count = () => standIn.control.state().payments.length;

describe.each([
  ['before', 0],
  ['after', 1],
] as const)('%s the effect', (effect, effects) => {
  test('the connection is reset', async () => {
    const before = count();
    await setFaults([{ fault: 'reset', effect, times: 1 }]);
    await expect(pay()).rejects.toThrow();
    expect(count()).toBe(before + effects);
  });

  test('the answer is late', async () => {
    const before = count();
    await setFaults([{ fault: 'delay', effect, ms: 1_500, times: 1 }]);
    const impatient = createTestClient(standIn, { timeout: 150 });
    await expect(impatient.payments.payments(buildPayment())).rejects.toThrow();
    expect(count()).toBe(before + effects);
    // The request takes effect although nobody waits for its answer.
    await expect.poll(count).toBe(before + 1);
  });

  test.each([500, 503])('the answer is a %s', async (statusCode) => {
    const before = count();
    await setFaults([{ fault: 'error', effect, status: statusCode, times: 1 }]);
    const error = await expectAdyenError(pay(), { statusCode });
    expect(error.responseHeaders).not.toHaveProperty('transient-error');
    expect(count()).toBe(before + effects);
  });

  test('a key finds out what happened', async () => {
    const [request, key, before] = [buildPayment(), crypto.randomUUID(), count()];
    await setFaults([{ fault: 'reset', effect, times: 1 }]);
    await expect(pay(key, request)).rejects.toThrow();
    expect(await pay(key, request)).toMatchObject({ resultCode: 'Authorised' });
    expect(count()).toBe(before + 1);
  });

  test('a transient error can be sent again', async () => {
    const [request, key, before] = [buildPayment(), crypto.randomUUID(), count()];
    await setFaults([{ fault: 'error', effect, replayed: false, times: 1 }]);
    const error = await expectAdyenError(pay(key, request), { statusCode: 500 });
    expect(error.responseHeaders).toMatchObject({ 'transient-error': 'true' });
    expect(await pay(key, request)).toMatchObject({ resultCode: 'Authorised' });
    expect(count()).toBe(before + 1);
  });
});

test('an error is kept under its key', async () => {
  const [request, key] = [buildPayment(), crypto.randomUUID()];
  await setFaults([{ fault: 'error', effect: 'after', times: 1 }]);
  await expectAdyenError(pay(key, request), { statusCode: 500 });
  await expectAdyenError(pay(key, request), { statusCode: 500 });
});

test.each([0, 1, 100])('the answer is cut after %s bytes', async (bytes) => {
  const before = count();
  await setFaults([{ fault: 'cut', bytes, times: 1 }]);
  await expect(pay()).rejects.toThrow();
  expect(count()).toBe(before + 1);
});

test('the SDK takes an answer that isn’t JSON for one without members', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const before = count();
  await setFaults([{ fault: 'invalid_json', times: 1 }]);
  expect({ ...(await pay()) }).toEqual({});
  expect(warn).toHaveBeenCalledOnce();
  expect(count()).toBe(before + 1);
});

test('the answer has a result or status of a later version', async () => {
  await setFaults([{ fault: 'unknown_status', status: 'Postponed', times: 1 }]);
  expect(await pay()).toMatchObject({ resultCode: 'Postponed' });
  const { pspReference } = await authorize(client);
  await setFaults([{ fault: 'unknown_status', times: 2 }]);
  const { merchantAccount } = standIn;
  expect(
    await client.modifications.cancelAuthorisedPaymentByPspReference(pspReference, { merchantAccount }),
  ).toMatchObject({ status: 'status_of_tomorrow' });
  // The status of an error is a number, and stays.
  await expectAdyenError(pay(undefined, buildPayment({ reference: '' })), { statusCode: 422 });
});

test('requests are limited', async () => {
  const before = count();
  await setFaults([{ fault: 'rate_limit', retryAfter: 7, times: 1 }]);
  const error = await expectAdyenError(pay(), { statusCode: 429 });
  expect(error.responseHeaders).toMatchObject({ 'retry-after': '7' });
  expect(count()).toBe(before);
});

test('a fault applies to its endpoint and count', async () => {
  const { pspReference } = await authorize(client);
  await setFaults([
    { fault: 'error', effect: 'before', path: '/v72/payments/*/captures', skip: 1, times: 2 },
    { fault: 'error', effect: 'before', path: '/v72/cancels', status: 502 },
  ]);
  const { merchantAccount } = standIn;
  const capture = () =>
    client.modifications
      .captureAuthorisedPayment(pspReference, { merchantAccount, amount: { currency: 'EUR', value: 1 } })
      .then(
        ({ status }) => status as string,
        (error: { statusCode: number }) => error.statusCode,
      );
  const statuses = [];
  for (let index = 0; index < 4; index++) statuses.push(await capture());
  expect(statuses).toEqual(['received', 500, 500, 'received']);
  await expectAdyenError(
    client.modifications.cancelAuthorisedPayment({ merchantAccount, paymentReference: 'order' }),
    { statusCode: 502 },
  );
  expect(standIn.control.faults()).toMatchObject([{ fault: 'error', path: '/v72/cancels' }]);
});

test('unknown faults and commands are refused', async () => {
  expect((await setFaults([{ fault: 'thunder' }])).status).toBe(400);
  expect((await setFaults([{ fault: 'cut', bytes: 1, path: '/_stand-in/state' }])).status).toBe(400);
  const post = (path: string, body: string) =>
    fetch(`${standIn.origin}/_stand-in/${path}`, { method: 'POST', body }).then(({ status }) => status);
  expect(await post('weather', '{}')).toBe(404);
  expect(await post('clock', 'nonsense')).toBe(400);
  expect(await post('clock', '{"seconds":-1}')).toBe(400);
  expect(await post('challenges', '{"reference":"none","outcome":"completed"}')).toBe(404);
  expect(await post('disputes', '{"pspReference":"AAAAAAAAAAAAAAAA"}')).toBe(404);
});

test('every command exists over HTTP', async () => {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${standIn.origin}/_stand-in/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const ok = async (method: string, path: string, body?: object) => {
    const answer = await send(method, path, body);
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    return answer.body;
  };
  const { pspReference } = await authorize(client, { additionalData: {}, captureDelayHours: 0 });
  await ok('PUT', 'webhooks', { url: null, held: false });
  await ok('GET', 'webhooks');
  await ok('GET', 'faults');
  await ok('POST', 'webhooks/release', { order: 'reversed' });
  await ok('POST', 'webhooks/resend', { pspReference, eventCode: 'AUTHORISATION' });
  await ok('POST', 'webhooks/publish', { pspReference, eventCode: 'NOTIFICATION_OF_FRAUD' });
  await ok('POST', 'clock', { seconds: 1 });
  await ok('POST', 'modifications/decide', { operation: 'refund', outcome: 'reversed' });
  const { pspReference: dispute } = await ok('POST', 'disputes', { pspReference, amount: 5 });
  await ok('POST', 'disputes/decide', { pspReference: dispute, eventCode: 'CHARGEBACK' });
  await ok('POST', 'fees', { amount: 5, currency: 'EUR' });
  expect(await ok('POST', 'payouts', {})).toMatchObject({ number: 1 });
  const pending = await client.payments.payments(buildPayment({ card: { holderName: 'PENDING' } }));
  const resolved = await send('POST', 'payments/resolve', {
    pspReference: pending.pspReference,
    success: true,
  });
  // The issuer may have answered already.
  expect([200, 422]).toContain(resolved.status);
  const { modifications } = await ok('GET', 'state');
  const { pspReference: capture } = (modifications as unknown as { pspReference: string }[]).at(-1)!;
  expect(
    (await send('POST', 'modifications/fail', { pspReference: capture, outcome: 'failed' })).status,
  ).toBe(422);
});
