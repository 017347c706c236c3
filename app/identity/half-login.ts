import { z } from 'zod';
import { prisma } from '~/platform/db.server';
import { digest, isSameSecret, seal, unseal } from '~/platform/secrets.server';
import { readCookie, writeCookie } from './cookies';
import type { Area } from './session-store';
import { findStaffRole } from './staff';

/** Time to take a phone out. */
const keptSeconds = 600;

const cookies: Record<Area, string> = { portal: 'half-login', staff: 'staff-half-login' };

/** `until` in milliseconds. `password` is a hash of the hash: a login that has begun ends when the password changes. */
const carried = z.object({ userId: z.string(), password: z.string(), until: z.number() });

/** A person who has given their password, and nothing opens for them before the second factor. `password`: as carried. */
export type HalfLogin = { user: { id: string; email: string; name: string }; area: Area; password: string };

/** Remembers in a sealed cookie that the password was right, `shownHash` when it was looked at. @returns the Set-Cookie header */
export async function beginHalfLogin(userId: string, area: Area, shownHash?: string): Promise<string> {
  const passwordHash =
    shownHash ??
    (await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } }))
      .passwordHash;
  const login: z.infer<typeof carried> = {
    userId,
    password: digest(passwordHash),
    until: Date.now() + keptSeconds * 1000,
  };
  return writeCookie(cookies[area], seal(cookies[area], JSON.stringify(login)), keptSeconds);
}

export async function findHalfLogin(request: Request, area: Area): Promise<HalfLogin | null> {
  const value = readCookie(request, cookies[area]);
  const text = value && unseal(cookies[area], value);
  if (!text) return null;
  const { userId, password, until } = carried.parse(JSON.parse(text));
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
export function endHalfLogin(area: Area): string {
  return writeCookie(cookies[area], '', 0);
}
