import type Stripe from 'stripe';
import { isLive, newStripeId, type Context } from './account-state';
import { StripeApiError, refuse } from './api-error';
import { declineMessage, type CardDecline } from './cards';
import { findMethod } from './payment-methods';

export const setupIntentParameters = [
  'allowed_payment_method_types',
  'confirm',
  'expand',
  'metadata',
  'payment_method',
  'usage',
];

/** Verifies a card without an amount. */
export function createSetupIntent(
  context: Context,
  { confirm, payment_method, usage, metadata, allowed_payment_method_types }: Stripe.SetupIntentCreateParams,
): Stripe.SetupIntent {
  if (!confirm || payment_method === undefined) throw refuse('This stand-in confirms setup intents at once.');
  const method = findMethod(context, payment_method);
  if (method.wasUsed)
    throw refuse('The provided PaymentMethod was previously used. It may not be used again.');
  method.wasUsed = true;
  const { decline, challenge } = method.behavior;
  if (decline && !method.behavior.isVerified) throw refuseSetup(decline);
  const id = newStripeId('seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newStripeId('cs').slice(3)}`,
    created: context.clock.now(),
    customer: null,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: isLive(context),
    mandate: null,
    metadata: (metadata ?? {}) as Stripe.Metadata,
    next_action: challenge ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    on_behalf_of: null,
    payment_method: method.object.id,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: challenge ? 'requires_action' : 'succeeded',
    usage: usage ?? 'off_session',
  } satisfies Stripe.SetupIntent;
}

const refuseSetup = (decline: CardDecline) =>
  new StripeApiError(402, {
    type: 'card_error',
    code: decline.code,
    ...(decline.decline_code && { decline_code: decline.decline_code }),
    message: declineMessage(decline),
  });
