import { recordAudit } from '~/audit/audit';
import { prisma, type Database } from '~/platform/db.server';
import { digest, isSameSecret } from '~/platform/secrets.server';
import { addressBlock } from './address-block';
import { asBusy, hashingWaitSeconds } from './hashing-turns';
import { beginHalfLogin, endHalfLogin, type HalfLogin } from './half-login';
import { findKnownDevice, rememberDevice } from './known-device';
import { mayTellNewDevice, tellNewDevice } from './new-device';
import { recordOwnAction } from './own-actions';
import { rehashPassword, verifyPassword } from './passwords';
import { confirmSecondFactor, findSecondFactor, kindOfCode, type CodeRefusal } from './second-factor';
import { confirmedNow, type Area, type Confirmation, type SignInMethod } from './session-store';
import { openSession } from './sessions';
import { findStaffRole } from './staff';
import { forgetTries, giveTryBack, takeTry, type LimitName } from './throttles';
import { findUserByEmail } from './users';

type LoginRefusal =
  { error: 'invalid_credentials' } | { error: 'too_many_tries' | 'too_busy'; waitSeconds: number };

/** What comes after the password: nothing, a code, or for staff without a second factor to set one up. */
type NextStep = 'none' | 'code' | 'set_up';

type Count = [LimitName, string];

type Input = { email: string; password: string; address: string; area?: Area };

/**
 * Takes a person's address and password. Tries are counted before the password is hashed, for addresses nobody has as well
 * (threats T7, T8), and in one count for both areas: those of a known device by themselves, so that no flood of guesses keeps
 * the owner out; all others by account, by subscriber and together. @returns the Set-Cookie headers; a session is among them only when
 * there is no next step
 */
export async function logIn(
  request: Request,
  { email, password, address, area = 'portal' }: Input,
): Promise<{ cookies: string[]; next: NextStep } | LoginRefusal> {
  const device = await findKnownDevice(request, email);
  const own: Count = device ? ['login_device', device] : ['login_account', email];
  const shared: Count[] = device
    ? []
    : [
        ['login_address', addressBlock(address)],
        ['login_overall', 'everybody'],
      ];
  for (const count of [...shared, own]) {
    const waitSeconds = await takeTry(...count);
    if (waitSeconds) return { error: 'too_many_tries', waitSeconds };
  }

  const user = await findUserByEmail(email);
  const isRight = await verifyPassword(user?.passwordHash ?? null, password).catch(asBusy);
  if (isRight === 'busy') {
    // Not looked at, so not counted.
    for (const count of [...shared, own]) await giveTryBack(...count);
    return { error: 'too_busy', waitSeconds: hashingWaitSeconds };
  }
  // Asked for everybody, so that it takes the same time.
  const isStaff = area === 'staff' && (await findStaffRole(user?.id ?? '')) !== null;
  if (!user || !isRight || (area === 'staff' && !isStaff)) {
    if (area === 'staff') await recordStaffRefusal(isStaff ? user?.id : undefined, 'password', address);
    return { error: 'invalid_credentials' };
  }

  await forgetTries(...own);
  for (const count of shared) await giveTryBack(...count);
  const passwordHash = await rehashPassword(user, password);
  const next = await askForSecondFactor(user.id, area, passwordHash);
  if (next) return next;
  const cookies = await finishLogin(request, { user, area, password: digest(passwordHash) }, address);
  return cookies ? { cookies, next: 'none' } : { error: 'invalid_credentials' };
}

/** The way on for a person whose password was right, `passwordHash` when it was looked at; null when nothing more is asked of them. */
export async function askForSecondFactor(
  userId: string,
  area: Area,
  passwordHash?: string,
): Promise<{ cookies: string[]; next: Exclude<NextStep, 'none'> } | null> {
  const next = (await findSecondFactor(userId)) ? 'code' : area === 'staff' ? 'set_up' : null;
  return next && { cookies: [await beginHalfLogin(userId, area, passwordHash)], next };
}

