import { createHash, randomUUID } from 'node:crypto';
import { deriveKey, deriveKeys, isSameSecret, hmacDigest } from '~/platform/secrets/secrets.server';

// A browser proves with a moment of computing that a payment form was opened in it. Unlike pictures to be distinguished it asks
// nothing of people, and nothing of other companies' servers. Many tries at once cost as many moments.

/** The form it belongs to. A used one is worth nothing, for no form is tried twice. */
type Form = { intentId: string; formId: string };

/** What goes into a form: the name of this drawing of it, and what a browser is asked for, a `nonce` with which SHA-256 of `ticket:nonce` begins with this many zero bits. */
export type Puzzle = { formId: string; ticket: string; bits: number };

/** 33,000 hashes on average: a fifth of a second on a desk, under a second on a phone, while somebody types. */
const bits = 15;

const purpose = 'proof-of-work';

export function createPuzzle(intentId: string): Puzzle {
  const formId = randomUUID();
  return { formId, ticket: ticketOf({ intentId, formId }, deriveKey(purpose)), bits };
}

/** Whether somebody did the work for this very form. */
export function isProofValid(form: Form, { ticket, nonce }: { ticket: string; nonce: string }): boolean {
  if (
    !deriveKeys(purpose).some((key) => isSameSecret(ticket, ticketOf(form, key))) ||
    !/^\d{1,12}$/.test(nonce)
  )
    return false;
  return leadingZeroBits(createHash('sha256').update(`${ticket}:${nonce}`).digest()) >= bits;
}

function ticketOf({ intentId, formId }: Form, key: Buffer): string {
  return hmacDigest(key, `${intentId} ${formId}`).slice(0, 32);
}

function leadingZeroBits(digest: Buffer): number {
  const first = digest.readUInt32BE(0);
  return first === 0 ? 32 : Math.clz32(first);
}
