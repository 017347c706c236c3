import Stripe from 'stripe';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Secret } from '~/platform/secrets/secret';
import { expectConsoleError } from '../../../tests/setup/errors';
import type { Inquiry } from '../acquirer';
import * as requests from './requests';
import { createStripe } from './stripe';

const { signal } = new AbortController();
const raw = (code: string) => ({ message: 'no', type: 'api_error' as const, code });
const wrongState = new Stripe.errors.StripeInvalidRequestError(raw('payment_intent_unexpected_state'));
const revokedKey = new Stripe.errors.StripeAuthenticationError(raw('api_key_expired'));
const failure = new Stripe.errors.StripeAPIError(raw('api_failed'));

const intent = {
  ...{ id: 'pi_1', object: 'payment_intent', status: 'requires_capture', metadata: {}, latest_charge: null },
  ...{
    amount: 1_000,
    currency: 'usd',
    amount_capturable: 1_000,
    amount_received: 0,
    last_payment_error: null,
  },
};
const unconfirmed = { ...intent, status: 'requires_payment_method', amount_capturable: 0 };
const setup = {
  ...{ id: 'seti_1', object: 'setup_intent', status: 'succeeded', payment_method: 'pm_1' },
  metadata: { payment_method: 'pm_1' },
};

/** The adapter with a Stripe that answers like this. `sent`: the requests by name. */
function open(
  answers: Record<string, object>,
  { multipleCaptures = false, account }: { multipleCaptures?: boolean; account?: string } = {},
) {
  const sent: Record<string, unknown[]> = {};
  const known: Record<string, object> = { 'paymentMethods.create': { id: 'pm_1' }, ...answers };
  const resource = (name: string) =>
    new Proxy({} as Record<string, unknown>, {
      get: (_, method: string) => {
        const path = `${name}.${method}`;
        if (method === 'list')
          return async function* (...request: unknown[]) {
            sent[path] = request;
            yield* known[path] as object[];
          };
        return async (...request: unknown[]) => {
          sent[path] = request;
          const answer = known[path];
          if (answer === undefined || answer instanceof Error)
            throw answer ?? new Error(`${path} wasn't expected`);
          return answer;
        };
      },
    });
  const names = ['paymentIntents', 'paymentMethods', 'setupIntents', 'refunds', 'disputes', 'events'];
  const stripe = Object.fromEntries(names.map((name) => [name, resource(name)])) as unknown as Stripe;
  const create = vi.spyOn(requests, 'createStripeClient').mockReturnValue(stripe);
  onTestFinished(() => create.mockRestore());
  const secrets = { secretKey: new Secret('sk_test_1'), webhookSecret: new Secret('whsec_1') };
  return { acquirer: createStripe({ settings: { multipleCaptures, account }, secrets }), sent };
}

const card = { pan: new Secret('4242424242424242'), expiry: { month: 12, year: 2040 } };
const money = { amountMinor: 1_000, currency: 'USD' };
const followUp = { reference: 'op_2', authorization: 'op_1', payment: 'pi_1', ...money };
const unknown = { kind: 'unknown' };
const declined = (acquirerCode: string, code = 'system_error') => ({ kind: 'declined', code, acquirerCode });

test('parts can be captured, and only the whole hold can be voided', () => {
  for (const multipleCaptures of [true, false])
    expect(open({}, { multipleCaptures }).acquirer.capabilities).toEqual({
      ...{ partialCapture: true, multipleCaptures, partialVoid: false },
    });
});

