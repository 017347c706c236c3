import { ErrorSummary, type SummaryError } from '~/ui/error-summary';
import { cardFields } from './card-check';
import { useReading } from './reading';
import type { FormState } from './shown';

/** Stands above the form after a try that did not work: whether money moved, and what to put right. */
export function Problems({ faults = {}, reason, declined }: FormState) {
  const { words } = useReading();
  const errors: SummaryError[] = cardFields.flatMap((name) => (faults[name] ? [{ fieldId: name, message: words.faults[faults[name]] }] : []));
  if (reason) errors.push({ message: words.reasons[reason] });
  if (declined) errors.push({ message: words.triesLeft(declined.triesLeft) });
  return <ErrorSummary title={declined ? words.declined : reason ? words.notTaken : words.problem} errors={errors} />;
}
