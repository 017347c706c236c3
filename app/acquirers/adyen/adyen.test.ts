import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { config } from '~/platform/config/config.server';
import { log } from '~/platform/observability/log';
import { Secret } from '~/platform/secrets/secret';
import { expectConsoleError } from '../../../tests/setup/errors';
import type { Inquiry } from '../acquirer';
import { createAdyen } from './adyen';
import { AdyenError } from './http-client';
import * as requests from './requests';

const { signal } = new AbortController();
const refused = new AdyenError('refused', '101');
const failed = new AdyenError('uncertain', 'http_503');
const prevented = new AdyenError('prevented', 'http_401');

/** The adapter with an Adyen that answers like this. `sent`: the requests by name. */
function open(answers: Record<string, object> = {}, { multipleCaptures = false } = {}) {
  const sent: Record<string, unknown[]> = {};
  const service = new Proxy({} as Record<string, unknown>, {
    get:
      (_, name: string) =>
      async (...request: unknown[]) => {
        sent[name] = request;
        const answer = answers[name];
        if (answer === undefined || answer instanceof Error)
          throw answer ?? new Error(`${name} wasn't expected`);
        return answer;
      },
  });
  const services = { payments: service, modifications: service, disputes: service };
  const create = vi.spyOn(requests, 'createAdyenServices').mockReturnValue(services as never);
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  onTestFinished(() => [create, warn].forEach((spy) => spy.mockRestore()));
  const acquirer = createAdyen({
    environment: 'test',
    settings: { merchantAccount: 'Shops', multipleCaptures },
    secrets: {
      ...{ apiKey: new Secret('k'), hmacKey: new Secret('00') },
      ...{ webhookUser: new Secret('u'), webhookPassword: new Secret('p') },
    },
  });
  return { acquirer, sent };
}

const money = { amountMinor: 1_000, currency: 'EUR' };
const amount = { value: 1_000, currency: 'EUR' };
const card = { pan: new Secret('4242424242424242'), expiry: { month: 2, year: 2040 } };
const method = { type: 'scheme', number: '4242424242424242', expiryMonth: '02', expiryYear: '2040' };
const authorised = { resultCode: 'Authorised', pspReference: 'PSP1', merchantReference: 'op_1', amount };
const approved = { kind: 'approved', acquirerReference: 'PSP1', amount: money };
const unknown = { kind: 'unknown' };
const declined = (code: string, acquirerCode: string) => ({ kind: 'declined', code, acquirerCode });
const url = 'https://bank.example';
const redirecting = { ...authorised, resultCode: 'RedirectShopper', action: { type: 'redirect', url } };
const action = { kind: 'action_required', acquirerReference: 'op_1', url };
const key = (idempotencyKey: string) => ({ idempotencyKey, signal });
const absent = {
  returnUrl: config.addresses.portal,
  authenticationData: { attemptAuthentication: 'never' },
};
const unrepresentable = { amountMinor: 50_050, currency: 'IDR' };