describe('a payment is prepared', () => {
  const prepare = async (capture: boolean, multipleCaptures: boolean) => {
    const { acquirer, sent } = open({ 'paymentIntents.create': unconfirmed }, { multipleCaptures });
    expect(await acquirer.prepare!({ reference: 'op_1', ...money, capture }, signal)).toEqual({
      ...{ kind: 'prepared', payment: 'pi_1' },
    });
    return sent['paymentIntents.create'];
  };
  const params = {
    ...{
      amount: 1_000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      metadata: { reference: 'op_1' },
    },
  };
  const several = { payment_method_options: { card: { request_multicapture: 'if_available' } } };

  test.each([
    ['without a capture', false, false, { capture_method: 'manual' }],
    ['with a capture', true, false, { capture_method: 'automatic' }],
    ['with a capture, where several are possible', true, true, { capture_method: 'automatic' }],
    ['for several captures', false, true, { capture_method: 'manual', ...several }],
  ])('%s', async (_, capture, multipleCaptures, expected) => {
    expect(await prepare(capture, multipleCaptures)).toEqual([
      { ...params, ...expected },
      { idempotencyKey: 'op_1' },
    ]);
  });
});

test('an amount that Stripe can’t represent is declined without a request', async () => {
  const thousandth = { amountMinor: 1_001, currency: 'KWD' };
  const { acquirer, sent } = open({});
  const outcome = declined('amount_not_representable', 'not_permitted');
  expect(await acquirer.prepare!({ reference: 'op_1', ...thousandth, capture: true }, signal)).toEqual(
    outcome,
  );
  expect(await acquirer.capture({ ...followUp, ...thousandth }, signal)).toEqual(outcome);
  expect(await acquirer.refund({ ...followUp, ...thousandth }, signal)).toEqual(outcome);
  expect(sent).toEqual({});
});

test('the payer’s address and contact go with the card', async () => {
  const { acquirer, sent } = open({
    'paymentIntents.retrieve': unconfirmed,
    'paymentIntents.confirm': intent,
  });
  const send = async (billing: object) => {
    const request = { reference: 'op_1', payment: 'pi_1', ...money, capture: false, card };
    await acquirer.authorize({ ...request, billing }, signal);
    const [params] = sent['paymentMethods.create'] as [Stripe.PaymentMethodCreateParams];
    return params.billing_details;
  };
  expect(await send({})).toBeUndefined();
  expect(await send({ country: 'US', postalCode: '94016' })).toEqual({
    address: { country: 'US', postal_code: '94016' },
  });
  expect(
    await send({
      ...{ email: 'ada@example.com', phone: '+14155552671', addressLine1: '548 Market St' },
      ...{ addressLine2: 'Apt 3', city: 'San Francisco', state: 'CA', country: 'US', postalCode: '94016' },
    }),
  ).toEqual({
    ...{ email: 'ada@example.com', phone: '+14155552671' },
    address: {
      ...{ line1: '548 Market St', line2: 'Apt 3', city: 'San Francisco', state: 'CA' },
      ...{ country: 'US', postal_code: '94016' },
    },
  });
});

