import { randomBytes, randomInt } from 'node:crypto';
import type { Context, StoredPayment } from './account-state';
import { refuse, refuseUnmodeled } from './api-error';
import { checkCardData } from './card-checks';
import { brandOf, findCardBehavior, type CardBehavior } from './cards';
import { isLuhnValid } from '../card-number';
import { captureAutomatically } from './modifications';
import { checkAmount } from './currencies';
import { newPspReference } from './psp-reference';
import { findRefusalByCode, isRefusalName, refusals, type Refusal, type RefusalName } from './refusals';
import type { PaymentMethodsResponse, PaymentRequest, PaymentResponse } from './sdk-types';

/** Those that this stand-in models, and those that only inform. It refuses others rather than ignore them. */
export const paymentFields = [
  'additionalData',
  'amount',
  'applicationInfo',
  'authenticationData',
  'billingAddress',
  'browserInfo',
  'captureDelayHours',
  'channel',
  'countryCode',
  'merchantAccount',
  'merchantOrderReference',
  'metadata',
  'mpiData',
  'origin',
  'paymentMethod',
  'recurringProcessingModel',
  'reference',
  'returnUrl',
  'shopperEmail',
  'shopperIP',
  'shopperInteraction',
  'shopperLocale',
  'shopperReference',
  'shopperStatement',
  'telephoneNumber',
  'threeDS2RequestData',
];
const cardFields = new Set([
  'type',
  'brand',
  'number',
  'expiryMonth',
  'expiryYear',
  'cvc',
  'holderName',
  'networkPaymentReference',
]);
const additionalFields = new Set([
  'manualCapture',
  'authorisationType',
  'RequestedTestAcquirerResponseCode',
  'riskdata.skipRisk',
]);

/** Only cards are modeled. */
export const listPaymentMethods = () =>
  ({ paymentMethods: [{ type: 'scheme', name: 'Cards' }] }) satisfies PaymentMethodsResponse;

export function makePayment(context: Context, request: PaymentRequest): PaymentResponse {
  const { amount, reference, additionalData = {}, returnUrl } = request;
  const extra = Object.keys(additionalData).find((name) => !additionalFields.has(name));
  if (extra) throw refuseUnmodeled(`additionalData.${extra}`);
  checkAmount(amount, 0);
  if (!reference) throw refuse('130', 'Reference Missing');
  if (reference.length > 80) throw refuse('000', 'reference is longer than 80 characters');
  if (!returnUrl) throw refuse('14_030', 'Return URL is missing.');
  if (!isUrl(returnUrl) || returnUrl.length > 1_024) throw refuse('000', 'Return URL is invalid.');
  const card = readCard(context, request);
  const isExternal = checkExternalAuthentication(request);
  const { behavior } = card;
  const checks = checkCardData(request, behavior);
  const isChallenged = !isExternal && needsChallenge(request, behavior);
  const payment: StoredPayment = {
    pspReference: newPspReference(),
    merchantAccount: request.merchantAccount,
    reference,
    amount: { currency: amount.currency, value: amount.value },
    status: isChallenged ? 'challenged' : 'pending',
    refusal: null,
    card: card.summary,
    checks,
    behavior,
    authCode: String(randomInt(100_000, 999_999)),
    isAuthenticated: isExternal,
    captureDelaySeconds: captureDelayOf(context, request),
    challenge: null,
    held: 0,
    captured: 0,
    refunded: 0,
    chargedBack: 0,
  };
  context.account.payments.set(payment.pspReference, payment);
  if (isChallenged) {
    const id = randomBytes(16).toString('hex');
    payment.challenge = { id, returnUrl, redirectResult: null, outcome: null, isSubmitted: false };
    return {
      resultCode: 'RedirectShopper',
      action: {
        type: 'redirect',
        paymentMethodType: 'scheme',
        method: 'GET',
        url: `${context.origin}/_stand-in/challenges/${id}`,
      },
    } satisfies PaymentResponse;
  }
  const isUnauthenticated = behavior.challenge && !isExternal && !isExempt(request);
  decidePayment(context, payment, isUnauthenticated ? 'AUTHENTICATION_REQUIRED' : behavior.refusal);
  return presentPayment(payment);
}

