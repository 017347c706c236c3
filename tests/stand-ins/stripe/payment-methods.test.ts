import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStripeStandIn, type StripeStandIn } from './server';
import { createTestClient, createTestMethod, expectStripeError, pay } from './test-client';

let standIn: StripeStandIn;
beforeAll(async () => {
  standIn = await startStripeStandIn({
    cards: { '4000000000000010': { decline: { code: 'card_declined', decline_code: 'do_not_honor' } } },
  });
});
afterAll(() => standIn.close());

test('describes a card without its number', async () => {
  const stripe = createTestClient(standIn);
  const method = await stripe.paymentMethods.create({
    type: 'card',
    card: { number: '378282246310005', exp_month: 1, exp_year: 2039, cvc: '1234' },
  });
  expect(method).toMatchObject({
    type: 'card',
    card: { brand: 'amex', last4: '0005', exp_month: 1, exp_year: 2039 },
  });
  expect(JSON.stringify(method)).not.toMatch(/378282246310005|1234/);
});

describe.each([
  ['4242424242424241', {}, 'incorrect_number'],
  ['42424242', {}, 'invalid_number'],
  ['4242424242424242', { exp_month: 13 }, 'invalid_expiry_month'],
  ['4242424242424242', { exp_year: 2020 }, 'invalid_expiry_year'],
  ['4242424242424242', { cvc: '12' }, 'invalid_cvc'],
  ['4111111111111111', {}, 'card_declined'],
])('the card %s with %o', (number, fields, code) => {
  test(`is refused as ${code}`, async () => {
    const stripe = createTestClient(standIn);
    const card = { number, exp_month: 12, exp_year: 2040, cvc: '123', ...fields };
    await expectStripeError(stripe.paymentMethods.create({ type: 'card', card }), {
      statusCode: 402,
      type: 'StripeCardError',
      code,
    });
  });
});

test('accepts any number with a live key', async () => {
  const live = await startStripeStandIn({ secretKey: 'sk_live_stand_in' });
  try {
    const intent = await pay(createTestClient(live), { card: '4111111111111111' });
    expect(intent).toMatchObject({ livemode: true, status: 'succeeded' });
  } finally {
    await live.close();
  }
});

// The SDK has an empty text when there is no decline code.
test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000009979', 'card_declined', 'stolen_card'],
  ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
  ['4100000000000019', 'card_declined', 'fraudulent'],
  ['4000000000000069', 'expired_card', ''],
  ['4000000000000127', 'incorrect_cvc', ''],
  ['4000000000000119', 'processing_error', ''],
  ['4000000000000010', 'card_declined', 'do_not_honor'],
])('declines %s with %s %s', async (card, code, declineCode) => {
  const stripe = createTestClient(standIn);
  const error = await expectStripeError(pay(stripe, { card }), {
    statusCode: 402,
    type: 'StripeCardError',
    code,
    decline_code: declineCode,
  });
  expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method', amount_received: 0 });
  const intent = await stripe.paymentIntents.retrieve(error.payment_intent!.id, {
    expand: ['latest_charge'],
  });
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { type: 'card_error', code, payment_method: { card: { last4: card.slice(-4) } } },
    latest_charge: { status: 'failed', paid: false, failure_code: code },
  });
  const charge = intent.latest_charge as { outcome: { type: string; network_status: string } };
  expect(charge.outcome).toMatchObject(
    card.startsWith('41')
      ? { type: 'blocked', network_status: 'not_sent_to_network' }
      : { type: 'issuer_declined', network_status: 'declined_by_network' },
  );
});

test('refuses to use a payment method twice', async () => {
  const stripe = createTestClient(standIn);
  const payment_method = await createTestMethod(stripe);
  const parameters = {
    amount: 500,
    currency: 'usd',
    allowed_payment_method_types: ['card' as const],
    confirm: true,
    payment_method,
  };
  await stripe.paymentIntents.create(parameters);
  const count = standIn.control.state().intents.length;
  await expectStripeError(stripe.paymentIntents.create(parameters), { statusCode: 400 });
  expect(standIn.control.state().intents).toHaveLength(count);
});

test('refuses an unknown payment method', async () => {
  const stripe = createTestClient(standIn);
  const { id } = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  });
  await expectStripeError(stripe.paymentIntents.confirm(id, { payment_method: 'pm_none' }), {
    statusCode: 400,
    code: 'resource_missing',
    param: 'payment_method',
  });
});
