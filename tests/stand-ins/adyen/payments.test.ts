import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  authorize,
  browserInfo,
  buildPayment,
  cards,
  createTestClient,
  expectAdyenError,
} from './test-client';
import { startAdyenStandIn, type AdyenStandIn } from './server';
import type { TestClient } from './test-client';

let standIn: AdyenStandIn;
let client: TestClient;
beforeAll(async () => {
  standIn = await startAdyenStandIn({
    otherMerchantAccounts: ['OtherPOS'],
    laterSeconds: 60,
    cards: {
      '4000020000000000': { refusal: 'BLOCK_CARD', raw: '41 : Lost card' },
      '4400000000000008': { pending: 'never' },
      '4242424242424242': { pending: 'refused' },
    },
  });
  client = createTestClient(standIn);
});
afterAll(() => standIn.close());

const pay = (changes?: Parameters<typeof buildPayment>[0]) => client.payments.payments(buildPayment(changes));
const statePayment = (pspReference: string | undefined) =>
  standIn.control.state().payments.find((payment) => payment.pspReference === pspReference);

describe('a payment', () => {
  test('is authorized, and captured at once', async () => {
    const request = buildPayment({ amount: { currency: 'USD', value: 1234 } });
    const answer = await client.payments.payments(request);
    expect(answer).toMatchObject({
      resultCode: 'Authorised',
      merchantReference: request.reference,
      amount: { currency: 'USD', value: 1234 },
      paymentMethod: { brand: 'visa', type: 'scheme' },
      additionalData: { cardSummary: '1111', expiryDate: '3/2040' },
    });
    expect(answer.pspReference).toMatch(/^[A-Z0-9]{16}$/);
    expect(statePayment(answer.pspReference)).toMatchObject({
      status: 'authorized',
      held: 0,
      captured: 1234,
      last4: '1111',
    });
  });

  test.each([
    { additionalData: { manualCapture: 'true' } },
    { captureDelayHours: 2, additionalData: { manualCapture: 'true' } },
  ])('is captured on request: %j', async (changes) => {
    const { pspReference } = await pay(changes);
    standIn.control.advanceClock({ seconds: 3 * 3_600 });
    expect(statePayment(pspReference)).toMatchObject({ held: 1000, captured: 0 });
  });

  test('is captured after a delay', async () => {
    const { pspReference } = await pay({ captureDelayHours: 2 });
    expect(statePayment(pspReference)).toMatchObject({ held: 1000, captured: 0 });
    standIn.control.advanceClock({ seconds: 2 * 3_600 });
    expect(statePayment(pspReference)).toMatchObject({ held: 0, captured: 1000 });
  });

  test('expires when nobody captures it', async () => {
    const { pspReference } = await authorize(client);
    standIn.control.advanceClock({ seconds: 28 * 86_400 });
    expect(statePayment(pspReference)).toMatchObject({ status: 'expired', held: 0 });
  });

  test('of the merchant account of the company', async () => {
    const { pspReference } = await pay({ merchantAccount: 'OtherPOS' });
    expect(statePayment(pspReference)).toMatchObject({ merchantAccount: 'OtherPOS' });
  });

  test('with the same reference is another payment', async () => {
    const request = buildPayment();
    const [first, second] = [
      await client.payments.payments(request),
      await client.payments.payments(request),
    ];
    expect(second).toMatchObject({ resultCode: 'Authorised' });
    expect(second.pspReference).not.toBe(first.pspReference);
  });

  test('of zero verifies a card', async () => {
    const answer = await pay({ amount: { currency: 'EUR', value: 0 } });
    expect(answer).toMatchObject({ resultCode: 'Authorised', amount: { value: 0 } });
    expect(statePayment(answer.pspReference)).toMatchObject({ held: 0, captured: 0 });
    standIn.control.advanceClock({ seconds: 28 * 86_400 });
    expect(statePayment(answer.pspReference)).toMatchObject({ status: 'authorized' });
    expect(standIn.control.webhooks().notifications).not.toContainEqual(
      expect.objectContaining({ eventCode: 'EXPIRE', originalReference: answer.pspReference }),
    );
    expect(
      await pay({ amount: { currency: 'EUR', value: 0 }, card: { holderName: 'CVC_DECLINED' } }),
    ).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '24' });
  });
});

