import type { Types } from '@adyen/api-library';
import { config } from '~/platform/config/config.server';
import type { Acquirer, Card, Inquiry, Outcome } from '../acquirer';
import type { AuthenticationRequest, Browser } from '../authentication';
import type { UnsentRequestCode } from '../decline-codes';
import { hashRequest } from '../request-hash';
import type { MerchantReason, SavedCardUse } from '../saved-card';
import { toAdyenAmount } from './amounts';
import { toAdyenBilling } from './billing-address';
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

/** By then, Adyen has usually reported an authorization that it received. */
const reverseUnreportedAfterMs = 5 * 60_000;
/** By then, Adyen won't report a payment that it received, for example because the payer never got its redirect. */
const cancelUnreportedAfterMs = 60 * 60_000;

type Modification = {
  reference: string;
  payment: string;
  amountMinor: number;
  currency: string;
  reversal?: true;
};

/**
 * Card payments with Adyen's Checkout API. Our reference is also the idempotency key of each request, because Adyen
 * accepts several payments with the same reference. Adyen can't be queried: it reports results in webhooks, and repeats its
 * first answer to a request with the same key. With a report API key, payouts are read from the settlement details report
 * of each batch.
 * @param origin a stand-in instead of Adyen
 */
export function createAdyen(access: AdyenAccess, origin?: URL): Acquirer {
  const { settings, environment } = access;
  const { merchantAccount, multipleCaptures } = settings;
  const { payments, modifications, disputes } = createAdyenServices(access, origin ? { origin } : {});
  const reports = createReportSource(access, origin);

  const requestPayment = (request: PaymentRequest, signal: AbortSignal, idempotencyKey: string) =>
    withinAdyenRate(signal, () =>
      // The SDK's types have enums where Adyen's API has strings.
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
    { reference, payment, amountMinor, currency, reversal }: Modification,
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
          // Adyen refuses to refund what it hasn't captured yet, and captures later by itself.
          return reversal
            ? modifications.refundOrCancelPayment(payment, request, options)
            : modifications.refundCapturedPayment(payment, { ...request, amount }, options);
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
      // Without Adyen's reference of the payment, no request is possible.
      if (payment === null) return Promise.resolve(unknownPayment);
      return orOutcome(reference, 'repeatable', () => follow(operation, { ...request, payment }, signal));
    };
  const voidWhole = followUp('void');

  const completeRedirect = (
    {
      reference,
      actionUrl,
      result,
    }: { reference: string; actionUrl?: string; result: Record<string, string> },
    signal: AbortSignal,
  ) =>
    orAction({ reference, actionUrl }, async () => {
      const { redirectResult } = result;
      if (!redirectResult) return toAction(reference, actionUrl);
      // Each return of a payer has its own result.
      const idempotencyKey = `${reference}-${hashRequest(redirectResult)}`;
      const answer = await withinAdyenRate(signal, () =>
        payments.paymentsDetails({ details: { redirectResult } }, { idempotencyKey, signal }),
      );
      // Anyone can return with the result of another payment, such as a cheaper one. It decides nothing here.
      if (answer.merchantReference !== reference) return toAction(reference, actionUrl);
      return outcomeOfPayment(answer, reference, 'challenge');
    });

  return {
    capabilities: { partialCapture: true, multipleCaptures, partialVoid: false },
    reverseUnreportedAfterMs,

    authorize(
      { reference, amountMinor, currency, card, capture, authentication, savedCard, billing },
      signal,
    ) {
      const value = toAdyenAmount({ amountMinor, currency });
      if (value === null) return Promise.resolve(notRepresentable);
      return orOutcome(reference, 'final', async () => {
        const request: PaymentRequest = {
          merchantAccount,
          reference,
          amount: { value, currency },
          ...toCardUse(card, savedCard, Boolean(card.code) || authentication?.returnUrl !== undefined),
          ...toAdyenBilling(billing),
          ...(capture ? { captureDelayHours: 0 } : { additionalData: { manualCapture: 'true' } }),
          ...toRedirect(authentication),
        };
        const answer = await requestPayment(request, signal, reference);
        return requireReturn(
          outcomeOfPayment(answer, reference, null, savedCard && card.expiry),
          authentication,
        );
      });
    },

    completeAuthentication: completeRedirect,

    /**
     * First, a request that can't be authorized takes the payment's idempotency key. If the key was already taken, the
     * payment arrived, and for an hour only its webhook decides. If it was free, Adyen will refuse a late request. The
     * webhook of a technical cancel by our reference then decides, not whether Adyen accepts that request.
     */
    reverse({ reference, amountMinor, currency, abandoned, returned, requestedAt }, signal) {
      return orOutcome(reference, 'repeatable', async () => {
        if (!abandoned) {
          // If the payer came back, Adyen has the payment, so its key needn't be taken.
          const first = returned ? unknown : await takeKey({ reference, amountMinor, currency }, signal);
          const isOverdue =
            requestedAt !== undefined && Date.now() - requestedAt.getTime() >= cancelUnreportedAfterMs;
          if (first !== 'taken' && !(first.kind === 'unknown' && isOverdue)) return first;
        }
        const cancel = async () => {
          const answer = await withinAdyenRate(signal, () =>
            modifications.cancelAuthorisedPayment(
              { merchantAccount, paymentReference: reference, reference },
              { idempotencyKey: `${reference}-reverse`, signal },
            ),
          );
          return (answer.status as string) === 'received' && answer.paymentReference === reference;
        };
        // Adyen authorizes an abandoned payment only if we send the payer's return, which we no longer do.
        if (abandoned) return (await cancel()) ? abandonedAuthentication : unknown;
        await cancel().catch((error: unknown) => logRefusal(reference, error));
        return unknown;
      });
    },

    verify: ({ reference, card, merchantReason, authentication }, signal) =>
      orOutcome(reference, 'harmless', async () => {
        const request: PaymentRequest = {
          merchantAccount,
          reference,
          amount: { value: 0, currency: verificationCurrency },
          paymentMethod: toAdyenCard(card),
          shopperInteraction: 'Ecommerce',
          recurringProcessingModel: merchantReason ? processingModels[merchantReason] : 'CardOnFile',
          ...toRedirect(authentication),
        };
        const outcome = outcomeOfPayment(await requestPayment(request, signal, reference), reference);
        return requireReturn(outcome, authentication);
      }),

    completeVerification: ({ reference, url, result }, signal) =>
      completeRedirect({ reference, actionUrl: url, result }, signal),

    capture: followUp('capture'),
    refund: followUp('refund'),
    void: (request, signal) =>
      isPartialVoid(request) ? Promise.resolve(partialVoidUnsupported) : voidWhole(request, signal),

    async lookup(inquiry, signal) {
      const { operation, reference, payment, acquirerReference, actionUrl } = inquiry;
      if (operation === 'authorize' && actionUrl !== undefined) return toAction(reference, actionUrl);
      // The webhook reports the result.
      if (acquirerReference !== null) return { kind: 'pending', acquirerReference };
      if (operation === 'authorize' || payment === null || !canRepeatRequest(inquiry))
        return { kind: 'unknown' };
      // It was never sent.
      if (operation === 'void' && isPartialVoid(inquiry)) return partialVoidUnsupported;
      return orOutcome(reference, 'repeatable', () => follow(operation, { ...inquiry, payment }, signal));
    },

    requiresJpegEvidence: true,
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

  /**
   * The request has a payment reference of its own, so that neither its answer nor its webhook is mistaken for the payment's.
   * @returns `taken` if the key was free, or else the outcome of the payment that uses it
   */
  async function takeKey(
    { reference, amountMinor, currency }: Omit<Modification, 'payment'>,
    signal: AbortSignal,
  ): Promise<Outcome | 'taken'> {
    const ownReference = `${reference}-key`;
    const request: PaymentRequest = {
      merchantAccount,
      reference: ownReference,
      amount: { value: toAdyenAmount({ amountMinor, currency }) ?? 0, currency },
      paymentMethod: impossibleCard,
      shopperInteraction: 'Ecommerce',
      additionalData: { manualCapture: 'true' },
      ...toRedirect(undefined),
    };
    try {
      const answer = await requestPayment(request, signal, reference);
      const isOwn = answer.merchantReference === ownReference;
      const outcome = outcomeOfPayment(answer, isOwn ? ownReference : reference);
      // Without a reference, it may be this request that was declined.
      if (outcome.kind === 'declined' && answer.merchantReference !== reference) return 'taken';
      return isOwn ? unknown : outcome;
    } catch (error) {
      if (!(error instanceof AdyenError)) throw error;
      if (error.kind === 'refused') return 'taken';
      if (error.code === keyInUse) return { kind: 'unknown' };
      throw error;
    }
  }

  /** If Adyen refuses a return, such as a forged one, the payer can still authenticate. */
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
type PaymentRequest = ReturnType<typeof toAdyenBilling> & {
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

/** @throws any other error */
function logRefusal(reference: string, error: unknown): void {
  if (!(error instanceof AdyenError)) throw error;
  logAdyenFailure(reference, error);
}

const toAction = (reference: string, url: string | undefined): Outcome =>
  url === undefined ? { kind: 'unknown' } : { kind: 'action_required', acquirerReference: reference, url };

const unknown = { kind: 'unknown' } as const;
const declined = <C extends string>(code: C, acquirerCode: string) =>
  ({ kind: 'declined', code, acquirerCode }) as const;
const notRepresentable = declined('not_permitted', 'amount_not_representable' satisfies UnsentRequestCode);
const partialVoidUnsupported = declined('not_permitted', 'partial_void' satisfies UnsentRequestCode);
const isPartialVoid = ({ held, amountMinor }: { held?: number; amountMinor: number }) =>
  held !== undefined && held !== amountMinor;
const unknownPayment = declined('system_error', 'unknown_payment' satisfies UnsentRequestCode);
const authenticationRequired = declined('authentication_required', 'RedirectShopper');
const abandonedAuthentication = declined('authentication_failed', 'abandoned');

/** Even an amount of zero needs a currency. */
const verificationCurrency = 'EUR';

/** The check digit is wrong, so Adyen refuses the card before any bank sees it. */
const impossibleCard = {
  type: 'scheme',
  number: '4111111111111112',
  expiryMonth: '12',
  expiryYear: '2099',
} as const;

/** Adyen requires all members, but its own page reads the browser again. We send common values for those we don't know. */
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

/** Adyen requires a return URL even if no payer is present. */
const toRedirect = ({ returnUrl, requested, browser }: Partial<AuthenticationRequest> = {}) =>
  returnUrl === undefined
    ? {
        returnUrl: config.addresses.portal,
        authenticationData: { attemptAuthentication: 'never' as const },
      }
    : {
        returnUrl,
        channel: 'Web' as const,
        origin: new URL(returnUrl).origin,
        browserInfo: toBrowserInfo(browser),
        ...(browser?.ipAddress && { shopperIP: browser.ipAddress }),
        ...(requested === 'always' && { authenticationData: { attemptAuthentication: 'always' as const } }),
      };

/** A payer who can't return can't authenticate, so Adyen never authorizes this payment. */
const requireReturn = (outcome: Outcome, authentication: AuthenticationRequest | undefined): Outcome =>
  outcome.kind === 'action_required' && authentication?.returnUrl === undefined
    ? authenticationRequired
    : outcome;

const processingModels = {
  recurring: 'Subscription',
  installment: 'Subscription',
  unscheduled: 'UnscheduledCardOnFile',
} as const satisfies Record<MerchantReason, string>;

/**
 * If a payer can be sent to their bank, Adyen gets an ordinary payment. Otherwise, the stored card is charged without 3-D
 * Secure, and the network transaction ID proves that the payer agreed.
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
