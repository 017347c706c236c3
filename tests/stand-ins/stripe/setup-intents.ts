import type Stripe from 'stripe';
import { isLive, newStripeId, type Context } from './account-state';
import { StripeApiError, refuse, refuseUnmodeled } from './api-error';
import { declineMessage, type CardDecline } from './cards';
import { findMethod } from './payment-methods';

export const setupIntentParameters = [
  'allowed_payment_method_types',
  'confirm',
  'expand',
  'metadata',
  'payment_method',
  'payment_method_options',
  'usage',
];

/** Verifies a card without an amount. */
export function createSetupIntent(
  context: Context,
  parameters: Stripe.SetupIntentCreateParams,
): Stripe.SetupIntent {
  const { confirm, payment_method, usage, metadata, allowed_payment_method_types } = parameters;
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
    payment_method_options: cardOptions(parameters),
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: challenge ? 'requires_action' : 'succeeded',
    usage: usage ?? 'off_session',
  } satisfies Stripe.SetupIntent;
}

/** Only what later payments are for is modeled. */
function cardOptions({
  payment_method_options,
}: Stripe.SetupIntentCreateParams): Stripe.SetupIntent.PaymentMethodOptions | null {
  if (!payment_method_options) return null;
  const { card = {}, ...others } = payment_method_options;
  const { setup_credential_usage, ...rest } = card;
  const [other] = [...Object.keys(others), ...Object.keys(rest)];
  if (other) throw refuseUnmodeled(`payment_method_options[${other}]`);
  return {
    card: {
      mandate_options: null,
      network: null,
      request_three_d_secure: 'automatic',
      ...(setup_credential_usage && { setup_credential_usage }),
    },
  };
}

const refuseSetup = (decline: CardDecline) =>
  new StripeApiError(402, {
    type: 'card_error',
    code: decline.code,
    ...(decline.decline_code && { decline_code: decline.decline_code }),
    message: declineMessage(decline),
  });
