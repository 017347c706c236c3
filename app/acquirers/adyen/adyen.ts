import { createHash } from 'node:crypto';
import type { Types } from '@adyen/api-library';
import { config } from '~/platform/config/config.server';
import type { Acquirer, Card, Inquiry, Outcome } from '../acquirer';
import type { Browser } from '../authentication';
import type { MerchantReason, SavedCardUse } from '../saved-card';
import { toAdyenAmount } from './amounts';
import { acceptAdyenDispute, submitAdyenEvidence } from './disputes';
import { readAdyenEvent, readAdyenWebhook } from './events';
import { AdyenError, keyInUse } from './http-client';
import { outcomeOfPayment } from './payment-outcomes';
import { listBatchEntries, readBatchPayouts } from './payouts';
import { createReportSource } from './report-download';
import {
  canRepeatRequest,
  createAdyenServices,
  logAdyenFailure,
  orOutcome,
  withinAdyenRate,
  type AdyenAccess,
} from './requests';

/** By then, Adyen has reported an authorization that it received, and a request can't arrive anymore. */
const reverseUnreportedAfterMs = 5 * 60_000;
/** By then, a payment that arrived and isn't reported waits for a payer who never got its answer, or for nothing. */
const cancelUnreportedAfterMs = 60 * 60_000;

type Modification = { reference: string; payment: string; amountMinor: number; currency: string };

/**
 * Card payments with Adyen's Checkout API. Our reference is the payment's or modification's, and the idempotency key of
 * every request: the reference alone doesn't prevent a second payment. Adyen can't be queried. It reports results in
 * webhooks, and repeats its first answer to a request with the same key. With a key for reports, payouts are read from the
 * settlement details report of each batch.
 * @param origin a stand-in instead of Adyen
 */
