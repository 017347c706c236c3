import { createAuthenticatorSecret } from '~/identity/authenticator';
import { hashPassword } from '~/identity/passwords';
import { setUpSecondFactor } from '~/identity/second-factor';
import { startSession } from '~/identity/sessions';
import type { StaffRole } from '~/identity/staff';
import { createMailQueue } from '~/mail/outbox';
import { prisma } from '~/platform/db.server';
import { createId } from '~/platform/ids';
import { codeFrom } from './authenticator';
import { openBrowser } from './browser';

export const staffPassword = 'seven quiet lighthouses';

/** Somebody of the staff with a second factor, logged in with a browser of their own. The app's code of now can still be used. */
export async function buildStaff(role: StaffRole, { name = 'Mia Example' } = {}) {
  await createMailQueue();
  const userId = createId('usr');
  const email = `${userId}@staff.test`;
  await prisma.user.create({
    data: {
      id: userId,
      email,
      name,
      passwordHash: await hashPassword(staffPassword),
      staff: { create: { role } },
    },
  });
  const secret = createAuthenticatorSecret();
  const made = await setUpSecondFactor({
    userId,
    actor: `staff:${userId}`,
    secret,
    code: codeFrom(secret, -1),
    replaces: false,
  });
  if (typeof made === 'string') throw new Error(made);
  const browser = openBrowser();
  const [, cookie, value] = /^([^=]+)=([^;]+)/.exec(
    await startSession(
      new Request('http://localhost:3000/'),
      userId,
      '127.0.0.1',
      'staff',
      'password_and_code',
    ),
  )!;
  browser.cookies.set(cookie!, value!);
  return { ...browser, userId, email, name, role, secret, recoveryCodes: made.recoveryCodes! };
}

export type Staff = Awaited<ReturnType<typeof buildStaff>>;
