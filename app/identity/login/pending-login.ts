import { z } from 'zod';
import { prisma } from '~/platform/database/db.server';
import { digest, isSameSecret, seal, unseal } from '~/platform/secrets/secrets.server';
import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import type { Area } from '~/identity/sessions/session-store';
import { findStaffRole } from '~/identity/staff/staff';

/** Enough time to get a phone. */
const cookieMaxAgeSeconds = 600;

const cookieNames: Record<Area, string> = { portal: 'pending-login', staff: 'staff-pending-login' };

/**
 * `until` in milliseconds. `password` is a hash of the password hash, so that a pending login ends when the
 * password changes.
 */
const pendingLoginSchema = z.object({ userId: z.string(), password: z.string(), until: z.number() });

/**
 * A person who has entered their password and has no access until the second factor. `password`: as in the
 * cookie.
 */
export type PendingLogin = {
  user: { id: string; email: string; name: string };
  area: Area;
  password: string;
};

/**
 * Stores in an encrypted cookie that the password was correct. `verifiedHash`: the hash that was checked.
 * @returns the Set-Cookie header
 */
export async function startPendingLogin(userId: string, area: Area, verifiedHash?: string): Promise<string> {
  const passwordHash =
    verifiedHash ??
    (await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } }))
      .passwordHash;
  const login: z.infer<typeof pendingLoginSchema> = {
    userId,
    password: digest(passwordHash),
    until: Date.now() + cookieMaxAgeSeconds * 1000,
  };
  return writeCookie(cookieNames[area], seal(cookieNames[area], JSON.stringify(login)), cookieMaxAgeSeconds);
}

export async function findPendingLogin(request: Request, area: Area): Promise<PendingLogin | null> {
  const value = readCookie(request, cookieNames[area]);
  const text = value && unseal(cookieNames[area], value);
  if (!text) return null;
  const { userId, password, until } = pendingLoginSchema.parse(JSON.parse(text));
  if (until <= Date.now() || (area === 'staff' && !(await findStaffRole(userId)))) return null;
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { id: true, email: true, name: true, passwordHash: true },
  });
  return user && isSameSecret(digest(user.passwordHash), password)
    ? { user: { id: user.id, email: user.email, name: user.name }, area, password }
    : null;
}

/** @returns the Set-Cookie header that deletes the cookie */
export function endPendingLogin(area: Area): string {
  return writeCookie(cookieNames[area], '', 0);
}
