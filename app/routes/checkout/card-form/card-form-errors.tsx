import { ErrorSummary, type SummaryError } from '~/ui/forms/error-summary';
import { cardFields } from './card-validation';
import { usePageLocale } from '../page-locale';
import type { FormState } from './form-state';

/** `texts` belong to no field; `title` is what they come to, where they are not about fields alone. */
type CardFormErrorsProps = Pick<FormState, 'cardErrors' | 'declined'> & {
  title?: string;
  generalErrors: (string | undefined)[];
};

/** Stands above a card form after a try that did not work: whether money moved, and what to put right. */
export function CardFormErrors({ cardErrors = {}, declined, title, generalErrors }: CardFormErrorsProps) {
  const { messages } = usePageLocale();
  const errors: SummaryError[] = cardFields.flatMap((name) =>
    cardErrors[name] ? [{ fieldId: name, message: messages.cardErrors[cardErrors[name]] }] : [],
  );
  for (const message of [...generalErrors, declined && messages.attemptsLeft(declined.attemptsLeft)])
    if (message) errors.push({ message });
  return <ErrorSummary title={title ?? messages.problem} errors={errors} />;
}
