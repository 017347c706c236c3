import type { DeclineCode } from '../decline-codes';

/**
 * Stripe's decline codes (docs.stripe.com/declines/codes) that say more than "declined", and the codes of requests that it
 * refuses (docs.stripe.com/error-codes).
 */
const declineCodes: Record<string, DeclineCode> = {
  amount_too_large: 'limit_exceeded',
  amount_too_small: 'not_permitted',
  authentication_required: 'authentication_required',
  balance_insufficient: 'system_error',
  call_issuer: 'do_not_honor',
  card_not_supported: 'not_permitted',
  card_velocity_exceeded: 'limit_exceeded',
  charge_already_refunded: 'limit_exceeded',
  currency_not_supported: 'not_permitted',
  expired_card: 'expired_card',
  fraudulent: 'suspected_fraud',
  incorrect_cvc: 'incorrect_cvc',
  incorrect_number: 'invalid_card_number',
  insufficient_funds: 'insufficient_funds',
  invalid_account: 'restricted_card',
  invalid_cvc: 'incorrect_cvc',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  invalid_number: 'invalid_card_number',
  issuer_not_available: 'issuer_unavailable',
  lost_card: 'lost_card',
  merchant_blacklist: 'suspected_fraud',
  not_permitted: 'not_permitted',
  payment_intent_authentication_failure: 'authentication_failed',
  pickup_card: 'restricted_card',
  processing_error: 'system_error',
  reenter_transaction: 'system_error',
  restricted_card: 'restricted_card',
  security_violation: 'suspected_fraud',
  service_not_allowed: 'not_permitted',
  setup_intent_authentication_failure: 'authentication_failed',
  stolen_card: 'stolen_card',
  testmode_decline: 'do_not_honor',
  transaction_not_allowed: 'not_permitted',
  try_again_later: 'issuer_unavailable',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
};

/**
 * @param code Stripe's `decline_code`, or the error's `code` when there is none
 * @param otherwise for a code that says nothing more
 */
export function toDeclineCode(code: string | null | undefined, otherwise: DeclineCode): DeclineCode {
  return (code && Object.hasOwn(declineCodes, code) && declineCodes[code]) || otherwise;
}
