import { Lucia, TimeSpan } from 'lucia';
import type { Database } from '~/platform/db.server';
import { digest, randomToken } from '~/platform/secrets.server';
import { readCookie, writeCookie } from './cookies';
import { renewSession, sessionLimits, sessionStore, type Area, type Confirmation, type ConfirmedWith } from './session-store';

// Lucia is retired; only this file and its store know it (docs/decisions).
const lucias = { portal: lucia('portal'), staff: lucia('staff') };

function lucia(area: Area) {
  return new Lucia(sessionStore(area), {
    // Lucia moves the limit once half of this is used up. Told the double, it does so at every use.
    sessionExpiresIn: new TimeSpan(sessionLimits[area].idleSeconds * 2, 's'),
    getSessionAttributes: ({ confirmedWith, confirmedSecondsAgo }) => ({ confirmedWith, confirmedSecondsAgo }),
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

/**
 * Begins a session under a new token, and ends the one the browser came with (threat T6). The database keeps the token's
 * SHA-256 only. `confirmedWith`: what the person has just shown who they are with. @returns the Set-Cookie header
 */
export async function startSession(request: Request, userId: string, address: string, area: Area = 'portal', confirmedWith: ConfirmedWith = 'password'): Promise<string> {
  await endSession(request, area);
  const token = randomToken();
  const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 400);
  await lucias[area].createSession(userId, { userAgent, address, confirmedWith, confirmedSecondsAgo: 0 }, { sessionId: digest(token) });
  return writeCookie(cookies[area], token, sessionLimits[area].absoluteSeconds);
}

/** Who the browser is logged in as. Writes nothing. */
export async function retrieveSession(request: Request, area: Area = 'portal'): Promise<{ id: string; user: SessionUser; confirmation: Confirmation } | null> {
  const token = readCookie(request, cookies[area]);
  if (!token) return null;
  const { session, user } = await lucias[area].validateSession(digest(token));
  if (!session) return null;
  const { id, confirmedWith, confirmedSecondsAgo } = session;
  return { id, user, confirmation: { confirmedWith, confirmedSecondsAgo } };
}

/**
 * The same session for somebody who has shown once more who they are, under a new token: the old one is dead (threat T6).
 * @returns the Set-Cookie header; null when the session has ended meanwhile
 */
export async function confirmSession(request: Request, area: Area, confirmedWith: ConfirmedWith): Promise<string | null> {
  const [old, token] = [readCookie(request, cookies[area]), randomToken()];
  const renewed = old !== null && (await renewSession(area, { id: digest(old), newId: digest(token), confirmedWith }));
  return renewed ? writeCookie(cookies[area], token, sessionLimits[area].absoluteSeconds) : null;
}

/** Whether the browser was logged in at some time and has not logged out. */
export function hadSession(request: Request, area: Area): boolean {
  return readCookie(request, cookies[area]) !== null;
}

/** Logs out: the row goes, so that a copied cookie opens nothing. @returns the Set-Cookie header that deletes the cookie */
export async function endSession(request: Request, area: Area = 'portal'): Promise<string> {
  const token = readCookie(request, cookies[area]);
  if (token) await lucias[area].invalidateSession(digest(token));
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
