import { ErrorSummary, type SummaryError } from '~/ui/forms/error-summary';
import { createAddressErrors } from '../messages/address-errors';
import { getErrorText } from './error-text';
import { listCardErrors } from './form-fields';
import { usePageLocale } from '../page-locale';
import type { FormState } from './form-state';

/** `texts` belong to no field. `title` summarizes them, if they aren't only about fields. */
type CardFormErrorsProps = Pick<FormState, 'cardErrors' | 'declined'> & {
  title?: string;
  generalErrors: (string | undefined)[];
  /** Of the billing address, whose parts it has names for. */
  country?: string;
  /** Whether the form has lost the card number and the security code, which it never contains again. */
  hasLostCard?: boolean;
};

/** Above a card form after a failed attempt: whether money moved, and what to correct. */
export function CardFormErrors({
  cardErrors = {},
  declined,
  title,
  generalErrors,
  country,
  hasLostCard,
}: CardFormErrorsProps) {
  const { messages, language } = usePageLocale();
  const texts = { ...messages, addressErrors: createAddressErrors(language) };
  const errors: SummaryError[] = listCardErrors(cardErrors).map(([fieldId, error]) => ({
    fieldId,
    message: getErrorText(texts, fieldId, error, country),
  }));
  const wasEmpty = cardErrors.number === 'number_missing' && cardErrors.code === 'code_missing';
  const enterAgain = hasLostCard && errors.length > 0 && !wasEmpty && messages.enterAgain;
  for (const message of [
    ...generalErrors,
    declined && messages.attemptsLeft(declined.attemptsLeft),
    enterAgain,
  ])
    if (message) errors.push({ message });
  return <ErrorSummary title={title ?? messages.problem} errors={errors} />;
}
