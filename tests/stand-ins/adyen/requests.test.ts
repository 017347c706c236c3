import adyen, { type Types } from '@adyen/api-library';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPayment, cards, createTestClient, expectAdyenError } from './test-client';
import { startAdyenStandIn, type AdyenStandIn } from './server';

let standIn: AdyenStandIn;
beforeAll(async () => {
  standIn = await startAdyenStandIn();
});
afterAll(() => standIn.close());

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${standIn.origin}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': standIn.apiKey, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Types.checkout.ServiceError };
}
const pay = (changes: object) => post('/v72/payments', { ...buildPayment(), ...changes });

describe('credentials', () => {
  test('are the API key', async () => {
    await expectAdyenError(
      createTestClient({ ...standIn, apiKey: 'another' }).payments.payments(buildPayment()),
      { statusCode: 401, errorCode: '000' },
    );
    expect(await post('/v72/payments', buildPayment(), { 'X-API-Key': '' })).toMatchObject({
      status: 401,
      body: { status: 401, errorType: 'security' },
    });
  });

  test('are those of the merchant account', async () => {
    for (const merchantAccount of ['NobodyECOM', 7, null])
      expect(await pay({ merchantAccount })).toMatchObject({
        status: 403,
        body: { errorCode: '901', errorType: 'security', message: 'Invalid Merchant Account' },
      });
  });
});

describe('the structure of a request', () => {
  test.each([
    [{ colour: 'red' }, 'Structure of PaymentRequest contains the following unknown fields: [colour]'],
    [
      { paymentMethod: { ...buildPayment().paymentMethod, pin: '1', color: '2' } },
      'Structure of CardDetails contains the following unknown fields: [pin, color]',
    ],
    [
      { amount: { currency: 'EUR', value: 1, unit: 'cent' } },
      'Structure of Amount contains the following unknown fields: [unit]',
    ],
    [{ amount: { currency: 'EUR', value: '1' } }, 'Unexpected input in amount.value: no number'],
    [{ reference: 7 }, 'Unexpected input in reference: no string'],
    [{ amount: [] }, 'Unexpected input in amount: no object'],
    [
      { shopperInteraction: 'Telepathy' },
      'Unexpected input in shopperInteraction: none of Ecommerce, ContAuth, Moto, POS',
    ],
    [
      { additionalData: { manualCapture: true } },
      'Unexpected input in additionalData.manualCapture: no string',
    ],
  ])('is checked: %j', async (changes, message) => {
    expect(await pay(changes)).toMatchObject({
      status: 400,
      body: { status: 400, errorCode: '702', errorType: 'validation', message },
    });
  });

  test.each([
    ['amount', '100'],
    ['reference', '130'],
    ['returnUrl', '14_030'],
    ['paymentMethod', '158'],
  ])('needs %s', async (name, errorCode) => {
    expect(await pay({ [name]: undefined })).toMatchObject({
      status: 422,
      body: { errorCode, pspReference: expect.stringMatching(/^[A-Z0-9]{16}$/) },
    });
  });

  test('may have null members', async () => {
    expect(await pay({ browserInfo: null })).toMatchObject({ status: 200 });
  });

  test('is JSON', async () => {
    for (const body of ['{', '[]', '"text"', ''])
      expect(await post('/v72/payments', body)).toMatchObject({ status: 400, body: { errorCode: '702' } });
    expect(
      await post('/v72/payments', buildPayment(), { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ).toMatchObject({ status: 415 });
  });

  test('is for an endpoint of this version', async () => {
    for (const path of ['/v71/payments', '/v72/payment', '/v72/payments/A/B/captures'])
      expect(await post(path, buildPayment())).toMatchObject({ status: 404 });
    const { status } = await fetch(`${standIn.origin}/v72/payments`, {
      headers: { 'X-API-Key': standIn.apiKey },
    });
    expect(status).toBe(404);
  });

  test('of a modification is created', async () => {
    const { body } = await pay({});
    const path = `/v72/payments/${body.pspReference}/refunds`;
    const { merchantAccount } = standIn;
    expect(await post(path, { merchantAccount, amount: { currency: 'EUR', value: 1 } })).toMatchObject({
      status: 201,
    });
    expect(await post(path, { merchantAccount })).toMatchObject({ status: 422, body: { errorCode: '100' } });
    expect(
      await post(path, { merchantAccount, amount: { currency: 'EUR', value: 1 }, store: 'S1' }),
    ).toMatchObject({ status: 501 });
  });
});

test('no card data is kept', async () => {
  await pay({ paymentMethod: { ...buildPayment().paymentMethod, cvc: '984' } });
  await pay({ paymentMethod: { ...buildPayment().paymentMethod, number: '4111111111111112', cvc: '984' } });
  const state = await (await fetch(`${standIn.origin}/_stand-in/state`)).text();
  const webhooks = await (await fetch(`${standIn.origin}/_stand-in/webhooks`)).text();
  for (const text of [state, webhooks]) {
    expect(text).toContain('1111');
    expect(text).not.toContain(cards.approved);
    expect(text).not.toContain(cards.approved.slice(0, 10));
    // A random reference may contain the three digits.
    expect(text).not.toMatch(/(?<![0-9A-Za-z.])984(?![0-9A-Za-z])/);
  }
});

test('the SDK’s own HTTP client can’t reach a local origin', async () => {
  const client = new adyen.Client({ apiKey: 'key', environment: adyen.EnvironmentEnum.TEST });
  const api = new adyen.CheckoutAPI(client).PaymentsApi;
  Object.assign(api, { baseUrl: `${standIn.origin}/v72` });
  await expect(api.payments(buildPayment())).rejects.toThrow('Protocol "http:" not supported');
});