describe('an authorization', () => {
  const request = { reference: 'op_1', ...money, capture: false, card };
  const authorize = async (changes: object = {}, answer: object = authorised) => {
    const { acquirer, sent } = open({ payments: answer });
    const outcome = await acquirer.authorize({ ...request, ...changes }, signal);
    return { outcome, sent: sent.payments };
  };
  const manual = { additionalData: { manualCapture: 'true' } };
  const common = { merchantAccount: 'Shops', reference: 'op_1', amount, shopperInteraction: 'Ecommerce' };
  const returnUrl = 'https://pay.example/return?a=1';
  const defaults = {
    ...{ acceptHeader: '*/*', userAgent: 'Mozilla/5.0', language: 'en-US', colorDepth: 24 },
    ...{ screenWidth: 1_920, screenHeight: 1_080, timeZoneOffset: 0, javaEnabled: false },
  };
  const present = { returnUrl, channel: 'Web', origin: 'https://pay.example', browserInfo: defaults };

  test.each([
    ['without the payer', {}, { ...manual, ...absent, paymentMethod: method }],
    ['with its capture', { capture: true }, { captureDelayHours: 0, ...absent, paymentMethod: method }],
    [
      'with the code and name of the card',
      { card: { ...card, code: new Secret('123'), name: 'Ada' } },
      { ...manual, ...absent, paymentMethod: { ...method, cvc: '123', holderName: 'Ada' } },
    ],
    [
      'with a payer who can authenticate',
      { authentication: { requested: 'automatic', returnUrl } },
      { ...manual, ...present, paymentMethod: method },
    ],
    [
      'with a payer who has to authenticate, and their browser',
      {
        authentication: {
          ...{ requested: 'always', returnUrl },
          browser: {
            ...{ acceptHeader: 'text/html', userAgent: 'Browser', language: 'fr', ipAddress: '192.0.2.1' },
            screen: { colorDepth: 30, width: 800, height: 600, timeZoneOffset: -60 },
          },
        },
      },
      {
        ...manual,
        ...present,
        browserInfo: {
          ...{ acceptHeader: 'text/html', userAgent: 'Browser', language: 'fr', colorDepth: 30 },
          ...{ screenWidth: 800, screenHeight: 600, timeZoneOffset: -60, javaEnabled: false },
        },
        shopperIP: '192.0.2.1',
        authenticationData: { attemptAuthentication: 'always' },
        paymentMethod: method,
      },
    ],
    [
      'with a payer whose browser has no scripts',
      {
        authentication: {
          requested: 'automatic',
          returnUrl,
          browser: { acceptHeader: 'a/b', userAgent: '' },
        },
      },
      { ...manual, ...present, browserInfo: { ...defaults, acceptHeader: 'a/b' }, paymentMethod: method },
    ],
    [
      'of a merchant with a saved card',
      { savedCard: { merchantReason: 'recurring', networkTransactionId: 'ntx' } },
      {
        ...{ ...manual, ...absent, shopperInteraction: 'ContAuth', recurringProcessingModel: 'Subscription' },
        paymentMethod: { ...method, networkPaymentReference: 'ntx' },
      },
    ],
    [
      'of a merchant with a saved card, and a payer who could return',
      { savedCard: { merchantReason: 'unscheduled' }, authentication: { requested: 'automatic', returnUrl } },
      {
        ...{ ...manual, ...present, paymentMethod: method, shopperInteraction: 'ContAuth' },
        recurringProcessingModel: 'UnscheduledCardOnFile',
      },
    ],
    [
      'of a payer with a saved card, without a return',
      { savedCard: {} },
      {
        ...{ ...manual, ...absent, paymentMethod: method, shopperInteraction: 'ContAuth' },
        recurringProcessingModel: 'CardOnFile',
      },
    ],
    [
      'of a payer with a saved card',
      { savedCard: { networkTransactionId: 'ntx' }, authentication: { requested: 'automatic', returnUrl } },
      { ...manual, ...present, paymentMethod: method, recurringProcessingModel: 'CardOnFile' },
    ],
  ])('is sent %s', async (_, changes, expected) => {
    const { outcome, sent } = await authorize(changes);
    expect(outcome).toEqual(approved);
    expect(sent).toStrictEqual([{ ...common, ...expected }, key('op_1')]);
  });

  test('reports a replaced expiration date only for a saved card', async () => {
    const answer = { ...authorised, additionalData: { expiryDate: '1/2041' } };
    expect((await authorize({}, answer)).outcome).toEqual(approved);
    expect((await authorize({ savedCard: {} }, answer)).outcome).toMatchObject({
      newExpiry: { month: 1, year: 2041 },
    });
  });

  test('sends the payer to their bank, if they can return', async () => {
    const authentication = { requested: 'automatic', returnUrl };
    expect((await authorize({ authentication }, redirecting)).outcome).toMatchObject({
      kind: 'action_required',
      url,
    });
    const required = declined('authentication_required', 'RedirectShopper');
    expect((await authorize({}, redirecting)).outcome).toEqual(required);
    expect((await authorize({ authentication: { requested: 'always' } }, redirecting)).outcome).toEqual(
      required,
    );
  });

  test('that fails is declined only if nothing happened', async () => {
    expectConsoleError({ message: 'adyen' });
    expect((await authorize({}, prevented)).outcome).toEqual(declined('system_error', 'http_401'));
    expect((await authorize({}, failed)).outcome).toEqual(unknown);
    const { outcome, sent } = await authorize(unrepresentable);
    expect(outcome).toEqual(declined('not_permitted', 'amount_not_representable'));
    expect(sent).toBeUndefined();
  });
});

