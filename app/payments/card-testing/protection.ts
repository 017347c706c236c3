import type { Card } from '~/acquirers/acquirer';
import type { Environment } from '~/platform/environment';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { uncountInWindows, type CountedWindow } from '~/platform/rate-limits/window-counters';
import { recordBlockedAttempt } from './blocked-attempts';
import { countAttempt, longestWindowSeconds, type ProtectionRejection } from './attempt-limits';
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
  const settle = async (result: Parameters<typeof counted.settle>[0]) => {
    try {
      const windows = await counted.settle(result);
      if (result === 'challenged') await keepCounted(intentId, windows);
    } catch (error) {
      log.error('canceling a counted attempt', error);
    }
  };
  if (counted.rejection) {
    // No bank was asked about the card, so the attempt doesn't count against it.
    await settle('none');
    await recordBlockedAttempt({ accountId, environment });
    return { kind: counted.rejection };
  }
  const result = await sendCard().catch(async (error: unknown) => {
    await settle('none');
    throw error;
  });
  await settle(toCounted(result));
  return result;
}

/** The second submission of a form gets the result of the first, which is counted already. */
function toCounted({ kind, duplicate }: { kind: string; duplicate?: true }) {
  if (duplicate) return 'none';
  if (kind === 'action_required') return 'challenged';
  return kind === 'declined' ? 'declined' : 'none';
}

/** Remembers what to uncount once the bank approves. An earlier challenge of the intent stays counted. */
async function keepCounted(intentId: string, windows: readonly CountedWindow[]): Promise<void> {
  const kept = JSON.stringify(windows.map(({ key, expire }) => ({ key, expire })));
  await prisma.$executeRaw`
    insert into counted_challenges (intent_id, windows) values (${intentId}, ${kept}::jsonb)
    on conflict (intent_id) do update set windows = excluded.windows, counted_at = now()`;
}

/** Reverts the count of an intent's challenge, after the payer's bank has approved the card. It never fails. */
export async function uncountChallenge(intentId: string): Promise<void> {
  try {
    const [counted] = await prisma.$queryRaw<{ windows: Pick<CountedWindow, 'key' | 'expire'>[] }[]>`
      delete from counted_challenges where intent_id = ${intentId} returning windows`;
    if (counted) await uncountInWindows(counted.windows);
  } catch (error) {
    log.error('canceling a counted attempt', error, { intentId });
  }
}

/** By then, the windows of all counters have ended. Called by a timer. */
export async function deleteOldChallenges(): Promise<void> {
  await prisma.$executeRaw`
    delete from counted_challenges where counted_at < now() - ${longestWindowSeconds} * interval '1 second'`;
}
