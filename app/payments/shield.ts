import type { Card } from '~/acquirers/acquirer';
import type { Environment } from '~/platform/environment';
import { log } from '~/platform/observability/log';
import { noteBlockedAttempt } from './blocked-attempts';
import { countTry, forgive, type ShieldRefusal } from './card-testing';
import { isProven } from './proof-of-work';

/** What a form brings from the internet. `formId` is the name it was drawn with, `address` where its browser is, `proof` what that computed. */
export type Submission = { formId: string; address: string; proof: { ticket: string; nonce: string } };

/**
 * Lets a hosted page try a card, to pay with it or to keep it, unless it looks like card testing (threat T27). Either way a
 * thief would learn whether the card is good.
 */
export async function tryShielded<R extends { kind: string; twin?: true }>(
  intent: { id: string; accountId: string; environment: Environment },
  card: Card,
  { formId, address, proof }: Submission,
  tryCard: () => Promise<R>,
): Promise<R | { kind: ShieldRefusal }> {
  const { id: intentId, accountId, environment } = intent;
  const tried = { accountId, environment, address, pan: card.pan };
  // What became of a card is known by then: a counter that fails must not hide it.
  const takeBack = () =>
    forgive(tried).catch((error: unknown) => log.error('taking back a counted try', error));
  const refusal = await countTry(tried, isProven({ intentId, formId }, proof));
  if (refusal) {
    // A card that no bank was asked about is no worse for it.
    if (refusal === 'proof_needed') await takeBack();
    await noteBlockedAttempt({ accountId, environment });
    return { kind: refusal };
  }
  const result = await tryCard().catch(async (error: unknown) => {
    await takeBack();
    throw error;
  });
  if (result.kind !== 'declined' || result.twin) await takeBack();
  return result;
}