describe('a payer’s return', () => {
  const complete = async (
    result: Record<string, string>,
    answer: object = authorised,
    actionUrl: string | undefined = url,
  ) => {
    const { acquirer, sent } = open({ paymentsDetails: answer });
    const outcome = await acquirer.completeAuthentication!(
      { reference: 'op_1', result, ...(actionUrl && { actionUrl }) } as never,
      signal,
    );
    return { outcome, sent: sent.paymentsDetails };
  };
  const result = { redirectResult: 'abc' };

  test('completes the payment, once for each result', async () => {
    const { outcome, sent } = await complete(result);
    expect(outcome).toEqual(approved);
    expect(sent).toEqual([{ details: result }, key('op_1-ba7816bf8f01cfea')]);
  });

  test('without a result, or with that of another payment, decides nothing', async () => {
    expect(await complete({})).toEqual({ outcome: action, sent: undefined });
    for (const merchantReference of ['op_2', undefined])
      expect((await complete(result, { ...authorised, merchantReference })).outcome).toEqual(action);
    expect((await complete({}, authorised, '')).outcome).toEqual(unknown);
  });

  test('that Adyen refuses leaves the payer at their bank, and another error says nothing', async () => {
    expectConsoleError({ message: 'adyen', fields: { operationId: 'op_1', code: '101' } });
    expect((await complete(result, refused)).outcome).toEqual(action);
    expect((await complete(result, failed)).outcome).toEqual(unknown);
    await expect(complete(result, new TypeError('unexpected'))).rejects.toThrow('unexpected');
  });

  test('completes the verification of a card, too', async () => {
    const { acquirer } = open({ paymentsDetails: { ...authorised, merchantReference: 'req_1' } });
    const request = { reference: 'req_1', acquirerReference: 'x', url, result };
    expect(await acquirer.completeVerification(request, signal)).toEqual(approved);
    expect(await acquirer.completeVerification({ ...request, result: {} }, signal)).toEqual({
      ...{ ...action, acquirerReference: 'req_1' },
    });
  });
});

describe('a card', () => {
  const verify = async (changes: object, answer: object = { ...authorised, merchantReference: 'req_1' }) => {
    const { acquirer, sent } = open({ payments: answer });
    const authentication = { requested: 'automatic' as const };
    const outcome = await acquirer.verify({ reference: 'req_1', card, authentication, ...changes }, signal);
    return { outcome, sent: sent.payments };
  };

  test.each([
    [undefined, 'CardOnFile'],
    ['recurring', 'Subscription'],
    ['installment', 'Subscription'],
    ['unscheduled', 'UnscheduledCardOnFile'],
  ])('is verified for the reason %s as %s', async (merchantReason, recurringProcessingModel) => {
    const { outcome, sent } = await verify({ ...(merchantReason && { merchantReason }) });
    expect(outcome).toEqual(approved);
    const request = {
      ...{ merchantAccount: 'Shops', reference: 'req_1', amount: { value: 0, currency: 'EUR' } },
      ...{ paymentMethod: method, shopperInteraction: 'Ecommerce', recurringProcessingModel },
    };
    expect(sent).toStrictEqual([{ ...request, ...absent }, key('req_1')]);
  });

  test('that can’t be verified is declined, because no money can have moved', async () => {
    expectConsoleError({ message: 'adyen' });
    expect((await verify({}, failed)).outcome).toEqual(declined('system_error', 'http_503'));
    const answer = { ...redirecting, merchantReference: 'req_1' };
    expect((await verify({}, answer)).outcome).toEqual(
      declined('authentication_required', 'RedirectShopper'),
    );
  });
});

const follow = { reference: 'op_2', authorization: 'op_1', payment: 'PSP1', ...money };
const received = { status: 'received', pspReference: 'PSP2', paymentPspReference: 'PSP1' };
const pending = { kind: 'pending', acquirerReference: 'PSP2' };
const names = {
  capture: 'captureAuthorisedPayment',
  void: 'cancelAuthorisedPaymentByPspReference',
  refund: 'refundCapturedPayment',
} as const;
const operations = ['capture', 'void', 'refund'] as const;
const own = { merchantAccount: 'Shops', reference: 'op_2' };

