import type Stripe from 'stripe';

type ErrorCode = Stripe.PaymentIntent.LastPaymentError['code'];

/** What the issuer does with a card. */
export type CardBehavior = {
  /** The bank's checks that don't pass. */
  checks?: Partial<Record<'address' | 'postalCode' | 'code', 'fail' | 'unavailable'>>;
  decline?: CardDecline;
  /**
   * 3-D Secure is required, always or except for payments without the payer, or possible on request. The decline, if any,
   * comes after it.
   */
  challenge?: 'required' | 'payer_present' | 'possible';
  refund?: {
    status: 'succeeded' | 'pending' | 'requires_action';
    later?: 'succeeded' | 'failed';
    failureReason?: string;
  };
  /** The card can be saved, although its payments are declined. */
  isVerified?: true;
  /** A dispute is opened after the capture. */
  dispute?: { reason: string; isInquiry?: boolean };
  /** Captured money skips the pending balance. */
  isAvailableAtOnce?: boolean;
};
export type CardDecline = { code: ErrorCode; decline_code?: string; isBlocked?: boolean };

export const needsChallenge = (
  { challenge }: CardBehavior,
  { requested, isPayerPresent }: { requested: string | null | undefined; isPayerPresent: boolean },
): boolean =>
  challenge === 'required' ||
  (challenge === 'payer_present' && isPayerPresent) ||
  (challenge === 'possible' && requested === 'any') ||
  requested === 'challenge';

const declined = (decline_code: string, isBlocked?: boolean): CardBehavior => ({
  decline: { code: 'card_declined', decline_code, ...(isBlocked && { isBlocked }) },
});

// docs.stripe.com/testing
const testCards: Record<string, CardBehavior> = {
  '4242424242424242': {},
  '4000056655665556': {},
  '5555555555554444': {},
  '2223003122003222': {},
  '5200828282828210': {},
  '5105105105105100': {},
  '378282246310005': {},
  '371449635398431': {},
  '6011111111111117': {},
  '6011000990139424': {},
  '3056930009020004': {},
  '36227206271667': {},
  '3566002020360505': {},
  '6200000000000005': {},
  '4000000000000077': { isAvailableAtOnce: true },
  '4000000000000010': { checks: { address: 'fail', postalCode: 'fail' } },
  '4000000000000028': { checks: { address: 'fail' } },
  '4000000000000036': { checks: { postalCode: 'fail' } },
  '4000000000000044': { checks: { address: 'unavailable', postalCode: 'unavailable' } },
  '4000000000000101': { checks: { code: 'fail' } },
  '4000000000000002': declined('generic_decline'),
  '4000000000000341': { ...declined('generic_decline'), isVerified: true },
  '4000000000009995': declined('insufficient_funds'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000006975': declined('card_velocity_exceeded'),
  '4000000000000069': { decline: { code: 'expired_card' } },
  '4000000000000127': { decline: { code: 'incorrect_cvc' }, checks: { code: 'fail' } },
  '4000000000000119': { decline: { code: 'processing_error' } },
  '4100000000000019': declined('fraudulent', true),
  '4000000000004954': declined('fraudulent', true),
  '4000002500003155': { challenge: 'required' },
  '4000002760003184': { challenge: 'required' },
  '4000000000003220': { challenge: 'required' },
  '4000000000003055': { challenge: 'possible' },
  '4000003800000446': {},
  '4000008260003178': { challenge: 'required', ...declined('insufficient_funds') },
  '4000008400001629': { challenge: 'required', ...declined('generic_decline') },
  '4000000000005126': {
    refund: { status: 'succeeded', later: 'failed', failureReason: 'expired_or_canceled_card' },
  },
  '4000000000007726': { refund: { status: 'pending', later: 'succeeded' } },
  '4000000000000259': { dispute: { reason: 'fraudulent' } },
  '4000000000002685': { dispute: { reason: 'product_not_received' } },
  '4000000000001976': { dispute: { reason: 'fraudulent', isInquiry: true } },
};

/** Undefined for a number that isn't a test card: Stripe refuses it in test mode. */
export function findCardBehavior(
  number: string,
  own: Record<string, CardBehavior>,
): CardBehavior | undefined {
  return own[number] ?? testCards[number];
}

export function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^(6011|65)/.test(number)) return 'discover';
  if (/^(30|36|38)/.test(number)) return 'diners';
  if (/^35/.test(number)) return 'jcb';
  return number.startsWith('62') ? 'unionpay' : 'unknown';
}

const messages: Record<string, string> = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  card_velocity_exceeded:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
};

export function declineMessage({ code, decline_code }: CardDecline): string {
  return messages[decline_code ?? ''] ?? messages[code ?? ''] ?? messages.card_declined!;
}
