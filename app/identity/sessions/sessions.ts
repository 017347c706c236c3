import { Lucia, TimeSpan } from 'lucia';
import { prisma, type Database } from '~/platform/database/db.server';
import { digest, randomToken } from '~/platform/secrets/secrets.server';
import { readCookie, writeCookie } from './cookies';
import {
  createConfirmation,
  findConfirmation,
  insertSession,
  renewSession,
  sessionLimits,
  createSessionStore,
  expiredConfirmation,
  type Area,
  type Confirmation,
  type ConfirmationMethod,
  type SignInMethod,
} from './session-store';
import { readUserAgent } from './user-agent';

// Lucia is deprecated. Only this file and its store depend on it (docs/decisions/0002).
const luciaByArea = { portal: createLucia('portal'), staff: createLucia('staff') };

function createLucia(area: Area) {
  return new Lucia(createSessionStore(area), {
    // Lucia extends a session after half of this time, so twice the limit extends it at every use.
    sessionExpiresIn: new TimeSpan(sessionLimits[area].idleSeconds * 2, 's'),
    getSessionAttributes: ({ confirmedWith, confirmedSecondsAgo }) => ({
      confirmedWith,
      confirmedSecondsAgo,
    }),
    getUserAttributes: ({ email, name }) => ({ email, name }),
  });
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
  }
}

/** The session cookie of each area. cookies.ts sets its attributes. */
const sessionCookieNames: Record<Area, string> = { portal: 'session', staff: 'staff-session' };

export type SessionUser = { id: string; email: string; name: string };

/**
 * `confirmation`: when and how the person confirmed their identity, if it doesn't follow from the method or
 * their previous session has ended.
 */
type NewSession = {
  userId: string;
  address: string;
  area: Area;
  method: SignInMethod;
  confirmation?: Confirmation;
};

/**
 * The confirmation that comes with each login method. People choose a password after an emailed link.
 * A renewed session keeps the previous confirmation.
 */
const confirmationMethodBySignIn: Record<SignInMethod, ConfirmationMethod | null> = {
  password: 'password',
  password_and_code: 'code',
  passkey: 'passkey',
  email_link: 'password',
  renewed: null,
};

/**
 * Starts a session with a new token in the caller's transaction, and ends the browser's previous one (threat
 * T6). The database stores only the token's SHA-256.
 * @returns the Set-Cookie header, and whether it's the person's first session
 */
export async function createSession(
  db: Database,
  request: Request,
  { userId, address, area, method, confirmation }: NewSession,
): Promise<{ cookie: string; isFirst: boolean }> {
  const oldToken = readCookie(request, sessionCookieNames[area]);
  const newConfirmation =
    confirmation ??
    (confirmationMethodBySignIn[method] && createConfirmation(confirmationMethodBySignIn[method]));
  const previousConfirmation =
    oldToken === null || newConfirmation
      ? null
      : await findConfirmation(db, { id: digest(oldToken), userId, area });
  await endSession(request, area, db);
  const token = randomToken();
  const isFirst = await insertSession(db, {
    id: digest(token),
    userId,
    area,
    userAgent: readUserAgent(request),
    address,
    method,
    ...(newConfirmation ?? previousConfirmation ?? expiredConfirmation),
  });
  return {
    cookie: writeCookie(sessionCookieNames[area], token, sessionLimits[area].absoluteSeconds),
    isFirst,
  };
}

/**
 * Creates a session in a transaction of its own.
 * @returns the Set-Cookie header
 */
export async function startSession(
  request: Request,
  userId: string,
  address: string,
  area: Area = 'portal',
  method: SignInMethod = 'renewed',
  confirmation?: Confirmation,
): Promise<string> {
  return prisma.$transaction(
    async (db) => (await createSession(db, request, { userId, address, area, method, confirmation })).cookie,
  );
}

/** The person that the browser is logged in as. Writes nothing. */
export async function retrieveSession(
  request: Request,
  area: Area = 'portal',
): Promise<{ id: string; user: SessionUser; confirmation: Confirmation } | null> {
  const token = readCookie(request, sessionCookieNames[area]);
  if (!token) return null;
  const { session, user } = await luciaByArea[area].validateSession(digest(token));
  if (!session) return null;
  const { id, confirmedWith, confirmedSecondsAgo } = session;
  return { id, user, confirmation: { confirmedWith, confirmedSecondsAgo } };
}

/**
 * Renews a session after a step-up confirmation: the new token replaces the old one (threat T6).
 * @returns the Set-Cookie header; null when the session has ended in the meantime
 */
export async function confirmSession(
  request: Request,
  area: Area,
  confirmedWith: ConfirmationMethod,
): Promise<string | null> {
  const [oldToken, token] = [readCookie(request, sessionCookieNames[area]), randomToken()];
  const isRenewed =
    oldToken !== null &&
    (await renewSession(area, { id: digest(oldToken), newId: digest(token), confirmedWith }));
  return isRenewed ? writeCookie(sessionCookieNames[area], token, sessionLimits[area].absoluteSeconds) : null;
}

/** Whether the browser has logged in before and hasn't logged out. */
export function hasSessionCookie(request: Request, area: Area): boolean {
  return readCookie(request, sessionCookieNames[area]) !== null;
}

/**
 * Logs out: deletes the session, so that a copied cookie is worthless.
 * @returns the Set-Cookie header that deletes the cookie
 */
export async function endSession(
  request: Request,
  area: Area = 'portal',
  db: Database = prisma,
): Promise<string> {
  const token = readCookie(request, sessionCookieNames[area]);
  if (token) await db.session.deleteMany({ where: { id: digest(token) } });
  return writeCookie(sessionCookieNames[area], '', 0);
}

/** Serializes ending sessions with changes that end all sessions and start one. */
export async function lockSessions(db: Database, userId: string): Promise<void> {
  await db.$queryRaw`select 1 from users where id = ${userId} for no key update`;
}

/**
 * Whether the requesting session is still active, in the transaction of the change: a session that ended
 * during its request must not start a new one (threat T6). Without `sessionId`, the request didn't come from
 * a browser.
 */
export async function isSessionActive(
  db: Database,
  { userId, sessionId }: { userId: string; sessionId?: string },
): Promise<boolean> {
  if (!sessionId) return true;
  await lockSessions(db, userId);
  return (await db.session.count({ where: { id: sessionId, userId } })) > 0;
}

/**
 * Logs a person out everywhere, in the caller's transaction. Every change of a password or second factor does
 * this.
 */
export async function endAllSessions(db: Database, userId: string, area?: Area): Promise<void> {
  await lockSessions(db, userId);
  await db.session.deleteMany({ where: { userId, area } });
}

/** Deletes expired sessions. Called by a timer. */
export function deleteExpiredSessions(): Promise<void> {
  return luciaByArea.portal.deleteExpiredSessions();
}
