// Apart from form-reply, which stays on the server: this goes to the browser with the form.
import type { SummaryError } from '~/ui/forms/error-summary';

/** A form that was not accepted: what was typed, and what is wrong with it by field; the empty name is the whole form. */
export type RejectedForm = {
  input: Record<string, string | undefined>;
  errors: Record<string, string[] | undefined>;
};

/** The errors as the summary wants them, in the order of the fields. */
export function toErrorSummary(
  rejected: RejectedForm | undefined,
  fields: readonly string[],
): SummaryError[] {
  return ['', ...fields].flatMap((field) =>
    (rejected?.errors[field] ?? []).map((message) => ({ message, ...(field && { fieldId: field }) })),
  );
}
