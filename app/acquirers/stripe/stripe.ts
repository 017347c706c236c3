import Stripe from 'stripe';
import type { Acquirer, Card, Inquiry, Outcome } from '../acquirer';
import type { BillingDetails } from '../billing-details';
import { neverReceivedCode, type UnsentRequestCode } from '../decline-codes';
import { toStripeAmount } from './amounts';
import { submitStripeEvidence, acceptStripeDispute } from './disputes';
import { listStripeEvents, readStripeEvent, readStripeWebhook } from './events';
import {
  allowsSeveralCaptures,
  isUnconfirmed,
  outcomeOfCapture,
  outcomeOfIntent,
  outcomeOfSetup,
  outcomeOfVoid,
} from './intent-outcomes';
import { concludeIntent, retrieveIntent } from './intents';
import { listStripePayoutEntries, listStripePayouts } from './payouts';
import { toRefundOutcome } from './refund-outcomes';
import {
  canRepeat,
  createStripeClient,
  keyOf,
  orUnknown,
  requireObject,
  toStripeDecline,
  toOutcome,
  withinRateLimit,
  type StripeAccess,
} from './requests';

type Intent = Stripe.PaymentIntent;

/** Stripe refuses a capture, void, or refund that the payment's state doesn't allow. */
const wrongState = 'payment_intent_unexpected_state';
const neverReceived = { kind: 'declined', code: 'system_error', acquirerCode: neverReceivedCode } as const;

/**
 * Card payments with Stripe's payment intents. A payment is created without its card first, so that its ID is stored
 * before money can move, and its outcome can be retrieved whatever happens to an answer. Our reference is the idempotency
 * key of every request, and in the metadata of what it creates.
 * @param origin a stand-in instead of Stripe
 */
