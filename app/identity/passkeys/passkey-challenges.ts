import { z } from 'zod';
import { prisma } from '~/platform/database/db.server';
import { digest, randomToken, seal, unseal } from '~/platform/secrets/secrets.server';
import type { Area } from '~/identity/sessions/session-store';

/** Time to find the right device. */
const ticketLifetimeSeconds = 600;

/**
 * What a passkey is asked for, in which area, and of whom: to log in, of anyone who comes; as the second step of a login; to be added by
 * somebody, or to confirm that they are still the one. An answer to one is none to another.
 */
export type ChallengePurpose = `log_in/${Area}` | `${'second_step' | 'add' | 'confirm'}/${Area}/${string}`;

/** `until` in milliseconds. */
const ticketSchema = z.object({ challenge: z.string(), until: z.number() });

/**
 * Makes a challenge of 256 random bits. It stands in no table while it waits, since anyone who looks at a login page gets one: the page keeps
 * it as a sealed ticket, which comes back beside the answer.
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

/** The challenge of a ticket, of many times at once or in turn and in all processes the first time only; null otherwise, and when it is over or for something else. */
export async function redeemChallenge(purpose: ChallengePurpose, ticket: string): Promise<string | null> {
  const ticketText = ticket.length <= 1000 ? unseal(toSealingPurpose(purpose), ticket) : null;
  if (!ticketText) return null;
  const { challenge, until } = ticketSchema.parse(JSON.parse(ticketText));
  if (until <= Date.now()) return null;
  // Kept longer than any ticket is good for, however the clocks of the processes differ.
  const insertedCount = await prisma.$executeRaw`
    insert into used_challenges (id, expires_at) values (${digest(challenge)}, now() + make_interval(secs => ${ticketLifetimeSeconds * 6})) on conflict do nothing`;
  return insertedCount === 1 ? challenge : null;
}

/** Removes what no ticket is good for any more. Called by a timer. */
export async function deleteUsedChallenges(): Promise<void> {
  await prisma.$executeRaw`delete from used_challenges where expires_at <= now()`;
}

function toSealingPurpose(purpose: ChallengePurpose): string {
  return `passkey-challenge/${purpose}`;
}
