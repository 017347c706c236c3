import { Lucia, TimeSpan } from 'lucia';
import type { Database } from '~/platform/db.server';
import { digest, randomToken } from '~/platform/secrets.server';
import { readCookie, writeCookie } from './cookies';
import { absoluteSeconds, idleSeconds, sessionStore } from './session-store';

// Lucia is retired; only this file and its store know it (docs/decisions). It moves the idle limit once half of it is used up.
const lucia = new Lucia(sessionStore, {
  sessionExpiresIn: new TimeSpan(idleSeconds, 's'),
  getUserAttributes: ({ email, name }) => ({ email, name }),
});

declare module 'lucia' {
  interface Register {
    Lucia: typeof lucia;
  }
}

const cookie = 'session';

export type SessionUser = { id: string; email: string; name: string };

/**
 * Begins a session under a new token, and ends the one the browser came with (threat T6). The database keeps the token's
 * SHA-256 only. @returns the Set-Cookie header
 */
export async function startSession(request: Request, userId: string, address: string): Promise<string> {
  await endSession(request);
  const token = randomToken();
  const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 400);
  await lucia.createSession(userId, { userAgent, address }, { sessionId: digest(token) });
  return writeCookie(cookie, token, absoluteSeconds);
}

/** Who the browser is logged in as. Writes nothing. */
export async function retrieveSession(request: Request): Promise<{ id: string; user: SessionUser } | null> {
  const token = readCookie(request, cookie);
  if (!token) return null;
  const { session, user } = await lucia.validateSession(digest(token));
  return session ? { id: session.id, user } : null;
}

/** Logs out: the row goes, so that a copied cookie opens nothing. @returns the Set-Cookie header that deletes the cookie */
export async function endSession(request: Request): Promise<string> {
  const token = readCookie(request, cookie);
  if (token) await lucia.invalidateSession(digest(token));
  return writeCookie(cookie, '', 0);
}

/** Logs a person out everywhere, in the caller's transaction: the duty of every change of a password. */
export async function endAllSessions(db: Database, userId: string): Promise<void> {
  await db.session.deleteMany({ where: { userId } });
}

/** Removes what is over. Called by a timer. */
export function deleteEndedSessions(): Promise<void> {
  return lucia.deleteExpiredSessions();
}
