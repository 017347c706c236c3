import { prisma } from '~/platform/db.server';
import { addressBlock } from './address-block';
import { endHalfLogin, type HalfLogin } from './half-login';
import { finishLogin, recordStaffRefusal } from './login';
import { findKnownDevice } from './known-device';
import { recordOwnAction } from './own-actions';
import {
  requestPasskey,
  verifyAssertion,
  type Assertion,
  type PasskeyRequest,
  type SentAssertion,
} from './passkey-assertions';
import type { Area } from './session-store';
import { findStaffRole } from './staff';
import { forgetTries, giveTryBack, takeTry } from './throttles';

export type PasskeyRefusal = { error: 'invalid_passkey' } | { error: 'too_many_tries'; waitSeconds: number };

/** Asks whoever comes for a passkey of the area's address: the same for all, so it tells of nobody whether they have one (threat T7). */
export function requestLogin(area: Area): Promise<PasskeyRequest> {
  return requestPasskey({ kind: 'log_in', area });
}

/**
 * Logs in by a passkey alone: it is something one has, and was unlocked by something one is or knows. Counted by address, not by
 * account: a signature cannot be guessed, and a stranger's tries at the password do not lock its owner out. @returns the Set-Cookie headers
 */
export async function logInWithPasskey(
  request: Request,
  { area, address, ...sent }: SentAssertion & { area: Area; address: string },
): Promise<{ cookies: string[] } | PasskeyRefusal> {
  const block = addressBlock(address);
  const waitSeconds = await takeTry('login_address', block);
  if (waitSeconds) return { error: 'too_many_tries', waitSeconds };
  const shown = await verifyAssertion({ kind: 'log_in', area }, sent);
  const isExpected =
    area === 'portal' || (shown.userId !== null && (await findStaffRole(shown.userId)) !== null);
  if (shown.verdict !== 'verified' || !isExpected) {
    await recordRefusal(area, isExpected ? shown : { ...shown, userId: null }, address);
    return { error: 'invalid_passkey' };
  }
  await giveTryBack('login_address', block);
  const user = await prisma.user.findUniqueOrThrow({
    where: { id: shown.userId },
    select: { id: true, email: true },
  });
  const cookies = await finishLogin(request, { user, area, passkeyId: shown.passkeyId }, address, 'passkey');
  return cookies ? { cookies: [...cookies, endHalfLogin(area)] } : { error: 'invalid_passkey' };
}

/** Asks somebody whose password was right for one of their passkeys; null when they have none that works in the area. */
export function requestSecondStep({ area, user }: HalfLogin): Promise<PasskeyRequest | null> {
  return requestPasskey({ kind: 'second_step', area, userId: user.id });
}

/** The second step by a passkey in place of a code, counted as codes are. @returns the Set-Cookie headers */
export async function passSecondStep(
  request: Request,
  { area, user, password }: HalfLogin,
  { address, ...sent }: SentAssertion & { address: string },
): Promise<{ cookies: string[] } | PasskeyRefusal> {
  const countedAs = (await findKnownDevice(request, user.email)) ?? user.id;
  const waitSeconds = await takeTry('second_factor', countedAs);
  if (waitSeconds) return { error: 'too_many_tries', waitSeconds };
  const shown = await verifyAssertion({ kind: 'second_step', area, userId: user.id }, sent);
  if (shown.verdict !== 'verified') {
    await recordRefusal(area, { ...shown, userId: user.id }, address);
    return { error: 'invalid_passkey' };
  }
  await forgetTries('second_factor', countedAs);
  const cookies = await finishLogin(
    request,
    { user, area, password, passkeyId: shown.passkeyId },
    address,
    'passkey',
  );
  return cookies ? { cookies: [...cookies, endHalfLogin(area)] } : { error: 'invalid_passkey' };
}

/** Of merchants' people only what is about somebody: the log of an account is no place for strangers. */
async function recordRefusal(
  area: Area,
  { verdict, userId }: { verdict: Assertion['verdict']; userId: string | null },
  address: string,
): Promise<void> {
  if (area === 'staff')
    await recordStaffRefusal(
      userId ?? undefined,
      verdict === 'copied' ? 'copied_passkey' : 'passkey',
      address,
    );
  else if (userId)
    await recordOwnAction(prisma, {
      userId,
      actor: `portal:${userId}`,
      action: 'passkey_refused',
      address,
      ...(verdict === 'copied' && { details: { reason: 'copied' } }),
    });
}
