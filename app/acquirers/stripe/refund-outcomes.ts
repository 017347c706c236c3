import type Stripe from 'stripe';
import type { DeclineCode } from '../decline-codes';
import type { Outcome } from '../acquirer';
import { readStripeAmount } from './amounts';
import { requireObject } from './requests';

/** Why Stripe or the card's bank returned a refund, if it says more than "failed". */
const failureReasons: Record<string, DeclineCode> = {
  expired_or_canceled_card: 'expired_card',
  lost_or_stolen_card: 'lost_card',
};

/** A refund is pending until Stripe has sent it, and it can fail for days after that. */
export function toRefundOutcome(refund: Stripe.Refund): Outcome {
  const { id, status, failure_reason: reason } = requireObject(refund, 'refund');
  switch (status) {
    case 'succeeded':
      return {
        kind: 'approved',
        acquirerReference: id,
        amount: readStripeAmount(refund.amount, refund.currency),
      };
    case 'pending':
    case 'requires_action':
      return { kind: 'pending', acquirerReference: id };
    case 'failed':
    case 'canceled':
      return {
        kind: 'declined',
        code: toRefundDeclineCode(reason),
        acquirerCode: reason ?? status,
      };
    // Also a status that this version doesn't know.
    default:
      return { kind: 'unknown' };
  }
}

/** @param reason Stripe's `failure_reason` of a refund */
export const toRefundDeclineCode = (reason: string | undefined): DeclineCode =>
  (reason !== undefined && Object.hasOwn(failureReasons, reason) && failureReasons[reason]) || 'system_error';
