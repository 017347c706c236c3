import { containsCardNumber } from '~/platform/cards/card-numbers';

export type ReasonProblem = 'missing' | 'too_long' | 'control_character' | 'card_number';

export const maximumReasonLength = 255;

/**
 * A person's reason for an operation, in the API's format: one line that is stored and shown, so it can't
 * contain a card number (threat T15).
 */
export function parseReason(
  input: string,
  { required }: { required: boolean },
): { reason: string | undefined } | ReasonProblem {
  const text = input.trim();
  if (!text) return required ? 'missing' : { reason: undefined };
  if (text.length > maximumReasonLength) return 'too_long';
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)) return 'control_character';
  return containsCardNumber(text) ? 'card_number' : { reason: text };
}