export function createAdyen(access: AdyenAccess, origin?: URL): Acquirer {
  const { settings, environment } = access;
  const { merchantAccount, multipleCaptures } = settings;
  const { payments, modifications, disputes } = createAdyenServices(access, origin ? { origin } : {});
  const reports = createReportSource(access, origin);

  const requestPayment = (request: PaymentRequest, signal: AbortSignal, idempotencyKey: string) =>
    withinAdyenRate(signal, () =>
      // The SDK's types have enumerations where Adyen has texts.
      payments.payments(request as unknown as Types.checkout.PaymentRequest, { idempotencyKey, signal }),
    );

  type ModificationRequest = { merchantAccount: string; reference: string };
  const modify = async (
    payment: string,
    reference: string,
    signal: AbortSignal,
    send: (
      request: ModificationRequest,
      options: { idempotencyKey: string; signal: AbortSignal },
    ) => Promise<Received>,
  ): Promise<Outcome> => {
    const answer = await withinAdyenRate(signal, () =>
      send({ merchantAccount, reference }, { idempotencyKey: reference, signal }),
    );
    const isReceived = answer.status === 'received' && answer.paymentPspReference === payment;
    return isReceived && answer.pspReference
      ? { kind: 'pending', acquirerReference: answer.pspReference }
      : { kind: 'unknown' };
  };

  /** Sends a follow-up. With the same reference, Adyen repeats its first answer. */
  function follow(
    operation: Exclude<Inquiry['operation'], 'authorize'>,
    { reference, payment, amountMinor, currency }: Modification,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const value = toAdyenAmount({ amountMinor, currency });
    if (value === null) return Promise.resolve(notRepresentable);
    const amount = { value, currency };
    return modify(payment, reference, signal, (request, options) => {
      switch (operation) {
        case 'capture':
          return modifications.captureAuthorisedPayment(payment, { ...request, amount }, options);
        case 'void':
          return modifications.cancelAuthorisedPaymentByPspReference(payment, request, options);
        case 'refund':
          return modifications.refundCapturedPayment(payment, { ...request, amount }, options);
      }
    });
  }

  const followUp =
    (operation: Exclude<Inquiry['operation'], 'authorize'>) =>
    (
      request: Omit<Modification, 'payment'> & { payment: string | null },
      signal: AbortSignal,
    ): Promise<Outcome> => {
      const { payment, reference } = request;
      // Nothing was sent, and nothing can be.
      if (payment === null) return Promise.resolve(unknownPayment);
      return orOutcome(reference, 'repeatable', () => follow(operation, { ...request, payment }, signal));
    };
  const voidWhole = followUp('void');

  const completeAuthentication: Acquirer['completeAuthentication'] = (
    { reference, actionUrl, result },
    signal,
  ) =>
    orAction({ reference, actionUrl }, async () => {
      const { redirectResult } = result;
      if (!redirectResult) return toAction(reference, actionUrl);
      const answer = await withinAdyenRate(signal, () =>
        payments.paymentsDetails(
          { details: { redirectResult } },
          { idempotencyKey: `${reference}-${hashOf(redirectResult)}`, signal },
        ),
      );
      return outcomeOfPayment(answer, reference, 'challenge');
    });

  return {
    capabilities: { partialCapture: true, multipleCaptures, partialVoid: false },
    reverseUnreportedAfterMs,

    authorize({ reference, amountMinor, currency, card, capture, authentication, savedCard }, signal) {
      const value = toAdyenAmount({ amountMinor, currency });
      if (value === null) return Promise.resolve(notRepresentable);
      const { returnUrl, requested, browser } = authentication ?? {};
      return orOutcome(reference, 'final', async () => {
        const request: PaymentRequest = {
          merchantAccount,
          reference,
          amount: { value, currency },
          ...toCardUse(card, savedCard, returnUrl !== undefined),
          ...(capture ? { captureDelayHours: 0 } : { additionalData: { manualCapture: 'true' } }),
          ...(returnUrl ? toRedirect(returnUrl, requested === 'always', browser) : withoutRedirect()),
        };
        const answer = await requestPayment(request, signal, reference);
        const outcome = outcomeOfPayment(answer, reference, null, savedCard && card.expiry);
        // Adyen authorizes it only after a return that can't happen.
        return outcome.kind === 'action_required' && !returnUrl ? authenticationRequired : outcome;
      });
    },

    completeAuthentication,

    /**
     * First, it takes the payment's idempotency key with a request that can't be authorized. A key that is taken means that
     * the payment arrived, and its webhook decides for an hour. With a free key, it hasn't, and a late request finds the key
     * taken. A technical cancel by our reference confirms that: its webhook decides.
     */
    reverse({ reference, amountMinor, currency, abandoned, requestedAt }, signal) {
      return orOutcome(reference, 'repeatable', async () => {
        if (!abandoned) {
          const first = await takeKey({ reference, amountMinor, currency }, signal);
          const isOverdue =
            requestedAt !== undefined && Date.now() - requestedAt.getTime() >= cancelUnreportedAfterMs;
          if (first !== 'taken' && !(first.kind === 'unknown' && isOverdue)) return first;
        }
        const answer = await withinAdyenRate(signal, () =>
          modifications.cancelAuthorisedPayment(
            { merchantAccount, paymentReference: reference, reference },
            { idempotencyKey: `${reference}-reverse`, signal },
          ),
        );
        const isReceived = (answer.status as string) === 'received' && answer.paymentReference === reference;
        // Adyen authorizes an abandoned payment only after a return that isn't sent anymore.
        return isReceived && abandoned ? abandonedAuthentication : ({ kind: 'unknown' } as const);
      });
    },

    verify: ({ reference, card, merchantReason }, signal) =>
      orOutcome(reference, 'harmless', async () => {
        const request: PaymentRequest = {
          merchantAccount,
          reference,
          amount: { value: 0, currency: verificationCurrency },
          paymentMethod: toAdyenCard(card),
          shopperInteraction: 'Ecommerce',
          recurringProcessingModel: merchantReason ? processingModels[merchantReason] : 'CardOnFile',
          ...withoutRedirect(),
        };
        const outcome = outcomeOfPayment(await requestPayment(request, signal, reference), reference);
        return outcome.kind === 'action_required' ? authenticationRequired : outcome;
      }),

    capture: followUp('capture'),
    refund: followUp('refund'),
    void: (request, signal) =>
      request.held !== undefined && request.held !== request.amountMinor
        ? Promise.resolve(partialVoidUnsupported)
        : voidWhole(request, signal),

    async lookup(inquiry, signal) {
      const { operation, reference, payment, acquirerReference, actionUrl } = inquiry;
      if (operation === 'authorize' && actionUrl !== undefined) return toAction(reference, actionUrl);
      // The webhook brings the result.
      if (acquirerReference !== null) return { kind: 'pending', acquirerReference };
      if (operation === 'authorize' || payment === null || !canRepeatRequest(inquiry))
        return { kind: 'unknown' };
      return orOutcome(reference, 'repeatable', () => follow(operation, { ...inquiry, payment }, signal));
    },

    submitEvidence: (request, signal) => submitAdyenEvidence(disputes, merchantAccount, request, signal),
    acceptDispute: (request, signal) => acceptAdyenDispute(disputes, merchantAccount, request, signal),
    readWebhook: (webhook, secrets) => readAdyenWebhook({ merchantAccount, environment }, webhook, secrets),
    async readEvent(event, signal) {
      if (event.about !== 'payout') return readAdyenEvent(event, settings);
      if (!reports || event.details?.success !== true) return [];
      const payouts = await readBatchPayouts(reports, event.subject, signal);
      return payouts.map((payout) => ({ kind: 'payout', payout }));
    },
    ...(reports && {
      listPayoutEntries: (payout, signal) => listBatchEntries(reports, payout, signal),
    }),
  };

  /** @returns `taken` when the key was free until now, or else the outcome of the payment */
  async function takeKey(
    { reference, amountMinor, currency }: Omit<Modification, 'payment'>,
    signal: AbortSignal,
  ): Promise<Outcome | 'taken'> {
    const request: PaymentRequest = {
      merchantAccount,
      reference,
      amount: { value: toAdyenAmount({ amountMinor, currency }) ?? 0, currency },
      paymentMethod: impossibleCard,
      shopperInteraction: 'Ecommerce',
      additionalData: { manualCapture: 'true' },
      ...withoutRedirect(),
    };
    try {
      const outcome = outcomeOfPayment(await requestPayment(request, signal, reference), reference);
      // A decline can be that of this request.
      return outcome.kind === 'declined' ? 'taken' : outcome;
    } catch (error) {
      if (!(error instanceof AdyenError)) throw error;
      if (error.kind === 'refused') return 'taken';
      if (error.code === keyInUse) return { kind: 'unknown' };
      throw error;
    }
  }

  /** A return that Adyen refuses leaves the payer's authentication open. */
  async function orAction(
    { reference, actionUrl }: { reference: string; actionUrl: string | undefined },
    request: () => Promise<Outcome>,
  ): Promise<Outcome> {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof AdyenError)) throw error;
      logAdyenFailure(reference, error);
      return error.kind === 'refused' ? toAction(reference, actionUrl) : { kind: 'unknown' };
    }
  }
}

