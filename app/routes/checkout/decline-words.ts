import type { CardErrors } from './card-input';

/** What the payer is told of a decline: what they can put right, and nothing more (decisions: Test environment). */
export function declineWords(code: string): { errors: CardErrors; text?: string } {
  if (code === 'invalid_card_number') return { errors: { number: 'Your bank does not know this card number. Check it' } };
  if (code === 'expired_card') return { errors: { expiry: 'Your bank says this card has expired. Check the date or use another card' } };
  if (code === 'incorrect_cvc') return { errors: { code: 'The security code does not match. Check it on your card' } };
  if (code === 'insufficient_funds') return { errors: {}, text: 'There is not enough money on this card. Try another one.' };
  return { errors: {}, text: 'Your bank declined this card. Try another one, or ask your bank.' };
}
