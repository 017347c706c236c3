import type { FormState } from './form-state';

/** What the payer is told of a decline: what they can put right, and nothing more (decisions: Test environment). */
export function declineWords(code: string): Pick<FormState, 'faults' | 'reason'> {
  if (code === 'invalid_card_number') return { faults: { number: 'number_unknown' } };
  if (code === 'expired_card') return { faults: { expiry: 'expiry_refused' } };
  if (code === 'incorrect_cvc') return { faults: { code: 'code_refused' } };
  return { reason: code === 'insufficient_funds' ? 'insufficient_funds' : 'declined' };
}
