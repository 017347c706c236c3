import type { Types } from '@adyen/api-library';
import type { Card, Outcome } from '../acquirer';
import type { AuthenticationResult } from '../authentication';
import { detectNewExpiry } from '../saved-card';
import { readAdyenAmount } from './amounts';
import { readAdyenChecks } from './card-checks';
import { toAdyenDecline } from './refusals';

type Answer = Types.checkout.PaymentResponse | Types.checkout.PaymentDetailsResponse;

/**
 * The outcome of a payment.
 * @param reference our reference, which the answer repeats
 * @param flow whether the payer was challenged, if we know it
 * @param expiry of the card that we sent, to detect a new expiration date
 */
export function outcomeOfPayment(
  answer: Answer,
  reference: string,
  flow: AuthenticationResult['flow'] = null,
  expiry?: Card['expiry'],
): Outcome {
  const { pspReference, merchantReference, refusalReason, refusalReasonCode, additionalData, amount } =
    answer;
  // The answer is about another payment.
  if (merchantReference !== undefined && merchantReference !== reference) return { kind: 'unknown' };
  const authentication = toAuthentication(additionalData, flow);
  switch (answer.resultCode as string | undefined) {
    case 'Authorised':
      return pspReference
        ? {
            kind: 'approved',
            acquirerReference: pspReference,
            ...(amount && { amount: readAdyenAmount(amount) }),
            ...(authentication && { authentication }),
            ...readAdyenChecks(additionalData),
            ...readCardData(additionalData, expiry),
          }
        : { kind: 'unknown' };
    case 'Refused':
    case 'Error':
    case 'Cancelled':
      return {
        ...toAdyenDecline({
          code: refusalReasonCode,
          text: refusalReason,
          raw: additionalData?.refusalReasonRaw,
        }),
        ...(authentication && { authentication }),
        ...readAdyenChecks(additionalData),
      };
    case 'Received':
    case 'Pending':
      return pspReference ? { kind: 'pending', acquirerReference: pspReference } : { kind: 'unknown' };
    case 'RedirectShopper': {
      const url = getRedirectUrl(answer.action);
      // Adyen's own reference exists only after the payer's return.
      return url === undefined
        ? { kind: 'unknown' }
        : { kind: 'action_required', acquirerReference: pspReference ?? reference, url };
    }
    // This includes partial authorizations, steps that we didn't request, and codes that we don't know.
    default:
      return { kind: 'unknown' };
  }
}

/** Only GET redirects: we can't submit a form for the payer. */
function getRedirectUrl(action: Answer['action']): string | undefined {
  if (action?.type !== 'redirect' || !('url' in action) || !action.url) return undefined;
  return 'method' in action && action.method === 'POST' ? undefined : action.url;
}

/** The account's settings decide which of these Adyen returns. */
function readCardData(
  { networkTxReference, expiryDate }: AdditionalData = {},
  expiry: Card['expiry'] | undefined,
): Pick<Extract<Outcome, { kind: 'approved' }>, 'networkTransactionId' | 'newExpiry'> {
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(expiryDate ?? '') ?? [];
  return {
    ...(networkTxReference && { networkTransactionId: networkTxReference }),
    ...detectNewExpiry(expiry, month ? { month: Number(month), year: Number(year) } : undefined),
  };
}

const statuses: Record<string, AuthenticationResult['status']> = {
  Y: 'authenticated',
  A: 'attempted',
  N: 'failed',
  R: 'failed',
  U: 'unavailable',
};

type AdditionalData = Record<string, string | undefined>;

/**
 * The result of 3-D Secure. The account's settings decide which members of additional data Adyen returns. Undefined if
 * the payment wasn't authenticated.
 */
export function toAuthentication(
  data: AdditionalData | undefined,
  flow: AuthenticationResult['flow'],
): AuthenticationResult | undefined {
  const { threeDAuthenticated, threeDAuthenticatedResponse: response, liabilityShift, eci } = data ?? {};
  const known = response !== undefined && Object.hasOwn(statuses, response) ? statuses[response] : undefined;
  const isAuthenticated = threeDAuthenticated === 'true';
  const hasFailed = threeDAuthenticated === 'false' && flow === 'challenge';
  const status = known ?? (isAuthenticated ? 'authenticated' : hasFailed ? 'failed' : undefined);
  if (!status) return undefined;
  return {
    status,
    flow,
    version: data?.threeDSVersion ?? null,
    eci: eci && /^\d\d?$/.test(eci) ? eci : null,
    liabilityShift: liabilityShift === undefined ? isAuthenticated : liabilityShift === 'true',
  };
}