describe('a refusal', () => {
  test.each([
    ['DECLINED', 'Refused', 'Refused', '2'],
    ['ERROR', 'Error', 'Acquirer Error', '4'],
    ['CARD_EXPIRED', 'Refused', 'Expired Card', '6'],
    ['NOT_ENOUGH_BALANCE', 'Refused', 'Not enough balance', '12'],
    ['FRAUD', 'Refused', 'FRAUD', '20'],
    ['CANCELLED', 'Cancelled', 'Cancelled', '15'],
  ])(
    'is chosen by the holder’s name %s',
    async (holderName, resultCode, refusalReason, refusalReasonCode) => {
      const answer = await pay({ card: { holderName } });
      expect(answer).toMatchObject({ resultCode, refusalReason, refusalReasonCode });
      expect(answer.pspReference).toBeDefined();
      expect(statePayment(answer.pspReference)).toMatchObject({ status: 'refused', held: 0, captured: 0 });
    },
  );

  test('is chosen by a code', async () => {
    const withCode = (RequestedTestAcquirerResponseCode: string) =>
      pay({ additionalData: { RequestedTestAcquirerResponseCode } });
    expect(await withCode('24')).toMatchObject({ resultCode: 'Refused', refusalReason: 'CVC Declined' });
    expect(await withCode('1')).toMatchObject({ resultCode: 'Authorised' });
  });

  test('is chosen by the card, with the issuer’s own reason', async () => {
    expect(await pay({ card: { number: '4000020000000000' } })).toMatchObject({
      resultCode: 'Refused',
      refusalReasonCode: '5',
      additionalData: { refusalReasonRaw: '41 : Lost card' },
    });
  });

  test('of an expired card', async () => {
    expect(await pay({ card: { expiryYear: '2020' } })).toMatchObject({ refusalReasonCode: '6' });
  });

  test('of a card that isn’t a test card', async () => {
    expect(await pay({ card: { number: '4012888888881881' } })).toMatchObject({ refusalReasonCode: '8' });
  });
});

describe('a payment whose issuer answers later', () => {
  test('is received, and then authorized', async () => {
    const { resultCode, pspReference } = await pay({ card: { holderName: 'PENDING' } });
    expect(resultCode).toBe('Received');
    expect(statePayment(pspReference)).toMatchObject({ status: 'pending', held: 0 });
    standIn.control.advanceClock({ seconds: 60 });
    expect(statePayment(pspReference)).toMatchObject({ status: 'authorized', captured: 1000 });
  });

  test('is received, and then refused', async () => {
    const { resultCode, pspReference } = await pay({ card: { number: '4242424242424242' } });
    expect(resultCode).toBe('Received');
    standIn.control.advanceClock({ seconds: 60 });
    expect(statePayment(pspReference)).toMatchObject({ status: 'refused' });
  });

  test('is resolved on command', async () => {
    const { pspReference } = await pay({ card: { number: '4400000000000008' } });
    standIn.control.advanceClock({ seconds: 86_400 });
    expect(statePayment(pspReference)).toMatchObject({ status: 'pending' });
    standIn.control.resolvePayment({ pspReference: pspReference!, success: true });
    expect(statePayment(pspReference)).toMatchObject({ status: 'authorized' });
    expect(() => standIn.control.resolvePayment({ pspReference: pspReference!, success: true })).toThrow();
  });
});

