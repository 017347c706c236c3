import type { Card } from '~/acquirers/acquirer';
import type { Environment } from '~/platform/environment';
import { log } from '~/platform/observability/log';
import { recordBlockedAttempt } from './blocked-attempts';
import { countAttempt, uncountAttempt, type ProtectionRefusal } from './attempt-limits';
import { isProofValid } from './proof-of-work';

/** What a form brings from the internet. `formId` is the name it was drawn with, `address` where its browser is, `proof` what that computed. */
export type FormSubmission = { formId: string; address: string; proof: { ticket: string; nonce: string } };

/**
 * Lets a hosted page try a card, to pay with it or to keep it, unless it looks like card testing (threat T27). Either way a
 * thief would learn whether the card is good.
 */
export async function attemptWithProtection<R extends { kind: string; duplicate?: true }>(
  intent: { id: string; accountId: string; environment: Environment },
  card: Card,
  { formId, address, proof }: FormSubmission,
  sendCard: () => Promise<R>,
): Promise<R | { kind: ProtectionRefusal }> {
  const { id: intentId, accountId, environment } = intent;
  const attempt = { accountId, environment, address, pan: card.pan };
  // What became of a card is known by then: a counter that fails must not hide it.
  const uncount = () =>
    uncountAttempt(attempt).catch((error: unknown) => log.error('canceling a counted attempt', error));
  const refusal = await countAttempt(attempt, isProofValid({ intentId, formId }, proof));
  if (refusal) {
    // A card that no bank was asked about is no worse for it.
    if (refusal === 'proof_needed') await uncount();
    await recordBlockedAttempt({ accountId, environment });
    return { kind: refusal };
  }
  const result = await sendCard().catch(async (error: unknown) => {
    await uncount();
    throw error;
  });
  if (result.kind !== 'declined' || result.duplicate) await uncount();
  return result;
}
