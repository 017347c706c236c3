import type Stripe from 'stripe';
import {
  isLive,
  newStripeId,
  scheduleLater,
  type Context,
  type StoredCharge,
  type StoredIntent,
  type StoredMethod,
} from './account-state';
import {
  refuse,
  refuseParameter,
  refuseUnmodeled,
  StripeApiError,
  type StripeErrorFields,
} from './protocol/api-error';
import { checkDigits } from './amount-digits';
import { declineMessage, needsChallenge, type CardDecline } from './cards';
import { captureCharge, createCharge } from './charges';
import { openDispute } from './disputes';
import { findIntent } from './intent-lookup';
import { findMethod } from './payment-methods';
import { releaseHold } from './refunds';
import { toNextAction } from './setup-intents';

export const intentParameters = {
  create: [
    'amount',
    'currency',
    'allowed_payment_method_types',
    'automatic_payment_methods',
    'capture_method',
    'confirm',
    'description',
    'error_on_requires_action',
    'expand',
    'metadata',
    'off_session',
    'payment_method',
    'payment_method_options',
    'return_url',
    'setup_future_usage',
    'statement_descriptor_suffix',
  ],
  confirm: [
    'payment_method',
    'capture_method',
    'error_on_requires_action',
    'expand',
    'off_session',
    'payment_method_options',
    'return_url',
    'setup_future_usage',
  ],
  capture: ['amount_to_capture', 'final_capture', 'metadata', 'expand'],
  cancel: ['cancellation_reason', 'expand'],
};

/** Those that change an outcome, and those that tell the issuer why the payer is absent. */
const modeledCardOptions = new Set([
  'moto',
  'network',
  'request_multicapture',
  'request_three_d_secure',
  'setup_credential_usage',
  'stored_credential_usage',
]);

/** The smallest amounts, in minor units. */
const minimumAmounts: Record<string, number> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  chf: 50,
  cad: 50,
  aud: 50,
  jpy: 50,
  sek: 300,
};
const currencies = new Set(Intl.supportedValuesOf('currency').map((currency) => currency.toLowerCase()));

export function createIntent(context: Context, parameters: Stripe.PaymentIntentCreateParams): StoredIntent {
  const { amount, currency, confirm, payment_method, capture_method = 'automatic_async' } = parameters;
  checkAmount(amount, currency);
  if (!confirm && (parameters.off_session || parameters.error_on_requires_action))
    throw refuseParameter(
      'off_session and error_on_requires_action are only supported with confirm=true.',
      parameters.off_session ? 'off_session' : 'error_on_requires_action',
    );
  if (payment_method !== undefined) findMethod(context, payment_method);
  // Otherwise, an intent would stay behind that the answer doesn't mention.
  if (confirm) checkConfirmation(context, redirectsOf(parameters), payment_method, parameters);
  const id = newStripeId('pi');
  const { allowed_payment_method_types } = parameters;
  const intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed_payment_method_types ?? null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: allowed_payment_method_types
      ? null
      : { enabled: true, allow_redirects: redirectsOf(parameters) },
    canceled_at: null,
    cancellation_reason: null,
    capture_method,
    client_secret: `${id}_secret_${newStripeId('cs').slice(3)}`,
    confirmation_method: 'automatic',
    created: context.clock.now(),
    currency,
    customer: null,
    customer_account: null,
    description: parameters.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: isLive(context),
    managed_payments: null,
    metadata: (parameters.metadata ?? {}) as Stripe.Metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: cardOptions(parameters),
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: parameters.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: parameters.statement_descriptor_suffix ?? null,
    status: payment_method === undefined ? 'requires_payment_method' : 'requires_confirmation',
    transfer_group: null,
  } satisfies StoredIntent as StoredIntent;
  context.account.intents.set(id, intent);
  context.events.publish(context, 'payment_intent.created', intent);
  return confirm ? confirmIntent(context, id, parameters) : intent;
}

