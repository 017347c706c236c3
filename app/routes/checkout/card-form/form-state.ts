import { type CardErrors } from './form-fields';
import type { RetainedCardInput } from './card-input';
import type { CheckoutMessages } from '../messages/messages';

export type FormState = {
  retained?: RetainedCardInput;
  cardErrors?: CardErrors;
  /** An error without a field. */
  reason?: keyof CheckoutMessages['reasons'];
  declined?: { attemptsLeft: number };
};
