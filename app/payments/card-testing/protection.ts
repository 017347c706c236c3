import type { Card } from '~/acquirers/acquirer';
import type { Environment } from '~/platform/environment';
import { log } from '~/platform/observability/log';
import { recordBlockedAttempt } from './blocked-attempts';
import { countAttempt, type ProtectionRejection } from './attempt-limits';
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
  const counted = await countAttempt(attempt, isProofValid({ intentId, formId }, proof));
  // The outcome is already known, so a failing counter must not hide it.
  const uncount = () =>
    counted.uncount().catch((error: unknown) => log.error('canceling a counted attempt', error));
  if (counted.rejection) {
    // No bank was asked about the card, so the attempt doesn't count against it.
    await uncount();
    await recordBlockedAttempt({ accountId, environment });
    return { kind: counted.rejection };
  }
  const result = await sendCard().catch(async (error: unknown) => {
    await uncount();
    throw error;
  });
  if (result.kind !== 'declined' || result.duplicate) await uncount();
  return result;
}