/** What the issuer decides, now or later. */
export function decidePayment(
  context: Context,
  payment: StoredPayment,
  refusal: RefusalName | undefined = payment.behavior.refusal,
): void {
  const { pending } = payment.behavior;
  if (refusal || !pending) return finishPayment(context, payment, refusal);
  payment.status = 'pending';
  if (pending !== 'never')
    context.clock.schedule(context.settings.laterSeconds, () => {
      if (payment.status === 'pending')
        finishPayment(context, payment, pending === 'refused' ? 'DECLINED' : undefined);
    });
}

/** The payment is authorized or refused, and its webhook says so. */
export function finishPayment(context: Context, payment: StoredPayment, name?: RefusalName): void {
  const { clock, settings, webhooks } = context;
  const { raw } = payment.behavior;
  const refusal: Refusal | null = name ? { ...refusals[name], ...(raw && { raw }) } : null;
  payment.refusal = refusal;
  payment.status = refusal ? 'refused' : 'authorized';
  payment.held = refusal ? 0 : payment.amount.value;
  const { last4, expiry, brand } = payment.card;
  webhooks.publish({
    eventCode: 'AUTHORISATION',
    success: !refusal,
    pspReference: payment.pspReference,
    merchantAccountCode: payment.merchantAccount,
    merchantReference: payment.reference,
    amount: payment.amount,
    paymentMethod: brand,
    reason: refusal ? refusal.reason : `${payment.authCode}:${last4}:${expiry}`,
    ...(!refusal && { operations: ['CANCEL', 'CAPTURE', 'REFUND'] }),
    additionalData: additionalDataOf(payment),
  });
  if (refusal) return;
  const { captureDelaySeconds } = payment;
  if (captureDelaySeconds === 0) captureAutomatically(context, payment);
  else if (captureDelaySeconds !== null)
    clock.schedule(captureDelaySeconds, () => captureAutomatically(context, payment));
  clock.schedule(settings.holdSeconds, () => expireHold(context, payment));
}

function expireHold({ webhooks }: Context, payment: StoredPayment): void {
  if (payment.held === 0) return;
  payment.held = 0;
  if (payment.captured === 0) payment.status = 'expired';
  webhooks.publish({
    eventCode: 'EXPIRE',
    success: true,
    pspReference: newPspReference(),
    originalReference: payment.pspReference,
    merchantAccountCode: payment.merchantAccount,
    merchantReference: payment.reference,
    amount: payment.amount,
    paymentMethod: payment.card.brand,
    reason: '',
  });
}

export function presentPayment(payment: StoredPayment) {
  const { pspReference, reference, refusal, card, amount, status } = payment;
  const common = {
    pspReference,
    merchantReference: reference,
    paymentMethod: { brand: card.brand, type: 'scheme' },
    additionalData: additionalDataOf(payment),
  };
  if (refusal)
    return {
      ...common,
      resultCode: refusal.resultCode,
      refusalReason: refusal.reason,
      refusalReasonCode: refusal.code,
    } satisfies PaymentResponse;
  if (status === 'pending') return { ...common, resultCode: 'Received' } satisfies PaymentResponse;
  return { ...common, resultCode: 'Authorised', amount } satisfies PaymentResponse;
}

function additionalDataOf({ card, checks, authCode, refusal, isAuthenticated, pspReference }: StoredPayment) {
  return {
    cardSummary: card.last4,
    ...checks,
    expiryDate: card.expiry,
    paymentMethod: card.brand,
    threeDAuthenticated: String(isAuthenticated),
    ...(!refusal && { authCode, networkTxReference: pspReference.slice(0, 15) }),
    ...(refusal?.raw && { refusalReasonRaw: refusal.raw }),
  };
}

