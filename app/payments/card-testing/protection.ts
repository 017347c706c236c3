import type { Card } from '~/acquirers/acquirer';
import type { Environment } from '~/platform/environment';
import { log } from '~/platform/observability/log';
import { recordBlockedAttempt } from './blocked-attempts';
import { countAttempt, uncountAttempt, type ProtectionRejection } from './attempt-limits';
import { isProofValid } from './proof-of-work';

/**
 * What a browser sends with a form. `formId`: the form's ID. `address`: the browser's IP address. `proof`:
 * its proof of work.
 */
export type FormSubmission = { formId: string; address: string; proof: { ticket: string; nonce: string } };

/**
 * Lets a hosted page try a card, to pay with it or to save it, unless the attempt looks like card testing
 * (threat T27). Both would tell a thief whether the card is valid.
 */
export async function attemptWithProtection<R extends { kind: string; duplicate?: true }>(
  intent: { id: string; accountId: string; environment: Environment },
  card: Card,
  { formId, address, proof }: FormSubmission,
  sendCard: () => Promise<R>,
): Promise<R | { kind: ProtectionRejection }> {
  const { id: intentId, accountId, environment } = intent;
  const attempt = { accountId, environment, address, pan: card.pan };
  // The outcome is already known, so a failing counter must not hide it.
  const uncount = () =>
    uncountAttempt(attempt).catch((error: unknown) => log.error('canceling a counted attempt', error));
  const rejection = await countAttempt(attempt, isProofValid({ intentId, formId }, proof));
  if (rejection) {
    // No bank was asked about the card, so the attempt doesn't count against it.
    if (rejection === 'proof_needed') await uncount();
    await recordBlockedAttempt({ accountId, environment });
    return { kind: rejection };
  }
  const result = await sendCard().catch(async (error: unknown) => {
    await uncount();
    throw error;
  });
  if (result.kind !== 'declined' || result.duplicate) await uncount();
  return result;
}
