// Separate from form-reply, which runs only on the server.
import { useActionData } from '@remix-run/react';
import { useMemo } from 'react';
import type { SummaryError } from '~/ui/forms/error-summary';

/** A rejected form: its input, and the errors by field. The empty name stands for the whole form. */
export type RejectedForm = {
  kind: 'rejected';
  input: Record<string, string | undefined>;
  errors: Record<string, string[] | undefined>;
};

/** The page's form if its action rejected it. */
export function useRejectedForm(): RejectedForm | undefined {
  const reply = useActionData() as { kind?: string } | null | undefined;
  return reply?.kind === 'rejected' ? (reply as RejectedForm) : undefined;
}

/** The errors for the summary above the form, in the order of the fields. */
export function toErrorSummary(
  rejected: RejectedForm | undefined,
  fields: readonly string[],
): SummaryError[] {
  return ['', ...fields].flatMap((field) =>
    (rejected?.errors[field] ?? []).map((message) => ({ message, ...(field && { fieldId: field }) })),
  );
}

/** {@link toErrorSummary}, which stays the same until the form is rejected again: new errors take the focus. */
export function useErrorSummary(
  rejected: RejectedForm | undefined,
  fields: readonly string[],
): SummaryError[] {
  const names = fields.join(' ');
  return useMemo(() => toErrorSummary(rejected, names.split(' ').filter(Boolean)), [rejected, names]);
}
