import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { expectConsoleError } from '../../../tests/setup/errors';
import { concludeIntent, isOfAnotherCard } from './intents';

const { signal } = new AbortController();
const metadata = { reference: 'op_1' };
const intent = {
  ...{ id: 'pi_1', object: 'payment_intent', metadata, payment_method: { metadata }, latest_charge: null },
  ...{ amount: 1_000, currency: 'usd', last_payment_error: null },
};
const failed = {
  ...{ ...intent, status: 'requires_payment_method', payment_method: null },
  last_payment_error: { code: 'payment_intent_authentication_failure' },
};
const other = { payment_method: { metadata: {} } };
const changed = { kind: 'declined', code: 'authentication_failed', acquirerCode: 'payment_method_changed' };
const refused = new Stripe.errors.StripeInvalidRequestError({
  type: 'invalid_request_error',
  code: 'payment_intent_unexpected_state',
});

/** The conclusion about an intent, and what was requested for it. */
async function conclude(changes: object, answer: () => Promise<object> = async () => ({})) {
  const cancel = vi.fn(answer);
  const refund = vi.fn(answer);
  const stripe = { paymentIntents: { cancel }, refunds: { create: refund } } as unknown as Stripe;
  const subject = { ...intent, ...changes } as unknown as Stripe.PaymentIntent;
  const outcome = await concludeIntent(stripe, subject, 'op_1', signal);
  return { outcome, canceled: cancel.mock.calls, refunded: refund.mock.calls };
}

test.each(['requires_capture', 'succeeded'])(
  'a payment that %s with our card is approved',
  async (status) => {
    const { outcome, canceled, refunded } = await conclude({ status });
    expect(outcome.kind).toBe('approved');
    expect([...canceled, ...refunded]).toEqual([]);
  },
);

test('a failed payment is canceled, and then declined', async () => {
  const { outcome, canceled } = await conclude(failed);
  expect(outcome).toMatchObject({ kind: 'declined', code: 'authentication_failed' });
  expect(canceled).toEqual([['pi_1']]);
});

test('a failed payment that can’t be canceled isn’t declined, because it may be confirmed by now', async () => {
  expectConsoleError({ message: 'stripe' });
  const { outcome } = await conclude(failed, () => Promise.reject(refused));
  expect(outcome).toEqual({ kind: 'unknown' });
});

test('a payment that wasn’t confirmed yet stays as it is', async () => {
  const { outcome, canceled } = await conclude({ ...failed, last_payment_error: null });
  expect(outcome).toEqual({ kind: 'unknown' });
  expect(canceled).toEqual([]);
});

test('the hold on another card is released', async () => {
  const { outcome, canceled, refunded } = await conclude({ ...other, status: 'requires_capture' });
  expect(outcome).toEqual(changed);
  expect(canceled).toEqual([['pi_1']]);
  expect(refunded).toEqual([]);
});

test('the money of another card is refunded once', async () => {
  const succeeded = { status: 'succeeded', payment_method: { metadata: null } };
  const { outcome, canceled, refunded } = await conclude({
    ...succeeded,
    latest_charge: { refunded: false },
  });
  expect(outcome).toEqual(changed);
  expect(canceled).toEqual([]);
  expect(refunded).toEqual([[{ payment_intent: 'pi_1' }, { idempotencyKey: 'op_1-return' }]]);
  const repeated = await conclude({ ...succeeded, latest_charge: { refunded: true } });
  expect(repeated).toEqual({ outcome: changed, canceled: [], refunded: [] });
});

test('as long as another card’s money isn’t returned, the outcome stays unknown', async () => {
  expectConsoleError({ message: 'stripe' });
  const { outcome } = await conclude({ ...other, status: 'succeeded' }, () => Promise.reject(refused));
  expect(outcome).toEqual({ kind: 'unknown' });
});

test('a payment of another card that is canceled stays declined', async () => {
  const { outcome, canceled } = await conclude({ ...other, status: 'canceled' });
  expect(outcome).toEqual(changed);
  expect(canceled).toEqual([]);
});

test.each([
  ['without a card', { payment_method: null }],
  ['whose card wasn’t expanded', { payment_method: 'pm_1' }],
  ['that wasn’t approved', { ...other, status: 'requires_action' }],
])('a payment %s isn’t of another card', (_, changes) => {
  const subject = { ...intent, status: 'succeeded', ...changes } as unknown as Stripe.PaymentIntent;
  expect(isOfAnotherCard(subject)).toBe(false);
});
