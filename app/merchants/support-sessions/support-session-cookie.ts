import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import { hasSessionCookie, retrieveSession, type SessionUser } from '~/identity/sessions/sessions';
import { isId } from '~/platform/ids';
import { findSupportSession, type SupportSession } from './support-sessions';

const supportSessionCookieName = 'support-session';
/** Longer than any support session, so that the browser can tell its user that it has ended. */
const cookieMaxAgeSeconds = 12 * 3600;

/** The support session and its staff member. */
export type ActiveSupportSession = SupportSession & { user: SessionUser; sessionId: string };

/** Whether the browser is in a support session, or its user hasn't seen yet that it has ended. */
export function hasSupportSessionCookie(request: Request): boolean {
  return readCookie(request, supportSessionCookieName) !== null;
}

/**
 * The support session of this browser's staff session. Null for none. `page` is recorded as viewed. The
 * cookie alone gives no access.
 */
export async function retrieveSupportSession(
  request: Request,
  page?: { path: string; address: string },
): Promise<ActiveSupportSession | null> {
  const id = readCookie(request, supportSessionCookieName);
  if (id === null || !isId('sup', id)) return null;
  const session = await retrieveSession(request, 'staff');
  const supportSession = session && (await findSupportSession({ id, sessionId: session.id, page }));
  return supportSession && { ...supportSession, user: session.user, sessionId: session.id };
}

/** The banner above every page during a support session. Null without one. Writes nothing. */
export async function describeSupportSession(request: Request): Promise<{
  merchant: string;
  endsAt: string;
  secondsLeft: number;
  timeZone: string;
  ownPortal: boolean;
} | null> {
  const supportSession = hasSupportSessionCookie(request) ? await retrieveSupportSession(request) : null;
  return (
    supportSession && {
      merchant: supportSession.account.name,
      endsAt: supportSession.endsAt.toISOString(),
      secondsLeft: supportSession.secondsLeft,
      timeZone: supportSession.account.timeZone,
      ownPortal: hasSessionCookie(request, 'portal'),
    }
  );
}

/** @returns the Set-Cookie header that starts a support session in this browser; null ends it */
export function writeSupportSessionCookie(id: string | null): string {
  return writeCookie(supportSessionCookieName, id ?? '', cookieMaxAgeSeconds);
}