/** The second step. Whoever has guessed the password and now guesses codes keeps the owner's own device out no more than before. @returns the Set-Cookie headers; `over` when the password changed meanwhile */
export async function logInWithCode(
  request: Request,
  login: HalfLogin,
  { code, address }: { code: string; address: string },
): Promise<{ cookies: string[] } | CodeRefusal | 'over'> {
  const outcome = await confirmSecondFactor(
    login.user.id,
    code,
    (await findKnownDevice(request, login.user.email)) ?? login.user.id,
  );
  if (outcome === 'confirmed') {
    const cookies = await finishLogin(
      request,
      login,
      address,
      'password_and_code',
      confirmedNow(kindOfCode(code)),
    );
    return cookies ? { cookies: [...cookies, endHalfLogin(login.area)] } : 'over';
  }
  if (login.area === 'staff') await recordStaffRefusal(login.user.id, 'code', address);
  // Not of a wrong password: an address that somebody has would take longer than one that nobody has.
  else
    await recordOwnAction(prisma, {
      userId: login.user.id,
      actor: `portal:${login.user.id}`,
      action: 'sign_in_refused',
      address,
    });
  return outcome;
}

/** What a login rests on: the password, by the digest of its hash, or a passkey, or both. */
type Shown = { password?: string; passkeyId?: string };

/**
 * Begins the session of a person who has shown all that is asked of them, and tells them of it when their browser is a new one. `method`:
 * what they have shown. @returns the Set-Cookie headers; null when that has changed since it was looked at
 */
export async function finishLogin(
  request: Request,
  { user, area, ...shown }: Shown & { user: { id: string; email: string }; area: Area },
  address: string,
  method: SignInMethod = 'password',
  confirmation?: Confirmation,
): Promise<string[] | null> {
  const mayTell = !(await findKnownDevice(request, user.email)) && (await mayTellNewDevice(user.id));
  const details = method === 'passkey' ? { with: 'passkey' } : undefined;
  const cookie = await prisma.$transaction(async (db) => {
    if (!(await stillHolds(db, user.id, method, shown))) return null;
    // Sessions before the log, as everywhere: who ends sessions meanwhile waits for this, and this for nobody.
    const { cookie, isFirst } = await openSession(db, request, {
      userId: user.id,
      address,
      area,
      method,
      confirmation,
    });
    if (area === 'staff')
      await recordAudit(db, { actor: `staff:${user.id}`, action: 'staff_signed_in', address, details });
    else
      await recordOwnAction(db, {
        userId: user.id,
        actor: `portal:${user.id}`,
        action: 'signed_in',
        address,
        details,
      });
    if (mayTell && !isFirst) await tellNewDevice(db, request, { email: user.email, address, area });
    return cookie;
  });
  return cookie === null ? null : [cookie, await rememberDevice(user.email)];
}

/**
 * Whether what was shown is still asked for. Whoever changes a password or a second factor ends the sessions there are; a login that was looked at before
 * and ends after would be one more (threat T6), so each waits for the other.
 */
async function stillHolds(
  db: Database,
  userId: string,
  method: SignInMethod,
  { password, passkeyId }: Shown,
): Promise<boolean> {
  const [user] = await db.$queryRaw<
    { passwordHash: string }[]
  >`select password_hash as "passwordHash" from users where id = ${userId} for no key update`;
  if (!user || (password && !isSameSecret(digest(user.passwordHash), password))) return false;
  if (passkeyId && !(await db.passkey.count({ where: { id: passkeyId, userId } }))) return false;
  return method !== 'password' || !(await findSecondFactor(userId, db));
}

/** Who tried is named when it is somebody of the staff; what others typed stays out. */
export async function recordStaffRefusal(
  userId: string | undefined,
  step: 'password' | 'code' | 'passkey' | 'copied_passkey',
  address: string,
): Promise<void> {
  await recordAudit(prisma, {
    actor: `staff:${userId ?? 'unknown'}`,
    action: 'staff_sign_in_refused',
    details: { step },
    address,
  });
}
