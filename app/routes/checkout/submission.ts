import type { Submission } from '~/payments/shield';

/** What a card form brings beside the card. What was not drawn by us counts as a form of long ago: it pays nothing. */
export function readSubmission(form: FormData, { clientAddress }: { clientAddress: string }): Submission {
  const attempts = String(form.get('attempts'));
  return {
    attempts: /^\d{1,4}$/.test(attempts) ? Number(attempts) : -1,
    address: clientAddress,
    proof: { ticket: String(form.get('ticket')), nonce: String(form.get('nonce')) },
  };
}