export function createStripe(access: StripeAccess, origin?: URL): Acquirer {
  const stripe = createStripeClient(access, origin);
  const { multipleCaptures, account } = access.settings;

  const retrieve = (payment: string, signal: AbortSignal) => retrieveIntent(stripe, payment, signal);

  const savePaymentMethod = (
    reference: string,
    card: Card,
    billing: BillingDetails | undefined,
    signal: AbortSignal,
  ) =>
    withinRateLimit(signal, () =>
      stripe.paymentMethods.create({
        type: 'card',
        card: toStripeCard(card),
        metadata: { reference },
        ...toStripeBilling(card, billing),
      }),
    );

  /** What the payment is now, after Stripe refused a request because of its state. */
  async function unlessWrongState(
    payment: string,
    signal: AbortSignal,
    request: () => Promise<Outcome>,
    inState: (intent: Intent) => Outcome | Promise<Outcome>,
  ): Promise<Outcome> {
    try {
      return await request();
    } catch (error) {
      if (!hasCode(error, wrongState)) throw error;
      return inState(await retrieve(payment, signal));
    }
  }

  return {
    capabilities: { partialCapture: true, multipleCaptures, partialVoid: false },

    prepare: ({ reference, amountMinor, currency, capture }, signal) =>
      toOutcome(reference, 'harmless', async () => {
        const amount = toStripeAmount({ amountMinor, currency });
        if (amount === null) return notRepresentable;
        const params: Stripe.PaymentIntentCreateParams = {
          amount,
          currency: currency.toLowerCase(),
          capture_method: capture ? 'automatic' : 'manual',
          allowed_payment_method_types: ['card'],
          metadata: { reference },
          ...(!capture &&
            multipleCaptures && {
              payment_method_options: { card: { request_multicapture: 'if_available' } },
            }),
        };
        const created = await withinRateLimit(signal, () =>
          stripe.paymentIntents.create(params, keyOf(reference)),
        );
        return { kind: 'prepared', payment: requireObject(created, 'payment_intent').id } as const;
      }),

    authorize({ reference, payment, card, authentication, savedCard, billing }, signal) {
      if (!payment) throw new Error('the payment is not prepared');
      return toOutcome(reference, 'final', async () => {
        // A repeated request finds what the first one did.
        const before = await retrieve(payment, signal);
        const expiry = savedCard && card.expiry;
        const conclude = (intent: Intent) => concludeIntent(stripe, intent, reference, signal, expiry);
        if (before.status !== 'requires_payment_method' || before.last_payment_error) return conclude(before);
        const method = await savePaymentMethod(reference, card, billing, signal);
        signal.throwIfAborted();
        const { returnUrl, requested } = authentication ?? {};
        const reason = savedCard?.merchantReason;
        const options = {
          ...(requested === 'always' && !reason && { request_three_d_secure: 'any' as const }),
          ...(reason && { stored_credential_usage: reason }),
        };
        const params: Stripe.PaymentIntentConfirmParams = {
          payment_method: method.id,
          ...(reason
            ? { off_session: true }
            : returnUrl
              ? { return_url: returnUrl }
              : { error_on_requires_action: true }),
          ...(Object.keys(options).length && { payment_method_options: { card: options } }),
          expand: ['latest_charge'],
        };
        return unlessWrongState(
          payment,
          signal,
          async () =>
            outcomeOfIntent(
              await stripe.paymentIntents.confirm(payment, params, keyOf(reference, '-confirm')),
              expiry,
            ),
          conclude,
        );
      });
    },

    reverse({ reference, payment }, signal) {
      if (!payment) throw new Error('the payment is not prepared');
      const conclude = (intent: Intent) => concludeIntent(stripe, intent, reference, signal);
      return toOutcome(reference, 'repeatable', async () => {
        const before = await retrieve(payment, signal);
        if (!isUnconfirmed(before) && before.status !== 'requires_action') return conclude(before);
        return unlessWrongState(
          payment,
          signal,
          async () =>
            outcomeOfIntent(
              await withinRateLimit(signal, () =>
                stripe.paymentIntents.cancel(
                  payment,
                  { cancellation_reason: 'abandoned' },
                  keyOf(reference, '-reverse'),
                ),
              ),
            ),
          conclude,
        );
      });
    },

    verify: ({ reference, card, merchantReason, authentication }, signal) =>
      toOutcome(reference, 'harmless', async () => {
        const method = await savePaymentMethod(reference, card, undefined, signal);
        const { returnUrl, requested } = authentication ?? {};
        const options = {
          ...(requested === 'always' && { request_three_d_secure: 'any' as const }),
          ...(merchantReason && { setup_credential_usage: merchantReason }),
        };
        const params: Stripe.SetupIntentCreateParams = {
          confirm: true,
          payment_method: method.id,
          usage: merchantReason ? 'off_session' : 'on_session',
          ...(returnUrl && { return_url: returnUrl }),
          ...(Object.keys(options).length && { payment_method_options: { card: options } }),
          allowed_payment_method_types: ['card'],
          // Unlike the intent itself, its metadata can't be changed from the payer's browser.
          metadata: { reference, payment_method: method.id },
        };
        const setup = await stripe.setupIntents.create(params, keyOf(reference));
        return outcomeOfSetup(requireObject(setup, 'setup_intent'));
      }),

    completeVerification: ({ reference, acquirerReference }, signal) =>
      orUnknown(reference, async () =>
        outcomeOfSetup(
          requireObject(
            await withinRateLimit(signal, () => stripe.setupIntents.retrieve(acquirerReference)),
            'setup_intent',
            acquirerReference,
          ),
        ),
      ),

    capture({ reference, payment, amountMinor, currency }, signal) {
      const amount = toStripeAmount({ amountMinor, currency });
      if (amount === null) return Promise.resolve(notRepresentable);
      return withPayment(reference, payment, (id) =>
        unlessWrongState(
          id,
          signal,
          async () => {
            const isLast = !multipleCaptures || !allowsSeveralCaptures(await retrieve(id, signal));
            const intent = await withinRateLimit(signal, () =>
              stripe.paymentIntents.capture(
                id,
                {
                  amount_to_capture: amount,
                  // The proof that this capture was made, for as long as the payment exists.
                  metadata: { [reference]: 'captured' },
                  ...(!isLast && { final_capture: false }),
                },
                keyOf(reference),
              ),
            );
            return outcomeOfCapture(intent, reference);
          },
          // Stripe refused this request. Only an earlier one with the same reference can have left a mark.
          (intent) =>
            intent.metadata[reference]
              ? outcomeOfCapture(intent, reference)
              : toStripeDecline(intent.status, 'system_error'),
        ),
      );
    },

    void({ reference, payment, amountMinor, currency }, signal) {
      const amount = toStripeAmount({ amountMinor, currency });
      return withPayment(reference, payment, async (id) => {
        const before = await retrieve(id, signal);
        if (before.status !== 'requires_capture') return outcomeOfVoid(before);
        if (before.amount_capturable !== amount) return partialVoidUnsupported;
        const key = keyOf(reference);
        return unlessWrongState(
          id,
          signal,
          async () =>
            outcomeOfVoid(
              // A payment that is captured in part is ended by its last capture, of nothing.
              await withinRateLimit(signal, () =>
                before.amount_received > 0
                  ? stripe.paymentIntents.capture(id, { amount_to_capture: 0, final_capture: true }, key)
                  : stripe.paymentIntents.cancel(id, {}, key),
              ),
            ),
          outcomeOfVoid,
        );
      });
    },

    refund({ reference, payment, amountMinor, currency }, signal) {
      const amount = toStripeAmount({ amountMinor, currency });
      if (amount === null) return Promise.resolve(notRepresentable);
      return withPayment(reference, payment, async (id) =>
        toRefundOutcome(
          await withinRateLimit(signal, () =>
            stripe.refunds.create({ payment_intent: id, amount, metadata: { reference } }, keyOf(reference)),
          ),
        ),
      );
    },

    lookup: (inquiry, signal) =>
      orUnknown(inquiry.reference, async () => {
        const found = await (inquiry.operation === 'refund' ? findRefund : find)(inquiry, signal);
        if (found.kind !== 'not_found' || inquiry.operation === 'authorize' || canRepeat(inquiry))
          return found;
        return neverReceived;
      }),

    submitEvidence: (request, signal) => submitStripeEvidence(stripe, request, signal),
    acceptDispute: (request, signal) => acceptStripeDispute(stripe, request, signal),
    readWebhook: (webhook, secrets) => readStripeWebhook(stripe, account, webhook, secrets),
    listEvents: (since, signal) => listStripeEvents(stripe, since, signal),
    readEvent: (event, signal) => readStripeEvent(stripe, event, signal),
    listPayouts: (since, signal) => listStripePayouts(stripe, since, signal),
    listPayoutEntries: (payout, signal) => listStripePayoutEntries(stripe, payout, signal),
  };

  async function find({ operation, payment, reference }: Inquiry, signal: AbortSignal) {
    // Without a stored ID, no card was sent.
    if (payment === null) return notFound;
    const intent = await retrieve(payment, signal);
    if (operation === 'authorize')
      return isUnconfirmed(intent) ? notFound : concludeIntent(stripe, intent, reference, signal);
    if (intent.status === 'requires_capture' && !intent.metadata[reference]) return notFound;
    return operation === 'capture' ? outcomeOfCapture(intent, reference) : outcomeOfVoid(intent);
  }

  async function findRefund({ acquirerReference, payment, reference }: Inquiry, signal: AbortSignal) {
    if (acquirerReference !== null)
      return toRefundOutcome(await withinRateLimit(signal, () => stripe.refunds.retrieve(acquirerReference)));
    if (payment === null) return notFound;
    for await (const refund of stripe.refunds.list({ payment_intent: payment, limit: 100 })) {
      signal.throwIfAborted();
      if (refund.metadata?.reference === reference) return toRefundOutcome(refund);
    }
    return notFound;
  }
}

