import { ErrorSummary, type SummaryError } from '~/ui/error-summary';
import { cardFields } from './card-check';
import { useReading } from './reading';
import type { FormState } from './form-state';

/** `texts` belong to no field; `title` is what they come to, where they are not about fields alone. */
type Told = Pick<FormState, 'faults' | 'declined'> & { title?: string; texts: (string | undefined)[] };

/** Stands above a card form after a try that did not work: whether money moved, and what to put right. */
export function Problems({ faults = {}, declined, title, texts }: Told) {
  const { words } = useReading();
  const errors: SummaryError[] = cardFields.flatMap((name) =>
    faults[name] ? [{ fieldId: name, message: words.faults[faults[name]] }] : [],
  );
  for (const message of [...texts, declined && words.triesLeft(declined.triesLeft)])
    if (message) errors.push({ message });
  return <ErrorSummary title={title ?? words.problem} errors={errors} />;
}
