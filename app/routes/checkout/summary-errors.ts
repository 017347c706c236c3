import type { SummaryError } from '~/ui/error-summary';
import { cardFields } from './card-fields';
import type { FormState } from './shown';

/** What stands above the form after a try that did not work: that no money moved, and what to put right. */
export function summaryErrors({ errors = {}, text, declined, unavailable }: FormState): { title: string; errors: SummaryError[] } {
  const ofFields = cardFields.flatMap(({ name }) => (errors[name] ? [{ fieldId: name, message: errors[name] }] : []));
  if (unavailable)
    return { title: 'No money was taken', errors: [{ message: 'This shop cannot take card payments at the moment. Try again later.' }] };
  const words = text ? [{ message: text }] : [];
  if (!declined) return { title: 'There is a problem', errors: [...ofFields, ...words] };
  const left = declined.triesLeft === 1 ? 'You can try once more.' : `You can try ${declined.triesLeft} more times.`;
  return {
    title: 'The payment was declined. No money was taken',
    errors: [...ofFields, ...words, { message: left }],
  };
}
