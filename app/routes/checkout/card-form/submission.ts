import type { FormSubmission } from '~/payments/card-testing/protection';

/** What a card form brings beside the card; null for one that no page of ours has drawn, which pays nothing. */
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
