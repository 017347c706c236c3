import { prisma } from '~/platform/database/db.server';
import { endPendingLogin, type PendingLogin } from '~/identity/login/pending-login';
import { completeLogin, recordStaffLoginRejection } from '~/identity/login/login';
import { findKnownDevice } from '~/identity/login/known-device';
import { recordUserAudit } from '~/identity/users/user-audit';
import {
  requestPasskeyAssertion,
  verifyPasskeyAssertion,
  type AssertionResult,
  type PasskeyRequest,
  type PasskeyResponse,
} from './passkey-assertions';
import type { Area } from '~/identity/sessions/session-store';
import { findStaffAccess } from '~/identity/staff/staff';
import {
  listAddressLimits,
  resetAttempts,
  takeAttempt,
  takeReleasableAttempts,
} from '~/identity/login/lockout';

export type PasskeyRejection =
  | { error: 'invalid_passkey' }
  | { error: 'on_leave'; until: string }
  | { error: 'too_many_attempts'; waitSeconds: number };

/**
 * Requests a passkey for the area's host from any visitor. It's the same for everyone, so it doesn't reveal
 * who has one (threat T7).
 */
export function requestPasskeyLogin(area: Area): Promise<PasskeyRequest> {
  return requestPasskeyAssertion({ kind: 'log_in', area });
}

/**
 * Logs in with a passkey alone: a device that its owner unlocks is two factors. Limited by address, not by
 * account, because a signature can't be guessed and strangers' password attempts must not lock out the owner.
 * @returns the Set-Cookie headers
 */
export async function logInWithPasskey(
  request: Request,
  { area, address, ...passkeyResponse }: PasskeyResponse & { area: Area; address: string },
): Promise<{ cookies: string[] } | PasskeyRejection> {
  const { waitSeconds, release } = await takeReleasableAttempts(listAddressLimits('login', address));
  if (waitSeconds) return { error: 'too_many_attempts', waitSeconds };
  const assertion = await verifyPasskeyAssertion({ kind: 'log_in', area }, passkeyResponse);
  const staffAccess =
    area === 'staff' && assertion.userId !== null ? await findStaffAccess(assertion.userId) : null;
  const isAllowedInArea = area === 'portal' || staffAccess !== null;
  if (assertion.outcome !== 'verified' || !isAllowedInArea) {
    await recordPasskeyRejection(area, isAllowedInArea ? assertion : { ...assertion, userId: null }, address);
    return { error: 'invalid_passkey' };
  }
  await release();
  if (staffAccess?.onLeaveUntil) {
    await recordStaffLoginRejection(assertion.userId, 'on_leave', address);
    return { error: 'on_leave', until: staffAccess.onLeaveUntil };
  }
  const user = await prisma.user.findUniqueOrThrow({
    where: { id: assertion.userId },
    select: { id: true, email: true },
  });
  return startPasskeySession(request, { user, area, passkeyId: assertion.passkeyId }, address);
}

/** Requests one of a person's passkeys after a correct password. Null when none works in this area. */
export function requestPasskeySecondFactor({ area, user }: PendingLogin): Promise<PasskeyRequest | null> {
  return requestPasskeyAssertion({ kind: 'second_step', area, userId: user.id });
}

/**
 * The second step with a passkey instead of a code, counted like codes.
 * @returns the Set-Cookie headers
 */
export async function completeLoginWithPasskey(
  request: Request,
  { area, user, password }: PendingLogin,
  { address, ...passkeyResponse }: PasskeyResponse & { address: string },
): Promise<{ cookies: string[] } | PasskeyRejection> {
  const attemptKey = (await findKnownDevice(request, user.email)) ?? user.id;
  const waitSeconds = await takeAttempt('second_factor', attemptKey);
  if (waitSeconds) return { error: 'too_many_attempts', waitSeconds };
  const assertion = await verifyPasskeyAssertion(
    { kind: 'second_step', area, userId: user.id },
    passkeyResponse,
  );
  if (assertion.outcome !== 'verified') {
    await recordPasskeyRejection(area, { ...assertion, userId: user.id }, address);
    return { error: 'invalid_passkey' };
  }
  await resetAttempts('second_factor', attemptKey);
  return startPasskeySession(request, { user, area, password, passkeyId: assertion.passkeyId }, address);
}

/** Starts the session, unless the credentials have changed since they were checked. */
async function startPasskeySession(
  request: Request,
  login: Parameters<typeof completeLogin>[1],
  address: string,
): Promise<{ cookies: string[] } | PasskeyRejection> {
  const cookies = await completeLogin(request, login, address, 'passkey');
  return cookies ? { cookies: [...cookies, endPendingLogin(login.area)] } : { error: 'invalid_passkey' };
}

/**
 * For merchants, only attempts of a known person are audited. An account's log isn't a place for strangers.
 */
async function recordPasskeyRejection(
  area: Area,
  { outcome, userId }: { outcome: AssertionResult['outcome']; userId: string | null },
  address: string,
): Promise<void> {
  if (area === 'staff')
    await recordStaffLoginRejection(
      userId ?? undefined,
      outcome === 'copied' ? 'copied_passkey' : 'passkey',
      address,
    );
  else if (userId)
    await recordUserAudit(prisma, {
      userId,
      actor: `portal:${userId}`,
      action: 'passkey_login_failed',
      address,
      ...(outcome === 'copied' && { details: { reason: 'copied' } }),
    });
}
