import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  isUnconfirmed,
  outcomeOfCapture,
  outcomeOfIntent,
  outcomeOfSetup,
  outcomeOfVoid,
} from './intent-outcomes';

const buildIntent = (changes: object) =>
  ({
    ...{ id: 'pi_1', object: 'payment_intent', metadata: {}, latest_charge: null, last_payment_error: null },
    ...{
      next_action: null,
      cancellation_reason: null,
      amount_capturable: 0,
      amount: 10_000,
      currency: 'usd',
    },
    ...changes,
  }) as unknown as Stripe.PaymentIntent;
const approved = { kind: 'approved', acquirerReference: 'pi_1' };
const unknown = { kind: 'unknown' };
const url = 'https://bank.example';
const redirect = { next_action: { redirect_to_url: { url } } };

describe('a payment', () => {
  const readPayment = (status: string, changes: object = {}) =>
    outcomeOfIntent(buildIntent({ status, ...changes }));
  const authorized = { ...approved, amount: { amountMinor: 10_000, currency: 'USD' } };
  const withCard = (card: object) => ({ latest_charge: { payment_method_details: { card } } });

  test.each([
    ['requires_capture', {}, authorized],
    ['succeeded', {}, authorized],
    ['processing', {}, { kind: 'pending', acquirerReference: 'pi_1' }],
    ['requires_action', redirect, { kind: 'action_required', acquirerReference: 'pi_1', url }],
    ['requires_action', {}, unknown],
    ['requires_action', { next_action: {} }, unknown],
    ['requires_payment_method', {}, unknown],
    ['requires_confirmation', {}, unknown],
    ['new_status', {}, unknown],
    ['canceled', {}, { kind: 'declined', code: 'system_error', acquirerCode: 'canceled' }],
    [
      'canceled',
      { cancellation_reason: 'abandoned' },
      { kind: 'declined', code: 'system_error', acquirerCode: 'abandoned' },
    ],
  ])('that %s: %o', (status, changes, outcome) => {
    expect(readPayment(status, changes)).toEqual(outcome);
  });

  test('has the checks of the bank, also if it declined', () => {
    const card = (checks: object | null) => withCard({ checks });
    const found = {
      address_line1_check: 'fail',
      address_postal_code_check: 'pass',
      cvc_check: 'unavailable',
    };
    const checks = { address: 'fail', postalCode: 'pass', securityCode: 'unavailable' };
    expect(readPayment('requires_capture', card(found))).toMatchObject({ checks });
    expect(readPayment('succeeded', card(found))).toMatchObject({ checks });
    const error = { last_payment_error: { code: 'card_declined' } };
    expect(readPayment('requires_payment_method', { ...card(found), ...error })).toMatchObject({ checks });
    const none = { address_line1_check: null, address_postal_code_check: null, cvc_check: null };
    for (const empty of [null, none, { ...none, cvc_check: 'new_result' }])
      expect(readPayment('succeeded', card(empty))).toEqual(authorized);
    expect(readPayment('succeeded', card({ ...none, cvc_check: 'pass' }))).toMatchObject({
      checks: { securityCode: 'pass' },
    });
  });

  test('is declined with the code of the bank, or else of Stripe', () => {
    const decline = (error: object) => readPayment('requires_payment_method', { last_payment_error: error });
    expect(decline({ code: 'card_declined', decline_code: 'lost_card' })).toEqual({
      ...{ kind: 'declined', code: 'lost_card', acquirerCode: 'lost_card' },
    });
    expect(decline({ code: 'expired_card' })).toMatchObject({ code: 'expired_card' });
    expect(decline({})).toEqual({ kind: 'declined', code: 'do_not_honor' });
    expect(
      readPayment('canceled', {
        cancellation_reason: 'abandoned',
        last_payment_error: { code: 'lost_card' },
      }),
    ).toMatchObject({ code: 'lost_card' });
  });

  test('is nothing else than a payment', () => {
    expect(() => readPayment('succeeded', { object: 'charge' })).toThrow('the answer is no payment_intent');
  });

  test('has the authorized amount, of which a part may be captured or refunded', () => {
    const charge = { amount: 2_000, payment_method_details: { card: { amount_authorized: 3_000 } } };
    const amountOf = (latest_charge: object | string) =>
      readPayment('succeeded', { amount: 1_000, latest_charge, currency: 'isk' });
    const amounts = [charge, { ...charge, payment_method_details: {} }, 'ch_1'].map(amountOf);
    expect(amounts).toMatchObject(
      [30, 20, 10].map((amountMinor) => ({ amount: { amountMinor, currency: 'ISK' } })),
    );
  });

  test('is held until the time that Stripe says', () => {
    const card = withCard({ capture_before: 1_790_000_000 });
    const captureBefore = new Date(1_790_000_000_000);
    expect(readPayment('requires_capture', card)).toEqual({ ...authorized, captureBefore });
    expect(readPayment('succeeded', card)).toEqual(authorized);
  });

  test.each(['requires_capture', 'succeeded'])(
    'that %s has what later payments with the card need',
    (status) => {
      const card = withCard({ network_transaction_id: 'ntx_1', exp_month: 1, exp_year: 2041 });
      const intent = buildIntent({ status, ...card });
      const expiry = { month: 12, year: 2040 };
      expect(outcomeOfIntent(intent, expiry)).toEqual({
        ...{ ...authorized, networkTransactionId: 'ntx_1', newExpiry: { month: 1, year: 2041 } },
      });
      expect(outcomeOfIntent(intent)).toEqual({ ...authorized, networkTransactionId: 'ntx_1' });
      expect(outcomeOfIntent(buildIntent({ status, latest_charge: 'ch_1' }), expiry)).toEqual(authorized);
      expect(outcomeOfIntent(buildIntent({ status, latest_charge: {} }), expiry)).toEqual(authorized);
    },
  );

  const result = { authentication_flow: 'challenge', version: '2.2.0', electronic_commerce_indicator: '05' };
  test.each([
    ['authenticated', 'authenticated', true],
    ['attempt_acknowledged', 'attempted', true],
    ['failed', 'failed', false],
    ['not_supported', 'unavailable', false],
    ['processing_error', 'unavailable', false],
  ])('whose authentication is %s: %s', (name, status, liabilityShift) => {
    const card = withCard({ three_d_secure: { ...result, result: name } });
    const authentication = { status, flow: 'challenge', version: '2.2.0', eci: '05', liabilityShift };
    for (const approval of ['requires_capture', 'succeeded'])
      expect(readPayment(approval, card)).toEqual({ ...authorized, authentication });
    const declined = { ...card, last_payment_error: { code: 'expired_card' } };
    expect(readPayment('requires_payment_method', declined)).toMatchObject({
      kind: 'declined',
      authentication,
    });
  });

  test('whose authentication says little', () => {
    const authenticate = (changes: object) =>
      readPayment('succeeded', withCard({ three_d_secure: { result: 'authenticated', ...changes } }));
    const authentication = { status: 'authenticated', version: null, eci: null, liabilityShift: true };
    for (const [authentication_flow, flow] of [
      ['frictionless', 'frictionless'],
      ['new_flow', null],
      [null, null],
    ])
      expect(authenticate({ authentication_flow })).toEqual({
        ...{ ...authorized, authentication: { ...authentication, flow } },
      });
    for (const none of [null, 'new_result', 'constructor'])
      expect(authenticate({ result: none })).toEqual(authorized);
    expect(readPayment('succeeded', withCard({ three_d_secure: null }))).toEqual(authorized);
  });

  test.each([
    ['requires_confirmation', null, true],
    ['requires_payment_method', null, true],
    ['requires_payment_method', { code: 'expired_card' }, false],
    ['requires_action', null, false],
    ['canceled', null, false],
  ])('that %s with the error %o has no card yet: %s', (status, last_payment_error, expected) => {
    expect(isUnconfirmed(buildIntent({ status, last_payment_error }))).toBe(expected);
  });
});

