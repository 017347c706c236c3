import type Stripe from 'stripe';
import { isLive, newStripeId, type Context, type StoredSetupIntent } from './account-state';
import { StripeApiError, refuse, refuseMissing, refuseUnmodeled } from './protocol/api-error';
import { declineMessage, needsChallenge, type CardDecline } from './cards';
import { findMethod } from './payment-methods';

export const setupIntentParameters = [
  'allowed_payment_method_types',
  'confirm',
  'expand',
  'metadata',
  'payment_method',
  'payment_method_options',
  'return_url',
  'usage',
];

/** Verifies a card without an amount. */
export function createSetupIntent(
  context: Context,
  parameters: Stripe.SetupIntentCreateParams,
): StoredSetupIntent {
  const { confirm, payment_method, usage, metadata, allowed_payment_method_types, return_url } = parameters;
  if (!confirm || payment_method === undefined) throw refuse('This stand-in confirms setup intents at once.');
  const method = findMethod(context, payment_method);
  if (method.wasUsed)
    throw refuse('The provided PaymentMethod was previously used. It may not be used again.');
  method.wasUsed = true;
  const { decline } = method.behavior;
  if (decline && !method.behavior.isVerified) throw refuseSetup(decline);
  const id = newStripeId('seti');
  const isChallenged = needsChallenge(method.behavior, {
    requested: parameters.payment_method_options?.card?.request_three_d_secure,
    isPayerPresent: true,
  });
  const setup = {
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
    next_action: isChallenged ? toNextAction(context, id, return_url) : null,
    on_behalf_of: null,
    payment_method: method.object.id,
    payment_method_configuration_details: null,
    payment_method_options: cardOptions(parameters),
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: isChallenged ? 'requires_action' : 'succeeded',
    usage: usage ?? 'off_session',
  } satisfies Stripe.SetupIntent;
  context.account.setupIntents.set(id, setup);
  if (return_url) context.account.returnUrls.set(id, return_url);
  return setup;
}

/** Where the payer answers the challenge of a payment or setup intent. */
export function toNextAction({ origin, account }: Context, id: string, returnUrl: string | undefined) {
  if (!returnUrl) return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const url = `${origin}/_stand-in/challenges/${account.id}/${id}`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
}

export function findSetupIntent({ account }: Context, id: string): StoredSetupIntent {
  const setup = account.setupIntents.get(id);
  if (!setup) throw refuseMissing('setup_intent', id, 'intent', 404);
  return setup;
}

/** A browser that knows the client secret confirms it again, with another card. */
export function confirmSetupInBrowser(context: Context, id: string, methodId: string): StoredSetupIntent {
  const setup = findSetupIntent(context, id);
  if (setup.status !== 'requires_payment_method') throw refuse(`SetupIntent ${id} needs no payment method.`);
  setup.payment_method = findMethod(context, methodId).object.id;
  setup.status = 'succeeded';
  setup.last_setup_error = null;
  return setup;
}

/** The payer answers the challenge. */
export function completeSetupChallenge(
  context: Context,
  id: string,
  outcome: 'completed' | 'failed',
): StoredSetupIntent {
  const setup = findSetupIntent(context, id);
  if (setup.status !== 'requires_action') throw refuse(`SetupIntent ${id} has no challenge.`);
  const { behavior } = findMethod(context, setup.payment_method!);
  setup.next_action = null;
  const decline: CardDecline | undefined =
    outcome === 'failed'
      ? { code: 'setup_intent_authentication_failure' }
      : behavior.isVerified
        ? undefined
        : behavior.decline;
  if (!decline) {
    setup.status = 'succeeded';
    return setup;
  }
  setup.status = 'requires_payment_method';
  setup.payment_method = null;
  setup.last_setup_error = {
    type: outcome === 'failed' ? 'invalid_request_error' : 'card_error',
    code: decline.code,
    ...(decline.decline_code && { decline_code: decline.decline_code }),
    message: declineMessage(decline),
  };
  return setup;
}

/** Only what later payments are for is modeled. */
function cardOptions({
  payment_method_options,
}: Stripe.SetupIntentCreateParams): Stripe.SetupIntent.PaymentMethodOptions | null {
  if (!payment_method_options) return null;
  const { card = {}, ...others } = payment_method_options;
  const { setup_credential_usage, request_three_d_secure = 'automatic', ...rest } = card;
  const [other] = [...Object.keys(others), ...Object.keys(rest)];
  if (other) throw refuseUnmodeled(`payment_method_options[${other}]`);
  return {
    card: {
      mandate_options: null,
      network: null,
      request_three_d_secure,
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