type Received = { status: string; pspReference: string; paymentPspReference: string };
type PaymentRequest = {
  merchantAccount: string;
  reference: string;
  amount: { value: number; currency: string };
  paymentMethod: ReturnType<typeof toAdyenCard> & { networkPaymentReference?: string };
  shopperInteraction: 'Ecommerce' | 'ContAuth';
  recurringProcessingModel?: string;
  returnUrl: string;
  additionalData?: Record<string, string>;
  captureDelayHours?: number;
  browserInfo?: ReturnType<typeof toBrowserInfo>;
  shopperIP?: string;
  channel?: 'Web';
  origin?: string;
  authenticationData?: { attemptAuthentication: 'always' | 'never' };
};

/** A payer can return more than once, with other results. */
const hashOf = (result: string) => createHash('sha256').update(result).digest('hex').slice(0, 16);

const toAction = (reference: string, url: string | undefined): Outcome =>
  url === undefined ? { kind: 'unknown' } : { kind: 'action_required', acquirerReference: reference, url };

const declined = <C extends string>(code: C, acquirerCode: string) =>
  ({ kind: 'declined', code, acquirerCode }) as const;
const notRepresentable = declined('not_permitted', 'amount_not_representable');
const partialVoidUnsupported = declined('not_permitted', 'partial_void');
const unknownPayment = declined('system_error', 'unknown_payment');
const authenticationRequired = declined('authentication_required', 'RedirectShopper');
const abandonedAuthentication = declined('authentication_failed', 'abandoned');

