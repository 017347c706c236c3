import { prisma } from '~/platform/db.server';
import { findKnownDevice } from './known-device';
import { recordOwnAction } from './own-actions';
import type { SentAssertion } from './passkey-assertions';
import { confirmWithPasskey } from './passkey-confirmation';
import { verifyPassword } from './passwords';
import { confirmSecondFactor, findSecondFactor, kindOfCode, type CodeRefusal } from './second-factor';
import type { Area, Confirmation, ConfirmedWith } from './session-store';
import { confirmSession } from './sessions';
import { forgetTries, takeTry } from './throttles';

/** For so long somebody who has shown who they are is not asked again. */
const freshSeconds = 600;

/** Whether a person has shown who they are in the last 10 minutes, with the strongest that they have. */
export async function isConfirmed(userId: string, confirmation: Confirmation): Promise<boolean> {
  return (
    confirmation.confirmedSecondsAgo < freshSeconds &&
    (isBySecondFactor(confirmation) || !(await findSecondFactor(userId)))
  );
}

/** Whether it was in the last 10 minutes, and with a second factor. */
export function isConfirmedBySecondFactor(confirmation: Confirmation): boolean {
  return confirmation.confirmedSecondsAgo < freshSeconds && isBySecondFactor(confirmation);
}

/** What a person shows: their second factor when they have one, a recovery code standing in for it, else the password. */
export type Proof = { passkey: SentAssertion } | { code: string } | { password: string };

type Person = { userId: string; email: string; area: Area; address?: string };

/**
 * Lets whoever is logged in show once more who they are. Tries are counted before they are looked at (threat T8), and written down.
 * @returns the Set-Cookie header of the session's new token (threat T6); `session_ended` when it has ended meanwhile
 */
export async function confirmPerson(
  request: Request,
  person: Person,
  proof: Proof,
): Promise<{ cookie: string } | 'wrong_password' | 'wrong_passkey' | 'session_ended' | CodeRefusal> {
  const { userId, email, area, address } = person;
  const way = wayOf(proof);
  const countedAs = (await findKnownDevice(request, email)) ?? userId;
  const outcome =
    'passkey' in proof
      ? await confirmWithPasskey(person, proof.passkey, countedAs)
      : 'code' in proof
        ? await confirmSecondFactor(userId, proof.code, countedAs)
        : await confirmPassword(userId, proof.password);
  const note = { userId, actor: `${area}:${userId}`, address } as const;
  if (outcome !== 'confirmed') {
    await recordOwnAction(prisma, { ...note, action: 'confirmation_refused', details: { way } });
    return outcome;
  }
  return recordConfirmation(request, person, way);
}

/** For a person who has just shown who they are: the session knows it from now on, under a new token. */
async function recordConfirmation(
  request: Request,
  { userId, area, address }: Omit<Person, 'email'>,
  confirmedWith: ConfirmedWith,
): Promise<{ cookie: string } | 'session_ended'> {
  const cookie = await confirmSession(request, area, confirmedWith);
  if (!cookie) return 'session_ended';
  await recordOwnAction(prisma, {
    userId,
    actor: `${area}:${userId}`,
    address,
    action: 'identity_confirmed',
    details: { way: confirmedWith },
  });
  return { cookie };
}

async function confirmPassword(
  userId: string,
  password: string,
): Promise<'confirmed' | 'wrong_password' | { wait: number }> {
  const wait = await takeTry('confirm_password', userId);
  if (wait) return { wait };
  const { passwordHash } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true },
  });
  if (!(await verifyPassword(passwordHash, password))) return 'wrong_password';
  await forgetTries('confirm_password', userId);
  return 'confirmed';
}

function wayOf(proof: Proof): ConfirmedWith {
  return 'passkey' in proof ? 'passkey' : 'code' in proof ? kindOfCode(proof.code) : 'password';
}

function isBySecondFactor({ confirmedWith }: Confirmation): boolean {
  return confirmedWith !== 'password';
}