function checkAmount(amount: number, currency: string): void {
  if (!currencies.has(currency.toLowerCase()))
    throw refuseParameter(`Invalid currency: ${currency}.`, 'currency');
  if (currency !== currency.toLowerCase())
    throw refuseParameter(`Invalid currency: ${currency}.`, 'currency');
  if (amount < 1)
    throw refuseParameter(
      'This value must be greater than or equal to 1.',
      'amount',
      'parameter_invalid_integer',
    );
  checkDigits(amount, currency, 'amount');
  const minimum = minimumAmounts[currency] ?? 1;
  if (amount < minimum)
    throw refuse(`Amount must be at least ${minimum} in minor units of ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  if (amount > 99_999_999)
    throw refuse('Amount must be no more than 99999999', { code: 'amount_too_large', param: 'amount' });
}

function cardOptions({
  payment_method_options,
}: Pick<
  Stripe.PaymentIntentConfirmParams,
  'payment_method_options'
>): Stripe.PaymentIntent.PaymentMethodOptions {
  const { card = {}, ...others } = payment_method_options ?? {};
  if (Object.keys(others).length) throw refuseUnmodeled(`payment_method_options[${Object.keys(others)[0]}]`);
  const options = card as Stripe.PaymentIntentConfirmParams.PaymentMethodOptions.Card;
  const other = Object.keys(options).find((name) => !modeledCardOptions.has(name));
  if (other) throw refuseUnmodeled(`payment_method_options[card][${other}]`);
  const { request_multicapture, request_three_d_secure = 'automatic' } = options;
  return {
    card: {
      installments: null,
      mandate_options: null,
      network: null,
      request_three_d_secure,
      ...(request_multicapture && { request_multicapture }),
    },
  };
}

export function confirmIntent(
  context: Context,
  id: string,
  parameters: Stripe.PaymentIntentConfirmParams,
): StoredIntent {
  const intent = findIntent(context, id);
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw refuseStatus(
      intent,
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    );
  const { return_url, off_session, error_on_requires_action } = parameters;
  const methodId = parameters.payment_method ?? intent.payment_method;
  if (!methodId)
    throw refuseStatus(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
    );
  const method = checkConfirmation(
    context,
    intent.automatic_payment_methods?.allow_redirects,
    methodId,
    parameters,
  );
  method.wasUsed = true;
  if (parameters.capture_method) intent.capture_method = parameters.capture_method;
  if (parameters.payment_method_options) intent.payment_method_options = cardOptions(parameters);
  if (parameters.setup_future_usage) intent.setup_future_usage = parameters.setup_future_usage;
  intent.payment_method = methodId;
  intent.last_payment_error = null;
  intent.next_action = null;
  const isChallengeRequired = needsChallenge(method.behavior, {
    requested: intent.payment_method_options?.card?.request_three_d_secure,
    isPayerPresent: !off_session,
  });
  if (!isChallengeRequired) return attempt(context, intent, method, false);
  if (off_session || error_on_requires_action)
    return fail(context, intent, method, {
      code: 'authentication_required',
      ...(off_session && { decline_code: 'authentication_required' }),
    });
  return requireChallenge(context, intent, return_url);
}

type Redirects = Stripe.PaymentIntent.AutomaticPaymentMethods['allow_redirects'];

/** Without a list of payment methods, the Dashboard's apply, and some of these redirect the payer. */
function redirectsOf({
  allowed_payment_method_types,
  automatic_payment_methods,
}: Stripe.PaymentIntentCreateParams): Redirects {
  return allowed_payment_method_types ? undefined : (automatic_payment_methods?.allow_redirects ?? 'always');
}

function checkConfirmation(
  context: Context,
  redirects: Redirects,
  methodId: string | undefined,
  { return_url }: Pick<Stripe.PaymentIntentConfirmParams, 'return_url'>,
): StoredMethod {
  if (redirects === 'always' && !return_url)
    throw refuse(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
    );
  if (methodId === undefined)
    throw refuse("You cannot confirm this PaymentIntent because it's missing a payment method.", {
      code: 'payment_intent_unexpected_state',
    });
  const method = findMethod(context, methodId);
  if (method.wasUsed)
    throw refuse(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    );
  return method;
}

function requireChallenge(
  context: Context,
  intent: StoredIntent,
  returnUrl: string | undefined,
): StoredIntent {
  intent.status = 'requires_action';
  if (returnUrl) context.account.returnUrls.set(intent.id, returnUrl);
  intent.next_action = toNextAction(context, intent.id, returnUrl);
  context.events.publish(context, 'payment_intent.requires_action', intent);
  return intent;
}

/** The payer answers the challenge. */
export function completeChallenge(
  context: Context,
  id: string,
  outcome: 'completed' | 'failed',
): StoredIntent {
  const intent = findIntent(context, id);
  if (intent.status !== 'requires_action')
    throw refuseStatus(intent, `PaymentIntent ${id} has no challenge.`);
  const method = findMethod(context, intent.payment_method!);
  intent.next_action = null;
  try {
    if (outcome === 'completed') return attempt(context, intent, method, true);
    return fail(context, intent, method, { code: 'payment_intent_authentication_failure' });
  } catch (error) {
    // The merchant learns of it from the intent, and no request waits for it.
    if (error instanceof StripeApiError) return intent;
    throw error;
  }
}

function attempt(
  context: Context,
  intent: StoredIntent,
  method: StoredMethod,
  isAuthenticated: boolean,
): StoredIntent {
  const { decline } = method.behavior;
  if (decline) return fail(context, intent, method, decline, isAuthenticated);
  const isMulticapture =
    context.settings.multicapture &&
    intent.capture_method === 'manual' &&
    // docs.stripe.com/payments/multicapture: their eligibility depends on the account's country.
    !['jcb', 'unionpay'].includes(method.object.card.brand) &&
    intent.payment_method_options?.card?.request_multicapture === 'if_available';
  const charge = createCharge(context, { intent, method, isAuthenticated, isMulticapture });
  intent.latest_charge = charge.id;
  if (intent.capture_method !== 'manual') {
    settle(context, intent, charge, intent.amount);
    return intent;
  }
  intent.status = 'requires_capture';
  intent.amount_capturable = intent.amount;
  context.events.publish(context, 'payment_intent.amount_capturable_updated', intent);
  scheduleLater(context, context.settings.holdSeconds, (then) => expireHold(then, intent, charge));
  return intent;
}

/** Stripe releases a hold that wasn't captured in time. */
function expireHold(context: Context, intent: StoredIntent, charge: StoredCharge): void {
  if (intent.status !== 'requires_capture') return;
  context.events.publish(context, 'charge.expired', charge);
  if (charge.captured) finish(context, intent, charge);
  else release(context, intent, charge, 'automatic');
}

/** The attempt failed: the intent waits for another payment method, and the request is answered with an error. */
function fail(
  context: Context,
  intent: StoredIntent,
  method: StoredMethod,
  decline: CardDecline,
  isAuthenticated = false,
): never {
  const isIssuers =
    decline.code !== 'payment_intent_authentication_failure' &&
    !(decline.code === 'authentication_required' && !decline.decline_code);
  const charge = isIssuers
    ? createCharge(context, { intent, method, decline, isAuthenticated, isMulticapture: false })
    : undefined;
  if (charge) intent.latest_charge = charge.id;
  const error: StripeErrorFields = {
    type: decline.code === 'payment_intent_authentication_failure' ? 'invalid_request_error' : 'card_error',
    code: decline.code,
    ...(decline.decline_code && { decline_code: decline.decline_code }),
    ...(charge && {
      charge: charge.id,
      advice_code: charge.outcome!.advice_code ?? undefined,
      network_decline_code: charge.outcome!.network_decline_code ?? undefined,
    }),
    message:
      decline.code === 'payment_intent_authentication_failure'
        ? 'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.'
        : decline.code === 'authentication_required' && !decline.decline_code
          ? 'This payment required an authentication action to complete, but `error_on_requires_action` was set. When you’re ready, you can upgrade your integration to handle actions.'
          : declineMessage(decline),
    payment_method: structuredClone(method.object),
  };
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = error satisfies Stripe.PaymentIntent.LastPaymentError;
  context.events.publish(context, 'payment_intent.payment_failed', intent);
  throw new StripeApiError(402, { ...error, payment_intent: structuredClone(intent) });
}

export function captureIntent(
  context: Context,
  id: string,
  { amount_to_capture, final_capture = true, metadata }: Stripe.PaymentIntentCaptureParams,
): StoredIntent {
  const intent = findIntent(context, id);
  if (intent.status !== 'requires_capture')
    throw refuseStatus(
      intent,
      intent.status === 'succeeded'
        ? 'This PaymentIntent could not be captured because it has already been captured.'
        : `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    );
  const charge = context.account.charges.get(intent.latest_charge!)!;
  const isMulticapture = charge.payment_method_details.card.multicapture?.status === 'available';
  if (!final_capture && !isMulticapture)
    throw refuse('This PaymentIntent is not eligible for multicapture, so final_capture cannot be false.', {
      param: 'final_capture',
    });
  const amount = amount_to_capture ?? intent.amount_capturable;
  // Zero releases the rest after the captures so far.
  if (amount < (charge.captured && final_capture ? 0 : 1))
    throw refuseParameter('Invalid positive integer', 'amount_to_capture', 'parameter_invalid_integer');
  if (amount > intent.amount_capturable)
    throw refuse(
      'The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge.',
      { code: 'amount_too_large', param: 'amount_to_capture' },
    );
  checkDigits(amount, intent.currency, 'amount_to_capture');
  if (metadata) Object.assign(intent.metadata, metadata);
  if (final_capture) settle(context, intent, charge, amount);
  else captureMore(context, intent, charge, amount);
  return intent;
}