const notFound = { kind: 'not_found' } as const;
const notRepresentable = {
  kind: 'declined',
  code: 'not_permitted',
  acquirerCode: 'amount_not_representable' satisfies UnsentRequestCode,
} as const;
const partialVoidUnsupported = {
  kind: 'declined',
  code: 'not_permitted',
  acquirerCode: 'partial_void' satisfies UnsentRequestCode,
} as const;

const hasCode = (error: unknown, code: string) =>
  error instanceof Stripe.errors.StripeError && error.code === code;

/** A follow-up of a payment whose ID we don't know can't be sent. */
async function withPayment(
  reference: string,
  payment: string | null,
  request: (payment: string) => Promise<Outcome>,
): Promise<Outcome> {
  if (payment === null) throw new Error('the payment’s ID at Stripe is unknown');
  return toOutcome(reference, 'repeatable', () => request(payment));
}

/** The name on the card belongs to the billing details, too. */
function toStripeBilling({ name }: Card, billing: BillingDetails = {}) {
  const { email, phone, addressLine1, addressLine2, postalCode, city, state, country } = billing;
  const address = {
    ...(addressLine1 && { line1: addressLine1 }),
    ...(addressLine2 && { line2: addressLine2 }),
    ...(postalCode && { postal_code: postalCode }),
    ...(city && { city }),
    ...(state && { state }),
    ...(country && { country }),
  };
  const details = {
    ...(name && { name }),
    ...(email && { email }),
    ...(phone && { phone }),
    ...(Object.keys(address).length && { address }),
  };
  return Object.keys(details).length ? { billing_details: details } : {};
}

const toStripeCard = ({ pan, expiry, code }: Card) => ({
  number: pan.reveal(),
  exp_month: expiry.month,
  exp_year: expiry.year,
  ...(code && { cvc: code.reveal() }),
});