describe('an authorization', () => {
  const request = { reference: 'op_1', payment: 'pi_1', ...money, capture: false, card };
  const confirm = async (changes: object, answer: object = intent) => {
    const { acquirer, sent } = open({
      'paymentIntents.retrieve': unconfirmed,
      'paymentIntents.confirm': answer,
    });
    const outcome = await acquirer.authorize({ ...request, ...changes }, signal);
    return { outcome, sent };
  };
  const approved = { kind: 'approved', acquirerReference: 'pi_1', amount: money };
  const params = { payment_method: 'pm_1', expand: ['latest_charge'] };

  test.each([
    ['without the payer', {}, { error_on_requires_action: true }],
    [
      'with a payer who can authenticate',
      { authentication: { requested: 'automatic', returnUrl: 'https://a.example' } },
      { return_url: 'https://a.example' },
    ],
    [
      'with a payer who has to authenticate',
      { authentication: { requested: 'always', returnUrl: 'https://a.example' } },
      {
        return_url: 'https://a.example',
        payment_method_options: { card: { request_three_d_secure: 'any' } },
      },
    ],
    [
      'of a merchant with a saved card',
      {
        savedCard: { merchantReason: 'recurring' },
        authentication: { requested: 'always', returnUrl: 'https://a.example' },
      },
      { off_session: true, payment_method_options: { card: { stored_credential_usage: 'recurring' } } },
    ],
    ['of a payer with a saved card', { savedCard: {} }, { error_on_requires_action: true }],
  ])('is confirmed %s', async (_, changes, expected) => {
    const { outcome, sent } = await confirm(changes);
    expect(outcome).toEqual(approved);
    expect(sent['paymentIntents.confirm']).toEqual([
      'pi_1',
      { ...params, ...expected },
      { idempotencyKey: 'op_1-confirm' },
    ]);
  });

  test('sends the card with its code and name, if they are known', async () => {
    const methodOf = async (changes: object) =>
      (await confirm({ card: { ...card, ...changes } })).sent['paymentMethods.create'];
    const number = { number: '4242424242424242', exp_month: 12, exp_year: 2040 };
    const metadata = { reference: 'op_1' };
    expect(await methodOf({})).toStrictEqual([{ type: 'card', metadata, card: number }]);
    expect(await methodOf({ code: new Secret('123'), name: 'Ada' })).toStrictEqual([
      { type: 'card', metadata, card: { ...number, cvc: '123' }, billing_details: { name: 'Ada' } },
    ]);
  });

  test('reports a replaced expiration date only for a saved card', async () => {
    const replaced = { network_transaction_id: null, exp_month: 1, exp_year: 2041 };
    const answer = { ...intent, latest_charge: { payment_method_details: { card: replaced } } };
    expect((await confirm({}, answer)).outcome).toEqual(approved);
    expect((await confirm({ savedCard: {} }, answer)).outcome).toEqual({
      ...{ ...approved, newExpiry: { month: 1, year: 2041 } },
    });
  });

  test('that was sent before isn’t sent again', async () => {
    const failed = { ...unconfirmed, last_payment_error: { code: 'expired_card' } };
    for (const [before, outcome, ends] of [
      [intent, approved, []],
      [failed, declined('expired_card', 'expired_card'), ['paymentIntents.cancel']],
    ] as const) {
      const { acquirer, sent } = open({ 'paymentIntents.retrieve': before, 'paymentIntents.cancel': {} });
      expect(await acquirer.authorize(request, signal)).toEqual(outcome);
      expect(Object.keys(sent)).toEqual(['paymentIntents.retrieve', ...ends]);
    }
  });

  test('that Stripe refuses for its key is declined, because it isn’t sent again', async () => {
    expectConsoleError({ message: 'stripe' });
    expect((await confirm({}, revokedKey)).outcome).toEqual(declined('api_key_expired'));
    expect((await confirm({}, failure)).outcome).toEqual(unknown);
  });

  test('can’t be sent or reversed before it is prepared', async () => {
    const { acquirer } = open({});
    expect(() => acquirer.authorize({ ...request, payment: undefined }, signal)).toThrow('is not prepared');
    expect(() => acquirer.reverse({ ...request, payment: undefined }, signal)).toThrow('is not prepared');
  });

  test('is reversed by canceling it as abandoned, unless it took effect', async () => {
    const canceled = { ...unconfirmed, status: 'canceled', cancellation_reason: 'abandoned' };
    for (const before of [unconfirmed, { ...intent, status: 'requires_action' }]) {
      const { acquirer, sent } = open({
        'paymentIntents.retrieve': before,
        'paymentIntents.cancel': canceled,
      });
      expect(await acquirer.reverse(request, signal)).toEqual(declined('abandoned'));
      expect(sent['paymentIntents.cancel']).toEqual([
        'pi_1',
        { cancellation_reason: 'abandoned' },
        { idempotencyKey: 'op_1-reverse' },
      ]);
    }
    expect(await open({ 'paymentIntents.retrieve': intent }).acquirer.reverse(request, signal)).toEqual(
      approved,
    );
  });
});

