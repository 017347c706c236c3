import { Lucia, TimeSpan } from 'lucia';
import { prisma, type Database } from '~/platform/db.server';
import { digest, randomToken } from '~/platform/secrets.server';
import { readCookie, writeCookie } from './cookies';
import { insertSession, sessionLimits, sessionStore, type Area, type SignInMethod } from './session-store';
import { keptUserAgent } from './user-agent';

// Lucia is retired; only this file and its store know it (docs/decisions).
const lucias = { portal: lucia('portal'), staff: lucia('staff') };

function lucia(area: Area) {
  return new Lucia(sessionStore(area), {
    // Lucia moves the limit once half of this is used up. Told the double, it does so at every use.
    sessionExpiresIn: new TimeSpan(sessionLimits[area].idleSeconds * 2, 's'),
    getUserAttributes: ({ email, name }) => ({ email, name }),
  });
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof lucia>;
  }
}

const cookies: Record<Area, string> = { portal: 'session', staff: 'staff-session' };

export type SessionUser = { id: string; email: string; name: string };

type NewSession = { userId: string; address: string; area: Area; method: SignInMethod };

/**
 * Begins a session under a new token, in the caller's transaction, and ends the one the browser came with (threat T6). The database
 * keeps the token's SHA-256 only. @returns the Set-Cookie header, and whether the person never had a session before
 */
export async function openSession(db: Database, request: Request, { userId, address, area, method }: NewSession): Promise<{ cookie: string; isFirst: boolean }> {
  await endSession(request, area, db);
  const token = randomToken();
  const isFirst = await insertSession(db, { id: digest(token), userId, area, userAgent: keptUserAgent(request.headers.get('user-agent') ?? ''), address, method });
  return { cookie: writeCookie(cookies[area], token, sessionLimits[area].absoluteSeconds), isFirst };
}

/** The same in a transaction of its own. @returns the Set-Cookie header */
export async function startSession(request: Request, userId: string, address: string, area: Area = 'portal', method: SignInMethod = 'renewed'): Promise<string> {
  return prisma.$transaction(async (db) => (await openSession(db, request, { userId, address, area, method })).cookie);
}

/** Who the browser is logged in as. Writes nothing. */
export async function retrieveSession(request: Request, area: Area = 'portal'): Promise<{ id: string; user: SessionUser } | null> {
  const token = readCookie(request, cookies[area]);
  if (!token) return null;
  const { session, user } = await lucias[area].validateSession(digest(token));
  return session ? { id: session.id, user } : null;
}

/** Whether the browser was logged in at some time and has not logged out. */
export function hadSession(request: Request, area: Area): boolean {
  return readCookie(request, cookies[area]) !== null;
}

/** Logs out: the row goes, so that a copied cookie opens nothing. @returns the Set-Cookie header that deletes the cookie */
export async function endSession(request: Request, area: Area = 'portal', db: Database = prisma): Promise<string> {
  const token = readCookie(request, cookies[area]);
  if (token) await db.session.deleteMany({ where: { id: digest(token) } });
  return writeCookie(cookies[area], '', 0);
}

/** Logs a person out everywhere, in the caller's transaction: the duty of every change of a password or a second factor. */
export async function endAllSessions(db: Database, userId: string, area?: Area): Promise<void> {
  await db.session.deleteMany({ where: { userId, area } });
}

/** Removes what is over. Called by a timer. */
export function deleteEndedSessions(): Promise<void> {
  return lucias.portal.deleteExpiredSessions();
}
