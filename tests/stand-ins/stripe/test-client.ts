import Stripe from 'stripe';
import { expect } from 'vitest';
import type { StripeStandIn } from './server';

export function createTestClient(
  { host, port, secretKey, apiVersion }: Pick<StripeStandIn, 'host' | 'port' | 'secretKey' | 'apiVersion'>,
  config: Partial<Stripe.StripeConfig> & { key?: string } = {},
): Stripe {
  const { key = secretKey, ...others } = config;
  return new Stripe(key, {
    host,
    port,
    protocol: 'http',
    apiVersion: apiVersion as never,
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 10_000,
    ...others,
  });
}

export async function createTestMethod(stripe: Stripe, number = '4242424242424242'): Promise<string> {
  const { id } = await stripe.paymentMethods.create({
    type: 'card',
    card: { number, exp_month: 12, exp_year: 2040, cvc: '123' },
  });
  return id;
}

type Payment = Omit<Partial<Stripe.PaymentIntentCreateParams>, 'payment_method'> & { card?: string };

/** A confirmed intent, captured unless `capture_method` is manual. */
export async function pay(
  stripe: Stripe,
  { card, ...parameters }: Payment = {},
): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 10_00,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    confirm: true,
    ...parameters,
    payment_method: await createTestMethod(stripe, card),
  });
}

/** Expects an error of the SDK with these fields. */
export async function expectStripeError(
  request: Promise<unknown>,
  expected: { statusCode: number } & Partial<Record<'type' | 'code' | 'decline_code' | 'param', unknown>>,
): Promise<Stripe.errors.StripeError> {
  const error: unknown = await request.then(
    (answer) => expect.fail(`it succeeded: ${JSON.stringify(answer).slice(0, 500)}`),
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject(expected);
  return error as Stripe.errors.StripeError;
}
