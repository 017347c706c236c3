import type { CardErrors } from './form-fields';
import type { RetainedCardInput } from './card-input';
import type { CheckoutMessages } from '../messages/messages';

/** The value of the option "Use another card", in place of a token. */
export const newCardChoice = 'new';

export type FormState = {
  retained?: RetainedCardInput;
  cardErrors?: CardErrors;
  /** An error without a field. */
  reason?: keyof CheckoutMessages['reasons'];
  declined?: { attemptsLeft: number };
  /** The payer came back from their bank to use another card. */
  switched?: { attemptsLeft: number };
  /** The card that was tried: the token of a saved one, or {@link newCardChoice}. */
  choice?: string;
  /** The payer has just removed a saved card. */
  wasCardRemoved?: true;
};