describe('a capture, void, or refund', () => {
  const send = async (operation: keyof typeof names, answer: object, changes: object = {}) => {
    const { acquirer, sent } = open({ [names[operation]]: answer, refundOrCancelPayment: answer });
    const outcome = await acquirer[operation]({ ...follow, held: 1_000, ...changes }, signal);
    return { outcome, sent };
  };

  test.each(operations)('is accepted, and its result comes later: %s', async (operation) => {
    const { outcome, sent } = await send(operation, received);
    expect(outcome).toEqual(pending);
    const request = operation === 'void' ? own : { ...own, amount };
    expect(sent).toEqual({ [names[operation]]: ['PSP1', request, key('op_2')] });
  });

  test.each(operations)('is unknown after any other answer: %s', async (operation) => {
    for (const answer of [
      { ...received, status: 'other' },
      { ...received, paymentPspReference: 'PSP0' },
      { ...received, pspReference: '' },
    ])
      expect((await send(operation, answer)).outcome).toEqual(unknown);
  });

  test.each(operations)('can be repeated after a failure, and not after a refusal: %s', async (operation) => {
    expectConsoleError({ message: 'adyen' });
    for (const error of [failed, prevented]) expect((await send(operation, error)).outcome).toEqual(unknown);
    expect((await send(operation, refused)).outcome).toMatchObject({ kind: 'declined', acquirerCode: '101' });
  });

  test.each(operations)('needs the payment and an amount: %s', async (operation) => {
    expect(await send(operation, received, { payment: null })).toEqual({
      ...{ outcome: declined('system_error', 'unknown_payment'), sent: {} },
    });
    expect(await send(operation, received, { ...unrepresentable, held: 50_050 })).toEqual({
      ...{ outcome: declined('not_permitted', 'amount_not_representable'), sent: {} },
    });
  });

  test('that reverses a payment refunds or cancels it', async () => {
    expect(await send('refund', received, { reversal: true })).toEqual({
      ...{ outcome: pending, sent: { refundOrCancelPayment: ['PSP1', own, key('op_2')] } },
    });
  });

  test('of a part of the hold isn’t voided', async () => {
    const partial = declined('not_permitted', 'partial_void');
    expect(await send('void', received, { held: 1_001 })).toEqual({ outcome: partial, sent: {} });
    const { acquirer } = open();
    const inquiry = {
      ...follow,
      operation: 'void' as const,
      acquirerReference: null,
      requestedAt: new Date(),
    };
    expect(await acquirer.lookup({ ...inquiry, held: 1_001 }, signal)).toEqual(partial);
  });

  test('of several is possible only if the account allows them', () => {
    for (const multipleCaptures of [true, false])
      expect(open({}, { multipleCaptures }).acquirer.capabilities).toEqual({
        ...{ partialCapture: true, multipleCaptures, partialVoid: false },
      });
  });
});

describe('an inquiry', () => {
  const inquire = async (operation: Inquiry['operation'], changes: Partial<Inquiry> = {}) => {
    const { acquirer, sent } = open(Object.fromEntries(operations.map((one) => [names[one], received])));
    const inquiry = { ...follow, operation, acquirerReference: null, requestedAt: new Date(), ...changes };
    return { outcome: await acquirer.lookup(inquiry, signal), sent: Object.keys(sent) };
  };
  const nothing = { outcome: unknown, sent: [] };

  test.each(operations)('repeats the request as long as Adyen knows its key: %s', async (operation) => {
    expect(await inquire(operation)).toEqual({ outcome: pending, sent: [names[operation]] });
    expect(await inquire(operation, { requestedAt: new Date(Date.now() - 7 * 86_400_000) })).toEqual(nothing);
    expect(await inquire(operation, { payment: null })).toEqual(nothing);
  });

  test('about a request that Adyen accepted waits for its webhook', async () => {
    for (const operation of ['authorize', ...operations] as const)
      expect(await inquire(operation, { acquirerReference: 'PSP3' })).toEqual({
        ...{ outcome: { kind: 'pending', acquirerReference: 'PSP3' }, sent: [] },
      });
  });

  test('about a capture or refund doesn’t depend on the whole hold', async () => {
    for (const operation of ['capture', 'refund'] as const)
      expect(await inquire(operation, { held: 5_000, actionUrl: url })).toMatchObject({ outcome: pending });
  });

  test('about an authorization says whether the payer is at their bank', async () => {
    expect(await inquire('authorize')).toEqual(nothing);
    const waiting = { reference: 'op_1', actionUrl: url, acquirerReference: 'PSP3' };
    expect(await inquire('authorize', waiting)).toEqual({ outcome: action, sent: [] });
  });
});

