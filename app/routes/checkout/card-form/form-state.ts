import type { CardErrors } from './form-fields';
import type { RetainedCardInput } from './card-input';
import type { CheckoutMessages } from '../messages/messages';

/** The value of the option "Use another card", in place of a token. */
export const newCardChoice = 'new';

/** Whether the script says so. */
export const readCleared = (flags: URLSearchParams): Pick<FormState, 'wasCardCleared'> =>
  flags.has('cleared') ? { wasCardCleared: true } : {};

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
  /** The saved card that was declined isn't offered anymore. */
  isDeclinedCardRemoved?: true;
  /** The payer entered a card and chose another language. */
  wasCardCleared?: true;
  /** The payer has just removed a saved card. */
  wasCardRemoved?: true;
};