describe('a verification', () => {
  const otherCard = {
    ...{ kind: 'declined', code: 'authentication_failed', acquirerCode: 'payment_method_changed' },
  };
  test.each([
    ['succeeded', {}, { kind: 'approved', acquirerReference: 'seti_1' }],
    ['succeeded', { payment_method: { id: 'pm_1' } }, { kind: 'approved', acquirerReference: 'seti_1' }],
    ['succeeded', { payment_method: 'pm_2' }, otherCard],
    ['succeeded', { payment_method: { id: 'pm_2' } }, otherCard],
    ['succeeded', { payment_method: null }, otherCard],
    ['succeeded', { metadata: null }, otherCard],
    ['requires_action', redirect, { kind: 'action_required', acquirerReference: 'seti_1', url }],
    [
      'requires_action',
      { next_action: {} },
      { kind: 'declined', code: 'authentication_required', acquirerCode: 'authentication_required' },
    ],
    [
      'requires_action',
      {},
      { kind: 'declined', code: 'authentication_required', acquirerCode: 'authentication_required' },
    ],
    [
      'requires_payment_method',
      { last_setup_error: { code: 'card_declined', decline_code: 'lost_card' } },
      { kind: 'declined', code: 'lost_card', acquirerCode: 'lost_card' },
    ],
    [
      'requires_payment_method',
      { last_setup_error: { code: 'expired_card' } },
      { kind: 'declined', code: 'expired_card', acquirerCode: 'expired_card' },
    ],
    ['requires_payment_method', {}, unknown],
    ['canceled', {}, { kind: 'declined', code: 'system_error', acquirerCode: 'canceled' }],
    ['processing', {}, unknown],
  ])('that %s: %o', (status, changes, outcome) => {
    const setup = {
      ...{ id: 'seti_1', object: 'setup_intent', next_action: null, last_setup_error: null },
      ...{ payment_method: 'pm_1', metadata: { payment_method: 'pm_1' } },
    };
    expect(outcomeOfSetup({ ...setup, status, ...changes } as unknown as Stripe.SetupIntent)).toEqual(
      outcome,
    );
  });
});