describe('a card', () => {
  const verify = async (changes: object, answer: object = setup) => {
    const { acquirer, sent } = open({ 'setupIntents.create': answer });
    const authentication = { requested: 'automatic' as const };
    const outcome = await acquirer.verify({ reference: 'req_1', card, authentication, ...changes }, signal);
    return { outcome, sent: sent['setupIntents.create'] };
  };
  const params = {
    ...{ confirm: true, payment_method: 'pm_1', allowed_payment_method_types: ['card'] },
    metadata: { reference: 'req_1', payment_method: 'pm_1' },
  };

  test.each([
    ['for payers', {}, { usage: 'on_session' }],
    [
      'for merchants, with authentication',
      {
        merchantReason: 'recurring',
        authentication: { requested: 'always', returnUrl: 'https://a.example' },
      },
      {
        ...{ usage: 'off_session', return_url: 'https://a.example' },
        payment_method_options: {
          card: { request_three_d_secure: 'any', setup_credential_usage: 'recurring' },
        },
      },
    ],
  ])('is verified %s', async (_, changes, expected) => {
    const { outcome, sent } = await verify(changes);
    expect(outcome).toEqual({ kind: 'approved', acquirerReference: 'seti_1' });
    expect(sent).toStrictEqual([{ ...params, ...expected }, { idempotencyKey: 'req_1' }]);
  });

  test('that can’t be verified is declined, because no money can have moved', async () => {
    expectConsoleError({ message: 'stripe' });
    expect((await verify({}, failure)).outcome).toEqual(declined('api_failed'));
  });
});

describe('a capture, void, or refund', () => {
  test('whose payment is unknown is an error', async () => {
    const { acquirer, sent } = open({});
    for (const kind of ['capture', 'void', 'refund'] as const)
      await expect(
        (async () => acquirer[kind]({ ...followUp, held: 1_000, payment: null }, signal))(),
      ).rejects.toThrow('ID at Stripe is unknown');
    expect(sent).toEqual({});
  });

  test('that Stripe refuses for its key can be repeated with the next one', async () => {
    expectConsoleError({ message: 'stripe' });
    const { acquirer } = open({ 'paymentIntents.capture': revokedKey, 'refunds.create': revokedKey });
    expect(await acquirer.capture(followUp, signal)).toEqual(unknown);
    expect(await acquirer.refund(followUp, signal)).toEqual(unknown);
  });

  test.each([
    ['approved if it was captured before', { metadata: { op_2: 'captured' } }, 'approved'],
    ['declined if another request captured it', { status: 'succeeded' }, 'declined'],
    ['declined if nothing can be captured yet', { status: 'requires_action' }, 'declined'],
  ])('for which the payment is in the wrong state is %s', async (_, changes, kind) => {
    const after = { ...intent, ...changes };
    const { acquirer } = open({ 'paymentIntents.capture': wrongState, 'paymentIntents.retrieve': after });
    const outcome = await acquirer.capture(followUp, signal);
    expect(outcome).toMatchObject(kind === 'approved' ? { kind } : declined(after.status));
  });

  test('with another error doesn’t depend on the state', async () => {
    expectConsoleError({ message: 'stripe' });
    const after = { ...intent, metadata: { op_2: 'captured' } };
    const { acquirer, sent } = open({ 'paymentIntents.capture': failure, 'paymentIntents.retrieve': after });
    expect(await acquirer.capture(followUp, signal)).toEqual(unknown);
    expect(sent).not.toHaveProperty('paymentIntents.retrieve');
  });

  test('is sent with its amount and its own idempotency key', async () => {
    const captured = { ...intent, metadata: { op_2: 'captured' } };
    const created = { object: 'refund', id: 're_1', status: 'succeeded', amount: 1_000, currency: 'usd' };
    for (const [multipleCaptures, status] of [
      [true, 'available'],
      [true, 'unavailable'],
      [false, 'unavailable'],
    ] as const) {
      const charge = { payment_method_details: { card: { multicapture: { status } } } };
      const { acquirer, sent } = open(
        {
          'paymentIntents.retrieve': { ...intent, latest_charge: charge },
          'paymentIntents.capture': captured,
          'refunds.create': created,
        },
        { multipleCaptures },
      );
      expect(await acquirer.capture(followUp, signal)).toMatchObject({ kind: 'approved' });
      const mark = { amount_to_capture: 1_000, metadata: { op_2: 'captured' } };
      const isLast = status === 'available' ? { final_capture: false } : {};
      const key = { idempotencyKey: 'op_2' };
      expect(sent['paymentIntents.capture']).toEqual(['pi_1', { ...mark, ...isLast }, key]);
      expect(await acquirer.refund(followUp, signal)).toMatchObject({ acquirerReference: 're_1' });
      expect(sent['refunds.create']).toEqual([
        { payment_intent: 'pi_1', amount: 1_000, metadata: { reference: 'op_2' } },
        key,
      ]);
    }
  });

  test('voids the whole hold, or what several captures have left of it', async () => {
    const canceled = { ...intent, status: 'canceled', amount_capturable: 0 };
    const voidHold = async (before: object, amountMinor = 1_000) => {
      const { acquirer, sent } = open({
        ...{ 'paymentIntents.retrieve': { ...intent, ...before }, 'paymentIntents.cancel': canceled },
        'paymentIntents.capture': { ...canceled, status: 'succeeded' },
      });
      const outcome = await acquirer.void({ ...followUp, amountMinor, held: 1_000 }, signal);
      return { outcome, sent };
    };
    const approved = { kind: 'approved', acquirerReference: 'pi_1' };
    const key = { idempotencyKey: 'op_2' };
    const whole = await voidHold({});
    expect([whole.outcome, whole.sent['paymentIntents.cancel']]).toEqual([approved, ['pi_1', {}, key]]);
    const rest = await voidHold({ amount_received: 500 });
    expect([rest.outcome, rest.sent['paymentIntents.capture']]).toEqual([
      approved,
      ['pi_1', { amount_to_capture: 0, final_capture: true }, key],
    ]);
    expect((await voidHold({}, 400)).outcome).toEqual(declined('partial_void', 'not_permitted'));
    expect((await voidHold({ status: 'canceled', amount_capturable: 0 })).outcome).toEqual(approved);
  });
});

