import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStripeStandIn, type StripeStandIn } from './server';
import { createTestClient, expectStripeError, pay } from './test-client';

let standIn: StripeStandIn;
let stripe: Stripe;
beforeAll(async () => {
  standIn = await startStripeStandIn({ laterSeconds: 1_000 });
  stripe = createTestClient(standIn);
});
afterAll(() => standIn.close());

test('refunds parts, up to the captured amount', async () => {
  const { id } = await pay(stripe);
  const first = await stripe.refunds.create({
    payment_intent: id,
    amount: 400,
    metadata: { reference: 'op_1' },
  });
  expect(first).toMatchObject({ status: 'succeeded', amount: 400, metadata: { reference: 'op_1' } });
  const error = await expectStripeError(stripe.refunds.create({ payment_intent: id, amount: 601 }), {
    statusCode: 400,
    type: 'StripeInvalidRequestError',
    param: 'amount',
  });
  expect(error.message).toContain('is greater than unrefunded amount on charge');
  const rest = await stripe.refunds.create({ payment_intent: id });
  expect(rest.amount).toBe(600);
  await expectStripeError(stripe.refunds.create({ payment_intent: id, amount: 1 }), {
    statusCode: 400,
    code: 'charge_already_refunded',
  });
  const { data } = await stripe.refunds.list({ payment_intent: id });
  expect(data.map((refund) => refund.id)).toEqual([rest.id, first.id]);
  expect(await stripe.refunds.retrieve(first.id, { expand: ['charge'] })).toMatchObject({
    charge: { amount_refunded: 1000, refunded: true },
  });
});

test('refunds no more than was captured', async () => {
  const { id } = await pay(stripe, { capture_method: 'manual' });
  const error = await expectStripeError(stripe.refunds.create({ payment_intent: id }), { statusCode: 400 });
  expect(error.message).toContain('does not have a successful charge to refund');
  await stripe.paymentIntents.capture(id, { amount_to_capture: 300 });
  await expectStripeError(stripe.refunds.create({ payment_intent: id, amount: 301 }), {
    statusCode: 400,
    param: 'amount',
  });
  expect((await stripe.refunds.create({ payment_intent: id, amount: 300 })).status).toBe('succeeded');
});

test('refuses a refund of nothing, of zero, and of an unknown intent', async () => {
  const { id } = await pay(stripe);
  await expectStripeError(stripe.refunds.create({}), { statusCode: 400 });
  await expectStripeError(stripe.refunds.create({ payment_intent: id, amount: 0 }), {
    statusCode: 400,
    code: 'parameter_invalid_integer',
  });
  await expectStripeError(stripe.refunds.create({ payment_intent: 'pi_none' }), {
    statusCode: 400,
    code: 'resource_missing',
  });
});

test('a refund can fail later', async () => {
  const { id, latest_charge } = await pay(stripe, { card: '4000000000005126' });
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(refund.status).toBe('succeeded');
  standIn.control.advanceClock({ seconds: 1_001 });
  const failed = await stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] });
  expect(failed).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: { type: 'refund_failure', amount: 1000, source: refund.id },
  });
  expect(await stripe.charges.retrieve(latest_charge as string)).toMatchObject({
    amount_refunded: 0,
    refunded: false,
  });
  const again = await stripe.refunds.create({ payment_intent: id, amount: 1000 });
  expect(again.status).toBe('succeeded');
});

test('a refund can be pending first', async () => {
  const { id } = await pay(stripe, { card: '4000000000007726' });
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' });
  await expectStripeError(stripe.refunds.create({ payment_intent: id, amount: 1 }), {
    statusCode: 400,
    code: 'charge_already_refunded',
  });
  standIn.control.advanceClock({ seconds: 1_001 });
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
});

test('a test decides about a refund', async () => {
  const { id } = await pay(stripe);
  const refund = await stripe.refunds.create({ payment_intent: id });
  standIn.control.resolveRefund({ refund: refund.id, status: 'requires_action' });
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('requires_action');
  standIn.control.resolveRefund({
    refund: refund.id,
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
  });
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
  });
  expect(() => standIn.control.resolveRefund({ refund: refund.id, status: 'succeeded' })).toThrow(
    'already failed',
  );
});
