import { prisma } from '~/platform/database/db.server';
import { findKnownDevice } from '~/identity/login/known-device';
import { recordUserAudit } from '~/identity/users/user-audit';
import type { PasskeyResponse } from '~/identity/passkeys/passkey-assertions';
import { confirmWithPasskey } from '~/identity/passkeys/passkey-confirmation';
import { verifyPassword } from '~/identity/passwords/passwords';
import { confirmSecondFactor, findSecondFactor, toCodeKind, type CodeRejection } from './second-factor';
import type { Area, Confirmation, ConfirmationMethod } from '~/identity/sessions/session-store';
import { confirmSession } from '~/identity/sessions/sessions';
import { resetAttempts, takeAttempt } from '~/identity/login/lockout';

/** How long a confirmation lasts. */
const confirmationMaxAgeSeconds = 600;

/** Whether a person has confirmed their identity in the last 10 minutes, with their strongest method. */
export async function isConfirmed(userId: string, confirmation: Confirmation): Promise<boolean> {
  return (
    confirmation.confirmedSecondsAgo < confirmationMaxAgeSeconds &&
    (isSecondFactorConfirmation(confirmation) || !(await findSecondFactor(userId)))
  );
}

/** Whether it was in the last 10 minutes, and with a second factor. */
export function isConfirmedBySecondFactor(confirmation: Confirmation): boolean {
  return (
    confirmation.confirmedSecondsAgo < confirmationMaxAgeSeconds && isSecondFactorConfirmation(confirmation)
  );
}

/** A person's confirmation: their second factor if they have one, or a recovery code, else the password. */
export type ConfirmationProof = { passkey: PasskeyResponse } | { code: string } | { password: string };

type ConfirmingUser = { userId: string; email: string; area: Area; address?: string };

/**
 * Confirms the identity of a logged-in person. Attempts are counted before they're checked (threat T8), and
 * audited.
 * @returns the Set-Cookie header of the session's new token (threat T6); `session_ended` when it has ended in
 * the meantime
 */
export async function confirmIdentity(
  request: Request,
  confirmingUser: ConfirmingUser,
  proof: ConfirmationProof,
): Promise<{ cookie: string } | 'wrong_password' | 'wrong_passkey' | 'session_ended' | CodeRejection> {
  const { userId, email, area, address } = confirmingUser;
  const method = toConfirmationMethod(proof);
  const attemptKey = (await findKnownDevice(request, email)) ?? userId;
  const outcome =
    'passkey' in proof
      ? await confirmWithPasskey(confirmingUser, proof.passkey, attemptKey)
      : 'code' in proof
        ? await confirmSecondFactor(userId, proof.code, attemptKey)
        : await confirmPassword(userId, proof.password);
  const auditEntry = { userId, actor: `${area}:${userId}`, address } as const;
  if (outcome !== 'confirmed') {
    await recordUserAudit(prisma, { ...auditEntry, action: 'confirmation_failed', details: { way: method } });
    return outcome;
  }
  return recordConfirmation(request, confirmingUser, method);
}

/** Stores a confirmation in the session and gives it a new token. */
async function recordConfirmation(
  request: Request,
  { userId, area, address }: Omit<ConfirmingUser, 'email'>,
  confirmedWith: ConfirmationMethod,
): Promise<{ cookie: string } | 'session_ended'> {
  const cookie = await confirmSession(request, area, confirmedWith);
  if (!cookie) return 'session_ended';
  await recordUserAudit(prisma, {
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
  const wait = await takeAttempt('confirm_password', userId);
  if (wait) return { wait };
  const { passwordHash } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true },
  });
  if (!(await verifyPassword(passwordHash, password))) return 'wrong_password';
  await resetAttempts('confirm_password', userId);
  return 'confirmed';
}

function toConfirmationMethod(proof: ConfirmationProof): ConfirmationMethod {
  return 'passkey' in proof ? 'passkey' : 'code' in proof ? toCodeKind(proof.code) : 'password';
}

function isSecondFactorConfirmation({ confirmedWith }: Confirmation): boolean {
  return confirmedWith !== 'password';
}