describe('an inquiry', () => {
  const minute = 60_000;
  const inquire = (
    operation: Inquiry['operation'],
    answers: Record<string, object>,
    changes: Partial<Inquiry> = {},
  ) => {
    const { acquirer, sent } = open(answers);
    const inquiry = { ...followUp, operation, acquirerReference: null, requestedAt: new Date(), ...changes };
    return acquirer.lookup(inquiry, signal).then((outcome) => ({ outcome, sent }));
  };
  const notFound = { kind: 'not_found' };
  const dayAgo = { requestedAt: new Date(Date.now() - 24 * 60 * minute) };

  test('about a payment without an ID finds nothing, because no card was sent', async () => {
    for (const operation of ['authorize', 'capture', 'void', 'refund'] as const)
      expect(await inquire(operation, {}, { payment: null })).toEqual({ outcome: notFound, sent: {} });
  });

  test('about an authorization finds it once its card was tried', async () => {
    const find = async (before: object, changes = {}) =>
      (await inquire('authorize', { 'paymentIntents.retrieve': before }, changes)).outcome;
    expect(await find(unconfirmed)).toEqual(notFound);
    expect(await find(intent)).toMatchObject({ kind: 'approved' });
    // It is reversed instead, whenever it was sent.
    expect(await find(unconfirmed, dayAgo)).toEqual(notFound);
  });

  test('about a capture or void that Stripe can’t know anymore finds that it was never received', async () => {
    const find = async (operation: Inquiry['operation'], changes: object, age = {}) =>
      (await inquire(operation, { 'paymentIntents.retrieve': { ...intent, ...changes } }, age)).outcome;
    for (const operation of ['capture', 'void'] as const) {
      expect(await find(operation, {})).toEqual(notFound);
      expect(await find(operation, {}, dayAgo)).toEqual(declined('never_received'));
    }
    const mark = { metadata: { op_2: 'captured' } };
    expect(await find('capture', mark, dayAgo)).toMatchObject({ kind: 'approved' });
    const over = { status: 'succeeded', amount_capturable: 0 };
    expect(await find('capture', over)).toEqual(declined('succeeded'));
    expect(await find('void', over)).toEqual({ kind: 'approved', acquirerReference: 'pi_1' });
  });

  test('about a refund finds it by its ID or its reference', async () => {
    const refund = { object: 'refund', id: 're_1', status: 'succeeded', amount: 1_000, currency: 'usd' };
    const approved = { kind: 'approved', acquirerReference: 're_1' };
    const byId = await inquire('refund', { 'refunds.retrieve': refund }, { acquirerReference: 're_1' });
    expect(byId).toMatchObject({ outcome: approved, sent: { 'refunds.retrieve': ['re_1'] } });
    const others = [
      { ...refund, id: 're_2', metadata: null },
      { ...refund, id: 're_3', metadata: { reference: 'op_3' } },
    ];
    const own = { ...refund, metadata: { reference: 'op_2' } };
    const listed = await inquire('refund', { 'refunds.list': [...others, own] });
    expect(listed).toMatchObject({
      ...{ outcome: approved, sent: { 'refunds.list': [{ payment_intent: 'pi_1', limit: 100 }] } },
    });
    expect((await inquire('refund', { 'refunds.list': others })).outcome).toEqual(notFound);
    expect((await inquire('refund', { 'refunds.list': others }, dayAgo)).outcome).toEqual(
      declined('never_received'),
    );
  });
});