/** A card is verified without an amount, which still needs a currency. */
const verificationCurrency = 'EUR';

/** Its number has a wrong check digit, so that Adyen refuses it before any bank sees it. */
const impossibleCard = {
  type: 'scheme',
  number: '4111111111111112',
  expiryMonth: '12',
  expiryYear: '2099',
} as const;

/**
 * Adyen requires all members to send a payer to its own page, which reads the browser itself. What we don't know has usual
 * values.
 */
const toBrowserInfo = (browser: Browser | undefined) => ({
  acceptHeader: browser?.acceptHeader ?? '*/*',
  userAgent: browser?.userAgent || 'Mozilla/5.0',
  language: browser?.language ?? 'en-US',
  colorDepth: browser?.screen?.colorDepth ?? 24,
  screenWidth: browser?.screen?.width ?? 1_920,
  screenHeight: browser?.screen?.height ?? 1_080,
  timeZoneOffset: browser?.screen?.timeZoneOffset ?? 0,
  javaEnabled: false,
});

const toRedirect = (returnUrl: string, isAlways: boolean, browser: Browser | undefined) => ({
  returnUrl,
  channel: 'Web' as const,
  origin: new URL(returnUrl).origin,
  browserInfo: toBrowserInfo(browser),
  ...(browser?.ipAddress && { shopperIP: browser.ipAddress }),
  ...(isAlways && { authenticationData: { attemptAuthentication: 'always' as const } }),
});

/** Adyen requires a return URL even where no payer is present. */
const withoutRedirect = () => ({
  returnUrl: config.addresses.portal,
  authenticationData: { attemptAuthentication: 'never' as const },
});

const processingModels = {
  recurring: 'Subscription',
  installment: 'Subscription',
  unscheduled: 'UnscheduledCardOnFile',
} as const satisfies Record<MerchantReason, string>;

/**
 * A payer who can be sent to their bank pays like any other. Otherwise, the card is charged as stored, without 3-D Secure,
 * and the network transaction ID proves that the payer agreed.
 */
function toCardUse(card: Card, savedCard: SavedCardUse | undefined, isPayerPresent: boolean) {
  const paymentMethod = toAdyenCard(card);
  if (!savedCard) return { paymentMethod, shopperInteraction: 'Ecommerce' as const };
  const { merchantReason, networkTransactionId } = savedCard;
  const recurringProcessingModel = merchantReason ? processingModels[merchantReason] : 'CardOnFile';
  if (isPayerPresent && !merchantReason)
    return { paymentMethod, shopperInteraction: 'Ecommerce' as const, recurringProcessingModel };
  return {
    paymentMethod: {
      ...paymentMethod,
      ...(networkTransactionId && { networkPaymentReference: networkTransactionId }),
    },
    shopperInteraction: 'ContAuth' as const,
    recurringProcessingModel,
  };
}

function toAdyenCard({ pan, expiry, code, name }: Card) {
  return {
    type: 'scheme' as const,
    number: pan.reveal(),
    expiryMonth: String(expiry.month).padStart(2, '0'),
    expiryYear: String(expiry.year),
    ...(code && { cvc: code.reveal() }),
    ...(name && { holderName: name }),
  };
}