function captureMore(context: Context, intent: StoredIntent, charge: StoredCharge, amount: number): void {
  captureCharge(context, charge, amount);
  intent.amount_received += amount;
  intent.amount_capturable -= amount;
  context.events.publish(context, 'charge.captured', charge);
  if (intent.amount_capturable === 0) finish(context, intent, charge);
  else context.events.publish(context, 'payment_intent.amount_capturable_updated', intent);
}

/** The last or only capture. What isn't captured is released. */
function settle(context: Context, intent: StoredIntent, charge: StoredCharge, amount: number): void {
  if (amount > 0) {
    captureCharge(context, charge, amount);
    intent.amount_received += amount;
    intent.amount_capturable = Math.max(0, intent.amount_capturable - amount);
    if (intent.capture_method === 'manual') context.events.publish(context, 'charge.captured', charge);
  }
  finish(context, intent, charge);
}

function finish(context: Context, intent: StoredIntent, charge: StoredCharge): void {
  if (intent.amount_capturable > 0) releaseHold(context, charge, intent.amount_capturable);
  intent.amount_capturable = 0;
  intent.status = 'succeeded';
  delete charge.payment_method_details.card.capture_before;
  context.events.publish(context, 'payment_intent.succeeded', intent);
  const { dispute } = context.account.methods.get(charge.payment_method)!.behavior;
  if (dispute)
    scheduleLater(context, context.settings.laterSeconds, (then) => openDispute(then, charge, dispute));
}

export function cancelIntent(
  context: Context,
  id: string,
  { cancellation_reason }: Stripe.PaymentIntentCancelParams,
): StoredIntent {
  const intent = findIntent(context, id);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status))
    throw refuseStatus(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    );
  const charge =
    intent.status === 'requires_capture' ? context.account.charges.get(intent.latest_charge!) : undefined;
  if (charge?.captured)
    throw refuseStatus(
      intent,
      'You cannot cancel this PaymentIntent because it was partially captured. Capture an amount of 0 with final_capture to release the rest.',
    );
  release(context, intent, charge, cancellation_reason ?? null);
  return intent;
}

function release(
  context: Context,
  intent: StoredIntent,
  charge: StoredCharge | undefined,
  reason: StoredIntent['cancellation_reason'],
): void {
  intent.status = 'canceled';
  intent.amount_capturable = 0;
  intent.canceled_at = context.clock.now();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  if (charge) releaseHold(context, charge, charge.amount);
  context.events.publish(context, 'payment_intent.canceled', intent);
}

function refuseStatus(intent: StoredIntent, message: string): StripeApiError {
  return refuse(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: structuredClone(intent),
  });
}
