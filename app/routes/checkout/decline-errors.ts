import type { FormState } from './card-form/form-state';

/**
 * What a payer learns about a decline: only what they can correct (decisions: Test environment). Of a saved card, that is
 * only the security code.
 */
export function mapDeclineToFormState(
  code: string,
  { isSavedCard = false } = {},
): Pick<FormState, 'cardErrors' | 'reason'> {
  if (code === 'invalid_card_number' && !isSavedCard) return { cardErrors: { number: 'number_unknown' } };
  if (code === 'expired_card' && !isSavedCard) return { cardErrors: { expiry: 'expiry_refused' } };
  if (code === 'incorrect_cvc') return { cardErrors: { code: 'code_refused' } };
  if (code === 'authentication_failed') return { reason: 'authentication_failed' };
  if (code === 'system_error' || code === 'issuer_unavailable') return { reason: 'technical_problem' };
  return { reason: code === 'insufficient_funds' ? 'insufficient_funds' : 'declined' };
}