function readCard(
  { settings, clock }: Context,
  { paymentMethod, additionalData, shopperInteraction }: PaymentRequest,
): { behavior: CardBehavior; summary: StoredPayment['card'] } {
  const unmodeled = Object.keys(paymentMethod).find((name) => !cardFields.has(name));
  if (unmodeled) throw refuseUnmodeled(`paymentMethod.${unmodeled}`);
  const { number = '', cvc, expiryMonth = '', expiryYear = '', holderName = '' } = paymentMethod;
  if (!/^\d{12,19}$/.test(number) || !isLuhnValid(number)) throw refuse('101', 'Invalid card number');
  const brand = brandOf(number);
  if (!brand) throw refuse('102', 'Unable to determine variant');
  if (cvc !== undefined && !(brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/).test(cvc))
    throw refuse('103', 'CVC is not the right length');
  if (!/^(0?[1-9]|1[0-2])$/.test(expiryMonth) || !/^20\d\d$/.test(expiryYear))
    throw refuse('129', 'Expiry Date Invalid');
  if (paymentMethod.networkPaymentReference && shopperInteraction !== 'ContAuth')
    throw refuse('000', 'networkPaymentReference is only allowed with the shopperInteraction ContAuth');
  const summary = {
    last4: number.slice(-4),
    brand,
    expiry: `${Number(expiryMonth)}/${expiryYear}`,
  };
  const isExpired = Date.UTC(Number(expiryYear), Number(expiryMonth)) <= clock.milliseconds();
  const behavior = findCardBehavior(number, settings.cards) ?? { refusal: 'INVALID_CARD_NUMBER' };
  const requested = requestedBehavior(holderName, additionalData?.RequestedTestAcquirerResponseCode);
  if (isExpired) return { summary, behavior: { ...behavior, refusal: 'CARD_EXPIRED' } };
  return { summary, behavior: { ...behavior, ...requested } };
}

/** In Adyen's test environment, the holder's name or a code chooses the result. */
function requestedBehavior(holderName: string, code: string | undefined): CardBehavior {
  if (holderName === 'PENDING' || code === '13') return { pending: 'authorized' };
  if (code !== undefined && code !== '1') {
    const refusal = findRefusalByCode(code);
    return refusal ? { refusal } : {};
  }
  return isRefusalName(holderName) ? { refusal: holderName } : {};
}

function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

/** The merchant's own 3-D Secure provider authenticated the payer. */
function checkExternalAuthentication({ mpiData }: PaymentRequest): boolean {
  if (!mpiData) return false;
  if (!mpiData.cavv || !mpiData.eci || !mpiData.dsTransID)
    throw refuse('000', 'mpiData requires cavv, eci, and dsTransID');
  return mpiData.authenticationResponse === 'Y' || mpiData.authenticationResponse === 'A';
}

/** The payer isn't there to be authenticated. */
const isExempt = ({ shopperInteraction }: PaymentRequest) =>
  shopperInteraction === 'ContAuth' || shopperInteraction === 'Moto';

function needsChallenge(request: PaymentRequest, behavior: CardBehavior): boolean {
  const attempt = request.authenticationData?.attemptAuthentication;
  if (isExempt(request) || attempt === 'never') return false;
  // Without the payer's browser, 3-D Secure can't start.
  if (!request.browserInfo) return false;
  return attempt === 'always' || behavior.challenge === true;
}

function captureDelayOf({ settings }: Context, request: PaymentRequest): number | null {
  const { captureDelayHours, additionalData } = request;
  if (additionalData?.manualCapture === 'true') return null;
  if (captureDelayHours !== undefined) {
    if (captureDelayHours < 0 || captureDelayHours > 672)
      throw refuse('000', 'captureDelayHours must be between 0 and 672');
    return captureDelayHours * 3_600;
  }
  return settings.captureDelay === 'immediate' ? 0 : null;
}

/** A payment of this merchant account. */
export function findPayment(
  { account }: Context,
  pspReference: string,
  merchantAccount: string,
): StoredPayment {
  const payment = account.payments.get(pspReference);
  // A challenged payment's reference isn't known to anybody yet.
  if (!payment || payment.merchantAccount !== merchantAccount || payment.status === 'challenged')
    throw refuse('167', 'Original pspReference required for this operation');
  return payment;
}
