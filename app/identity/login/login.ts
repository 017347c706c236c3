import { recordAudit } from '~/audit/audit';
import { prisma, type Database } from '~/platform/database/db.server';
import { digest, isSameSecret } from '~/platform/secrets/secrets.server';
import { toAddressBlock } from './address-block';
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
  type CodeRefusal,
} from '~/identity/second-factor/second-factor';
import {
  createConfirmation,
  type Area,
  type Confirmation,
  type SignInMethod,
} from '~/identity/sessions/session-store';
import { createSession } from '~/identity/sessions/sessions';
import { findStaffRole } from '~/identity/staff/staff';
import { resetAttempts, giveBackAttempt, takeAttempt, type AttemptLimitName } from './lockout';
import { findUserByEmail } from '~/identity/users/users';

type LoginRefusal =
  { error: 'invalid_credentials' } | { error: 'too_many_tries' | 'too_busy'; waitSeconds: number };

/** What comes after the password: nothing, a code, or for staff without a second factor to set one up. */
type NextStep = 'none' | 'code' | 'set_up';

type LimitSubject = [AttemptLimitName, string];

type LoginInput = { email: string; password: string; address: string; area?: Area };

/**
 * Takes a person's address and password. Tries are counted before the password is hashed, for addresses nobody has as well
 * (threats T7, T8), and in one count for both areas: those of a known device by themselves, so that no flood of guesses keeps
 * the owner out; all others by account, by subscriber and together. @returns the Set-Cookie headers; a session is among them only when
 * there is no next step
 */
export async function logIn(
  request: Request,
  { email, password, address, area = 'portal' }: LoginInput,
): Promise<{ cookies: string[]; next: NextStep } | LoginRefusal> {
  const device = await findKnownDevice(request, email);
  const ownLimit: LimitSubject = device ? ['login_device', device] : ['login_account', email];
  const sharedLimits: LimitSubject[] = device
    ? []
    : [
        ['login_address', toAddressBlock(address)],
        ['login_overall', 'everybody'],
      ];
  for (const limitSubject of [...sharedLimits, ownLimit]) {
    const waitSeconds = await takeAttempt(...limitSubject);
    if (waitSeconds) return { error: 'too_many_tries', waitSeconds };
  }

  const user = await findUserByEmail(email);
  const isCorrect = await verifyPassword(user?.passwordHash ?? null, password).catch(catchHashingBusy);
  if (isCorrect === 'busy') {
    // Not looked at, so not counted.
    for (const limitSubject of [...sharedLimits, ownLimit]) await giveBackAttempt(...limitSubject);
    return { error: 'too_busy', waitSeconds: hashingRetryAfterSeconds };
  }
  // Asked for everybody, so that it takes the same time.
  const isStaff = area === 'staff' && (await findStaffRole(user?.id ?? '')) !== null;
  if (!user || !isCorrect || (area === 'staff' && !isStaff)) {
    if (area === 'staff') await recordStaffLoginRefusal(isStaff ? user?.id : undefined, 'password', address);
    return { error: 'invalid_credentials' };
  }

  await resetAttempts(...ownLimit);
  for (const limitSubject of sharedLimits) await giveBackAttempt(...limitSubject);
  const passwordHash = await rehashPassword(user, password);
  const next = await startSecondFactorStep(user.id, area, passwordHash);
  if (next) return next;
  const cookies = await completeLogin(request, { user, area, password: digest(passwordHash) }, address);
  return cookies ? { cookies, next: 'none' } : { error: 'invalid_credentials' };
}

/** The way on for a person whose password was right, `passwordHash` when it was looked at; null when nothing more is asked of them. */
export async function startSecondFactorStep(
  userId: string,
  area: Area,
  passwordHash?: string,
): Promise<{ cookies: string[]; next: Exclude<NextStep, 'none'> } | null> {
  const next = (await findSecondFactor(userId)) ? 'code' : area === 'staff' ? 'set_up' : null;
  return next && { cookies: [await startPendingLogin(userId, area, passwordHash)], next };
}

/** The second step. Anyone who has guessed the password and now guesses codes keeps the owner's own device out no more than before. @returns the Set-Cookie headers; `over` when the password changed meanwhile */
export async function logInWithCode(
  request: Request,
  login: PendingLogin,
  { code, address }: { code: string; address: string },
): Promise<{ cookies: string[] } | CodeRefusal | 'over'> {
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
  if (login.area === 'staff') await recordStaffLoginRefusal(login.user.id, 'code', address);
  // Not of a wrong password: an address that somebody has would take longer than one that no one has.
  else
    await recordUserAudit(prisma, {
      userId: login.user.id,
      actor: `portal:${login.user.id}`,
      action: 'login_failed',
      address,
    });
  return outcome;
}

/** What a login rests on: the password, by the digest of its hash, or a passkey, or both. */
type VerifiedFactors = { password?: string; passkeyId?: string };

/**
 * Begins the session of a person who has shown all that is asked of them, and tells them of it when their browser is a new one. `method`:
 * what they have shown. @returns the Set-Cookie headers; null when that has changed since it was looked at
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
    // Sessions before the log, as everywhere: who ends sessions meanwhile waits for this, and this for nobody.
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
 * Whether what was shown is still asked for. Anyone who changes a password or a second factor ends the sessions there are; a login that was looked at before
 * and ends after would be one more (threat T6), so each waits for the other.
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

/** Who tried is named when it is somebody of the staff; what others typed stays out. */
export async function recordStaffLoginRefusal(
  userId: string | undefined,
  step: 'password' | 'code' | 'passkey' | 'copied_passkey',
  address: string,
): Promise<void> {
  await recordAudit(prisma, {
    actor: `staff:${userId ?? 'unknown'}`,
    action: 'staff_login_failed',
    details: { step },
    address,
  });
}