test('webhooks are those of the connection’s account', () => {
  const secrets = { secretKey: new Secret('sk_test_1'), webhookSecret: new Secret('whsec_1') };
  const acquirer = createStripe({ settings: { multipleCaptures: false, account: 'acct_1' }, secrets });
  const receive = (account: string) => {
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'payout.paid',
      created: 0,
      data: { object: { id: 'po_1' } },
    };
    const payload = JSON.stringify({ ...event, account });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_1' });
    return acquirer.readWebhook!({ body: Buffer.from(payload), header: () => signature }, [secrets]);
  };
  expect(receive('acct_1')).toMatchObject([{ id: 'evt_1', about: 'payout', subject: 'po_1' }]);
  expect(receive('acct_2')).toEqual([]);
});

test('disputes and events are those of the connection', async () => {
  const dispute = {
    ...{ object: 'dispute', id: 'du_1', status: 'needs_response', amount: 1_000, currency: 'usd' },
    ...{ reason: 'fraudulent', evidence_details: { due_by: null }, payment_intent: null },
  };
  const answers = {
    ...{ 'disputes.update': dispute, 'disputes.close': dispute, 'disputes.retrieve': dispute },
    'events.list': [{ id: 'evt_1', type: 'payout.paid', created: 0, data: { object: { id: 'po_1' } } }],
  };
  const { acquirer, sent } = open(answers, { account: 'acct_1' });
  const request = { reference: 'op_1', dispute: 'du_1' };
  const response = { ...request, text: 'It arrived.', files: [] };
  expect(await acquirer.submitEvidence!(response, signal)).toEqual({ kind: 'acknowledged' });
  expect(await acquirer.acceptDispute!(request, signal)).toEqual({ kind: 'acknowledged' });
  const event = {
    ...{ id: 'evt_1', type: 'charge.dispute.created', about: 'dispute' as const, subject: 'du_1' },
    ...{ reference: null, occurredAt: new Date() },
  };
  expect(await acquirer.readEvent!(event, signal)).toMatchObject([{ kind: 'chargeback_opened' }]);
  expect(await acquirer.listEvents!(new Date(), signal)).toMatchObject([{ id: 'evt_1', subject: 'po_1' }]);
  expect(Object.keys(sent)).toEqual(Object.keys(answers));
});
