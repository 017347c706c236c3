import type { FormSubmission } from '~/payments/card-testing/protection';

/** What a card form sends besides the card. Null for a form that isn't ours, which pays nothing. */
export function parseSubmission(
  form: FormData,
  { clientAddress }: { clientAddress: string },
): FormSubmission | null {
  const formId = String(form.get('form_id'));
  if (!/^[0-9a-f-]{36}$/.test(formId)) return null;
  return {
    formId,
    address: clientAddress,
    proof: { ticket: String(form.get('ticket')), nonce: String(form.get('nonce')) },
  };
}
