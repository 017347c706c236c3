import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { hashPassword } from '~/identity/passwords/passwords';
import { setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { startSession } from '~/identity/sessions/sessions';
import type { StaffRole } from '~/identity/staff/staff';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { generateCode } from './authenticator';
import { openBrowser } from '../browser';

export const staffPassword = 'seven quiet lighthouses';

/** A logged-in staff member with a second factor and a browser. The app's current code is unused. */
export async function buildStaff(role: StaffRole, { name = 'Mia Example' } = {}) {
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
  const enrollment = await setUpSecondFactor({
    userId,
    actor: `staff:${userId}`,
    secret,
    code: generateCode(secret, -1),
    replaces: false,
  });
  if (typeof enrollment === 'string') throw new Error(enrollment);
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
  return { ...browser, userId, email, name, role, secret, recoveryCodes: enrollment.recoveryCodes! };
}

export type Staff = Awaited<ReturnType<typeof buildStaff>>;