describe('the reversal of an authorization without an outcome', () => {
  const hourMs = 3_600_000;
  const reverse = async (
    answers: Record<string, object>,
    { age = 0, ...changes }: { age?: number; abandoned?: true; returned?: true } = {},
  ) => {
    const { acquirer, sent } = open(answers);
    const request = { reference: 'op_1', ...money, requestedAt: new Date(Date.now() - age), ...changes };
    return { outcome: await acquirer.reverse(request as never, signal), sent };
  };
  const canceled = { status: 'received', paymentReference: 'op_1' };
  const refusedKey = {
    resultCode: 'Refused',
    pspReference: 'PSP2',
    merchantReference: 'op_1-key',
    refusalReason: 'No',
  };
  const cancelRequest = [
    { merchantAccount: 'Shops', paymentReference: 'op_1', reference: 'op_1' },
    key('op_1-reverse'),
  ];

  test.each([
    ['Adyen refuses the impossible card', refused],
    ['Adyen declines the impossible card', refusedKey],
    ['a decline names no payment', { ...refusedKey, merchantReference: undefined }],
  ])('takes its key and cancels it, if %s', async (_, payments) => {
    const { outcome, sent } = await reverse({ payments, cancelAuthorisedPayment: canceled });
    expect(outcome).toEqual(unknown);
    const impossible = { type: 'scheme', number: '4111111111111112', expiryMonth: '12', expiryYear: '2099' };
    expect(sent.payments).toStrictEqual([
      {
        ...{ merchantAccount: 'Shops', reference: 'op_1-key', amount, paymentMethod: impossible },
        ...{ shopperInteraction: 'Ecommerce', additionalData: { manualCapture: 'true' }, ...absent },
      },
      key('op_1'),
    ]);
    expect(sent.cancelAuthorisedPayment).toEqual(cancelRequest);
  });

  test('returns the outcome of a payment that arrived', async () => {
    const decline = { ...authorised, resultCode: 'Refused', refusalReason: 'Expired Card' };
    for (const [payments, outcome] of [
      [authorised, approved],
      [decline, declined('expired_card', '6, Expired Card')],
    ] as const)
      for (const age of [0, 2 * hourMs]) {
        const reversed = await reverse({ payments }, { age });
        expect([reversed.outcome, Object.keys(reversed.sent)]).toEqual([outcome, ['payments']]);
      }
  });

  test.each([
    ['the key is in use', new AdyenError('uncertain', '704')],
    ['an approval is about the impossible card', { ...authorised, merchantReference: 'op_1-key' }],
  ])('waits for an hour before it cancels, if %s', async (_, payments) => {
    const answers = { payments, cancelAuthorisedPayment: canceled };
    const early = await reverse(answers, { age: hourMs - 10_000 });
    expect([early.outcome, Object.keys(early.sent)]).toEqual([unknown, ['payments']]);
    const late = await reverse(answers, { age: hourMs });
    expect([late.outcome, late.sent.cancelAuthorisedPayment]).toEqual([unknown, cancelRequest]);
  });

  test('cancels nothing after another error', async () => {
    expectConsoleError({ message: 'adyen' });
    const { outcome, sent } = await reverse({ payments: failed }, { age: 2 * hourMs });
    expect([outcome, Object.keys(sent)]).toEqual([unknown, ['payments']]);
    await expect(reverse({ payments: new TypeError('unexpected') })).rejects.toThrow('unexpected');
  });

  test('of a payer who came back takes no key', async () => {
    const answers = { cancelAuthorisedPayment: canceled };
    const early = await reverse(answers, { returned: true });
    expect([early.outcome, Object.keys(early.sent)]).toEqual([unknown, []]);
    const late = await reverse(answers, { returned: true, age: hourMs });
    expect([late.outcome, Object.keys(late.sent)]).toEqual([unknown, ['cancelAuthorisedPayment']]);
  });

  test('stays unknown if Adyen refuses to cancel it', async () => {
    expectConsoleError({ message: 'adyen', fields: { operationId: 'op_1', code: '101' } });
    const answers = { payments: refused, cancelAuthorisedPayment: refused };
    expect((await reverse(answers)).outcome).toEqual(unknown);
    const unexpected = { payments: refused, cancelAuthorisedPayment: new TypeError('unexpected') };
    await expect(reverse(unexpected)).rejects.toThrow('unexpected');
  });

  test('of a payer who never came back is declined once it is canceled', async () => {
    const abandoned = { abandoned: true as const };
    const { outcome, sent } = await reverse({ cancelAuthorisedPayment: canceled }, abandoned);
    expect(outcome).toEqual(declined('authentication_failed', 'abandoned'));
    expect(sent).toEqual({ cancelAuthorisedPayment: cancelRequest });
    for (const change of [{ status: 'other' }, { paymentReference: 'op_2' }])
      expect(
        (await reverse({ cancelAuthorisedPayment: { ...canceled, ...change } }, abandoned)).outcome,
      ).toEqual(unknown);
  });
});

test('a dispute is answered and accepted for the merchant account', async () => {
  const success = { disputeServiceResult: { success: true } };
  const { acquirer, sent } = open({ acceptDispute: success, retrieveApplicableDefenseReasons: {} });
  const request = { reference: 'op_1', dispute: 'PSP1' };
  expect(await acquirer.acceptDispute!(request, signal)).toEqual({ kind: 'acknowledged' });
  expect(await acquirer.submitEvidence!({ ...request, text: 'It arrived.', files: [] }, signal)).toEqual(
    unknown,
  );
  const names = { disputePspReference: 'PSP1', merchantAccountCode: 'Shops' };
  expect(Object.values(sent).map(([given]) => given)).toEqual([names, names]);
});