describe('a capture', () => {
  const mark = { op_1: 'captured' };
  const refused = (acquirerCode: string) => ({ kind: 'declined', code: 'system_error', acquirerCode });

  test.each([
    ['requires_capture', mark, approved],
    ['succeeded', mark, { ...approved, released: true }],
    ['canceled', mark, refused('canceled')],
    ['canceled', {}, refused('canceled')],
    ['succeeded', {}, refused('succeeded')],
    ['succeeded', { op_2: 'captured' }, refused('succeeded')],
    ['requires_capture', {}, unknown],
    ['processing', mark, unknown],
  ])('of a payment that %s with the mark %o', (status, metadata, outcome) => {
    expect(outcomeOfCapture(buildIntent({ status, metadata }), 'op_1')).toEqual(outcome);
  });

  test('has the ID of its charge', () => {
    for (const latest_charge of ['ch_1', { id: 'ch_1' }])
      expect(
        outcomeOfCapture(buildIntent({ status: 'requires_capture', metadata: mark, latest_charge }), 'op_1'),
      ).toEqual({ kind: 'approved', acquirerReference: 'ch_1' });
    expect(() => outcomeOfCapture(buildIntent({ object: 'charge' }), 'op_1')).toThrow('no payment_intent');
  });
});

describe('a void', () => {
  test.each([
    ['canceled', 0, approved],
    ['succeeded', 0, approved],
    ['succeeded', 500, unknown],
    ['canceled', 500, unknown],
    ['requires_capture', 0, unknown],
    ['requires_capture', 500, unknown],
  ])('of a payment that %s and holds %s', (status, amount_capturable, outcome) => {
    expect(outcomeOfVoid(buildIntent({ status, amount_capturable }))).toEqual(outcome);
  });

  test('is nothing else than a payment', () => {
    expect(() => outcomeOfVoid(buildIntent({ object: 'charge', status: 'canceled' }))).toThrow();
  });
});
