import { recordAudit } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import { digest, isSameSecret } from '~/platform/secrets/secrets.server';
import { catchHashingBusy, hashingRetryAfterSeconds } from '~/identity/passwords/hashing-queue';
import { startPendingLogin, endPendingLogin, type PendingLogin } from './pending-login';
import { findKnownDevice, rememberDevice } from './known-device';
import { canNotifyNewDevice, notifyNewDevice } from './new-device-notifications';
import { recordUserAudit } from '~/identity/users/user-audit';
import { rehashPassword, verifyPassword } from '~/identity/passwords/passwords';
import {
  confirmSecondFactor,
  findSecondFactor,
  toCodeKind,
  type CodeRejection,
} from '~/identity/second-factor/second-factor';
import {
  createConfirmation,
  type Area,
  type Confirmation,
  type SignInMethod,
} from '~/identity/sessions/session-store';
import { createSession } from '~/identity/sessions/sessions';
import { findStaffAccess } from '~/identity/staff/staff';
import {
  listAddressLimits,
  resetAttempts,
  takeReleasableAttempt,
  takeReleasableAttempts,
  type AttemptLimitName,
} from './lockout';
import { findUserByEmail } from '~/identity/users/users';

type LoginRejection =
  | { error: 'invalid_credentials' }
  | { error: 'on_leave'; until: string }
  | { error: 'too_many_attempts' | 'too_busy'; waitSeconds: number };

/** The step after the password: none, a code, or, for staff without a second factor, setting one up. */
type NextStep = 'none' | 'code' | 'set_up';

type LoginInput = { email: string; password: string; address: string; area?: Area };

/**
 * Checks a person's email address and password. Attempts are counted before hashing, for both areas together,
 * even if the address has no account (threats T7 and T8). Attempts on a known device have their own limit, so
 * that a flood of guesses can't lock out the owner. All others are limited by account, by network, and in
 * total.
 * @returns the Set-Cookie headers. They contain the session cookie only if there is no next step
 */
export async function logIn(
  request: Request,
  { email, password, address, area = 'portal' }: LoginInput,
): Promise<{ cookies: string[]; next: NextStep } | LoginRejection> {
  const device = await findKnownDevice(request, email);
  const ownLimit: [AttemptLimitName, string] = device ? ['login_device', device] : ['login_account', email];
  const sharedAttempt = await takeReleasableAttempts(
    device ? [] : [...listAddressLimits('login', address), ['login_overall', 'everybody']],
  );
  const ownAttempt = sharedAttempt.waitSeconds ? sharedAttempt : await takeReleasableAttempt(...ownLimit);
  if (ownAttempt.waitSeconds) return { error: 'too_many_attempts', waitSeconds: ownAttempt.waitSeconds };

  const user = await findUserByEmail(email);
  const isCorrect = await verifyPassword(user?.passwordHash ?? null, password).catch(catchHashingBusy);
  if (isCorrect === 'busy') {
    // The password wasn't checked, so the attempt doesn't count.
    await sharedAttempt.release();
    await ownAttempt.release();
    return { error: 'too_busy', waitSeconds: hashingRetryAfterSeconds };
  }
  // Read for every address, so that it takes the same time.
  const staffAccess = area === 'staff' ? await findStaffAccess(user?.id ?? '') : null;
  const staffMember = staffAccess ? user : null;
  if (!user || !isCorrect || (area === 'staff' && !staffMember)) {
    if (area === 'staff') await recordStaffLoginRejection(staffMember?.id, 'password', address);
    return { error: 'invalid_credentials' };
  }

  await resetAttempts(...ownLimit);
  await sharedAttempt.release();
  if (staffAccess?.onLeaveUntil) {
    await recordStaffLoginRejection(user.id, 'on_leave', address);
    return { error: 'on_leave', until: staffAccess.onLeaveUntil };
  }
  const passwordHash = await rehashPassword(user, password);
  const next = await startSecondFactorStep(user.id, area, passwordHash);
  if (next) return next;
  const cookies = await completeLogin(request, { user, area, password: digest(passwordHash) }, address);
  return cookies ? { cookies, next: 'none' } : { error: 'invalid_credentials' };
}

/**
 * The next step for a person with a correct password. `passwordHash`: the hash that was checked. Null when no
 * second factor is required.
 */
export async function startSecondFactorStep(
  userId: string,
  area: Area,
  passwordHash?: string,
): Promise<{ cookies: string[]; next: Exclude<NextStep, 'none'> } | null> {
  const next = (await findSecondFactor(userId)) ? 'code' : area === 'staff' ? 'set_up' : null;
  return next && { cookies: [await startPendingLogin(userId, area, passwordHash)], next };
}

