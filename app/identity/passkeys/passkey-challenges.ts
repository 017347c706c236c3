import { z } from 'zod';
import { prisma } from '~/platform/database/db.server';
import { digest, randomToken, seal, unseal } from '~/platform/secrets/secrets.server';
import type { Area } from '~/identity/sessions/session-store';

/** Enough time to find the right device. */
const ticketLifetimeSeconds = 600;

/**
 * The purpose, area, and person of a challenge: a login by anyone, the second step of a login, adding a
 * passkey, or a step-up confirmation. A response for one purpose isn't valid for another.
 */
export type ChallengePurpose = `log_in/${Area}` | `${'second_step' | 'add' | 'confirm'}/${Area}/${string}`;

/** `until` in milliseconds. */
const ticketSchema = z.object({ challenge: z.string(), until: z.number() });

/**
 * Creates a challenge of 256 random bits. It isn't stored in a table, because every visitor of a login page
 * gets one. The page keeps it in an encrypted ticket, which is returned with the response.
 */
export function createChallenge(purpose: ChallengePurpose): { challenge: string; ticket: string } {
  const challenge = randomToken();
  return {
    challenge,
    ticket: seal(
      toSealingPurpose(purpose),
      JSON.stringify({ challenge, until: Date.now() + ticketLifetimeSeconds * 1000 }),
    ),
  };
}

/**
 * The challenge of a ticket, once across all processes. Null for later uses, when expired, or for another
 * purpose.
 */
export async function redeemChallenge(purpose: ChallengePurpose, ticket: string): Promise<string | null> {
  const ticketText = ticket.length <= 1000 ? unseal(toSealingPurpose(purpose), ticket) : null;
  if (!ticketText) return null;
  const { challenge, until } = ticketSchema.parse(JSON.parse(ticketText));
  if (until <= Date.now()) return null;
  // Kept longer than any ticket is valid, regardless of clock differences between processes.
  const insertedCount = await prisma.$executeRaw`
    insert into used_challenges (id, expires_at) values (${digest(challenge)}, now() + make_interval(secs => ${ticketLifetimeSeconds * 6})) on conflict do nothing`;
  return insertedCount === 1 ? challenge : null;
}

/** Deletes entries whose tickets have expired. Called by a timer. */
export async function deleteUsedChallenges(): Promise<void> {
  await prisma.$executeRaw`delete from used_challenges where expires_at <= now()`;
}

function toSealingPurpose(purpose: ChallengePurpose): string {
  return `passkey-challenge/${purpose}`;
}
