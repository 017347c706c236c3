import { createHash, randomUUID } from 'node:crypto';
import { deriveKey, deriveKeys, isSameSecret, hmacDigest } from '~/platform/secrets/secrets.server';

// A browser proves with a moment of computing that it opened a payment form. Unlike a CAPTCHA, this asks
// nothing of people and needs no third-party server. Many attempts at once cost as many moments.

/** The form that the proof belongs to. A form is tried only once, so a used proof is worthless. */
type Form = { intentId: string; formId: string };

/**
 * The challenge in a form: the form's ID, and a task for the browser to find a `nonce` for which SHA-256 of
 * `ticket:nonce` begins with this many zero bits.
 */
export type Puzzle = { formId: string; ticket: string; bits: number };

/**
 * 33,000 hashes on average: a fifth of a second on a desktop and under a second on a phone, while the payer
 * types.
 */
const bits = 15;

const purpose = 'proof-of-work';

export function createPuzzle(intentId: string): Puzzle {
  const formId = randomUUID();
  return { formId, ticket: ticketOf({ intentId, formId }, deriveKey(purpose)), bits };
}

/** Whether the proof was computed for exactly this form. */
export function isProofValid(form: Form, { ticket, nonce }: { ticket: string; nonce: string }): boolean {
  if (
    !deriveKeys(purpose).some((key) => isSameSecret(ticket, ticketOf(form, key))) ||
    !/^\d{1,12}$/.test(nonce)
  )
    return false;
  return Math.clz32(createHash('sha256').update(`${ticket}:${nonce}`).digest().readUInt32BE()) >= bits;
}

function ticketOf({ intentId, formId }: Form, key: Buffer): string {
  return hmacDigest(key, `${intentId} ${formId}`).slice(0, 32);
}