describe('3-D Secure', () => {
  const challenged = { card: { number: cards.challenged }, browserInfo };
  const start = async (changes: Parameters<typeof buildPayment>[0] = {}) => {
    const request = buildPayment({ ...challenged, ...changes });
    const answer = await client.payments.payments(request);
    expect(answer).toMatchObject({
      resultCode: 'RedirectShopper',
      action: { type: 'redirect', paymentMethodType: 'scheme', method: 'GET' },
    });
    // The SDK doesn't know which type an action has before it reads it.
    return { ...request, answer, url: (answer.action as { url: string }).url };
  };
  const complete = (reference: string, outcome: 'completed' | 'failed' | 'canceled') => {
    const { returnUrl } = standIn.control.completeChallenge({ reference, outcome });
    return new URL(returnUrl).searchParams.get('redirectResult')!;
  };
  const submit = (redirectResult: string) => client.payments.paymentsDetails({ details: { redirectResult } });

  test('is completed on the issuer’s page', async () => {
    const { url, answer, reference } = await start();
    expect(answer.pspReference).toBeUndefined();
    expect(await (await fetch(url)).text()).toContain('3-D Secure test page');
    const page = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'completed' }),
      redirect: 'manual',
    });
    expect(page.status).toBe(303);
    const returnUrl = new URL(page.headers.get('location')!);
    expect(`${returnUrl.origin}${returnUrl.pathname}`).toBe('https://shop.example/return');
    expect(returnUrl.searchParams.get('order')).toBe('1');
    const result = await submit(returnUrl.searchParams.get('redirectResult')!);
    expect(result).toMatchObject({
      resultCode: 'Authorised',
      merchantReference: reference,
      additionalData: { threeDAuthenticated: 'true' },
    });
    expect(statePayment(result.pspReference)).toMatchObject({ captured: 1000, isAuthenticated: true });
  });

  test.each([
    ['failed', 'Refused', '11'],
    ['canceled', 'Cancelled', '16'],
  ] as const)('is %s', async (outcome, resultCode, refusalReasonCode) => {
    const { reference } = await start();
    const redirectResult = complete(reference, outcome);
    // The first outcome stays.
    expect(complete(reference, 'completed')).toBe(redirectResult);
    expect(await submit(redirectResult)).toMatchObject({ resultCode, refusalReasonCode });
  });

  test('a result is submitted once', async () => {
    const { reference } = await start();
    const redirectResult = complete(reference, 'completed');
    const [key, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const submitWith = (idempotencyKey: string) =>
      client.payments.paymentsDetails({ details: { redirectResult } }, { idempotencyKey });
    const first = await submitWith(key);
    expect(await submitWith(key)).toEqual(first);
    await expectAdyenError(submitWith(other), { statusCode: 422, errorCode: '704' });
    await expectAdyenError(submit('something-else'), { statusCode: 422 });
  });

  test('nothing can be done with the payment before its result', async () => {
    const { reference } = await start();
    const { pspReference } = standIn.control.state().payments.find((one) => one.reference === reference)!;
    await expectAdyenError(
      client.modifications.captureAuthorisedPayment(pspReference, {
        merchantAccount: standIn.merchantAccount,
        amount: { currency: 'EUR', value: 1000 },
      }),
      { statusCode: 422, errorCode: '167' },
    );
  });

  test('a refusal comes after it', async () => {
    const { reference } = await start({ card: { number: cards.challenged, holderName: 'DECLINED' } });
    expect(await submit(complete(reference, 'completed'))).toMatchObject({ refusalReasonCode: '2' });
  });

  test('happens with other cards when it is asked for', async () => {
    await start({ card: {}, authenticationData: { attemptAuthentication: 'always' } });
  });

  test.each([
    ['without the payer’s browser', { browserInfo: undefined }],
    ['when it must not be attempted', { authenticationData: { attemptAuthentication: 'never' as const } }],
  ])('is missing %s', async (_, changes) => {
    expect(await pay({ ...challenged, ...changes })).toMatchObject({
      resultCode: 'Refused',
      refusalReason: 'Authentication required',
      refusalReasonCode: '38',
    });
  });

  test.each([
    {
      shopperInteraction: 'ContAuth' as const,
      recurringProcessingModel: 'UnscheduledCardOnFile' as const,
      card: { number: cards.challenged, networkPaymentReference: '123456789012345' },
    },
    { shopperInteraction: 'Moto' as const },
    { mpiData: { cavv: 'AAAA', eci: '05', dsTransID: 'c4e5', authenticationResponse: 'Y' as const } },
  ])('isn’t needed: %j', async (changes) => {
    expect(await pay({ ...challenged, ...changes })).toMatchObject({ resultCode: 'Authorised' });
  });
});

describe('a request is refused', () => {
  test.each([
    ['a wrong card number', { card: { number: '4111111111111112' } }, 422, '101'],
    ['no card number', { card: { number: '4111' } }, 422, '101'],
    ['a scheme that Adyen doesn’t know', { card: { number: '8111111111111112' } }, 422, '102'],
    ['a short security code', { card: { cvc: '12' } }, 422, '103'],
    ['a long security code', { card: { cvc: '1234' } }, 422, '103'],
    ['a wrong month', { card: { expiryMonth: '13' } }, 422, '129'],
    ['a wrong year', { card: { expiryYear: '40' } }, 422, '129'],
    ['an empty reference', { reference: '' }, 422, '130'],
    ['a long reference', { reference: 'r'.repeat(81) }, 422, '000'],
    ['a negative amount', { amount: { currency: 'EUR', value: -1 } }, 422, '137'],
    ['a fraction', { amount: { currency: 'EUR', value: 1.5 } }, 422, '137'],
    ['an unknown currency', { amount: { currency: 'XXZ', value: 1 } }, 422, '138'],
    ['no return URL', { returnUrl: '' }, 422, '14_030'],
    ['no URL', { returnUrl: 'shop' }, 422, '000'],
    ['a long URL', { returnUrl: `https://shop.example/${'r'.repeat(1_024)}` }, 422, '000'],
    ['a delay of more than 28 days', { captureDelayHours: 673 }, 422, '000'],
    ['a negative delay', { captureDelayHours: -1 }, 422, '000'],
    ['another merchant account', { merchantAccount: 'NobodyECOM' }, 403, '901'],
    ['incomplete authentication data', { mpiData: { eci: '05' } }, 422, '000'],
    ['a network reference with a payer', { card: { networkPaymentReference: '1' } }, 422, '000'],
    ['an unmodeled member', { store: 'S1' }, 501, '000'],
    ['an unmodeled member of the card', { card: { storedPaymentMethodId: 'S1' } }, 501, '000'],
    ['unmodeled additional data', { additionalData: { enhancedScheme: 'true' } }, 501, '000'],
  ])('for %s', async (_, changes, statusCode, errorCode) => {
    const count = standIn.control.state().payments.length;
    await expectAdyenError(pay(changes), { statusCode, errorCode });
    expect(standIn.control.state().payments).toHaveLength(count);
  });

  test('with 80 characters, a reference is accepted', async () => {
    expect(await pay({ reference: 'r'.repeat(80) })).toMatchObject({ resultCode: 'Authorised' });
  });
});