/**
 * The second step. An attacker with the password who guesses codes can't lock out the owner's known devices.
 * @returns the Set-Cookie headers; `over` when the password has changed in the meantime
 */
export async function logInWithCode(
  request: Request,
  login: PendingLogin,
  { code, address }: { code: string; address: string },
): Promise<{ cookies: string[] } | CodeRejection | 'over'> {
  const outcome = await confirmSecondFactor(
    login.user.id,
    code,
    (await findKnownDevice(request, login.user.email)) ?? login.user.id,
  );
  if (outcome === 'confirmed') {
    const cookies = await completeLogin(
      request,
      login,
      address,
      'password_and_code',
      createConfirmation(toCodeKind(code)),
    );
    return cookies ? { cookies: [...cookies, endPendingLogin(login.area)] } : 'over';
  }
  if (login.area === 'staff') await recordStaffLoginRejection(login.user.id, 'code', address);
  // Wrong passwords aren't audited: the time for that would reveal existing accounts.
  else
    await recordUserAudit(prisma, {
      userId: login.user.id,
      actor: `portal:${login.user.id}`,
      action: 'login_failed',
      address,
    });
  return outcome;
}

/** The credentials of a login: the password, by the digest of its hash, a passkey, or both. */
type VerifiedFactors = { password?: string; passkeyId?: string };

/**
 * Starts the session of a person who has passed all steps, and notifies them about a new device. `method`:
 * the credentials they used.
 * @returns the Set-Cookie headers; null when the credentials have changed since they were checked
 */
export async function completeLogin(
  request: Request,
  { user, area, ...verifiedFactors }: VerifiedFactors & { user: { id: string; email: string }; area: Area },
  address: string,
  method: SignInMethod = 'password',
  confirmation?: Confirmation,
): Promise<string[] | null> {
  const shouldNotify = !(await findKnownDevice(request, user.email)) && (await canNotifyNewDevice(user.id));
  const details = method === 'passkey' ? { with: 'passkey' } : undefined;
  const cookie = await prisma.$transaction(async (db) => {
    if (!(await areFactorsValid(db, user.id, method, verifiedFactors))) return null;
    if (area === 'staff' && !(await hasStaffAccess(db, user.id))) return null;
    // Sessions are locked before the audit log everywhere, so this can't deadlock with ending sessions.
    const { cookie, isFirst } = await createSession(db, request, {
      userId: user.id,
      address,
      area,
      method,
      confirmation,
    });
    if (area === 'staff')
      await recordAudit(db, { actor: `staff:${user.id}`, action: 'staff_logged_in', address, details });
    else
      await recordUserAudit(db, {
        userId: user.id,
        actor: `portal:${user.id}`,
        action: 'logged_in',
        address,
        details,
      });
    if (shouldNotify && !isFirst) await notifyNewDevice(db, request, { email: user.email, address, area });
    return cookie;
  });
  return cookie === null ? null : [cookie, await rememberDevice(user.email)];
}

/**
 * Whether the checked credentials are still current. Changing a password or second factor ends all sessions.
 * A login checked before and completed after the change would escape that (threat T6), so each waits for the
 * other.
 */
async function areFactorsValid(
  db: Database,
  userId: string,
  method: SignInMethod,
  { password, passkeyId }: VerifiedFactors,
): Promise<boolean> {
  const [user] = await db.$queryRaw<
    { passwordHash: string }[]
  >`select password_hash as "passwordHash" from users where id = ${userId} for no key update`;
  if (!user || (password && !isSameSecret(digest(user.passwordHash), password))) return false;
  if (passkeyId && !(await db.passkey.count({ where: { id: passkeyId, userId } }))) return false;
  return method !== 'password' || !(await findSecondFactor(userId, db));
}

/** The access may have ended, or a leave begun, since the first step. */
async function hasStaffAccess(db: Database, userId: string): Promise<boolean> {
  return (await findStaffAccess(userId, db))?.onLeaveUntil === null;
}

/** Records a rejected staff login. Only addresses of staff members are recorded. */
export async function recordStaffLoginRejection(
  userId: string | undefined,
  step: 'password' | 'code' | 'passkey' | 'copied_passkey' | 'on_leave',
  address: string,
): Promise<void> {
  await recordAudit(prisma, {
    actor: `staff:${userId ?? 'unknown'}`,
    action: 'staff_login_failed',
    details: { step },
    address,
  });
}
