import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import { hasSessionCookie, retrieveSession, type SessionUser } from '~/identity/sessions/sessions';
import { isId } from '~/platform/ids';
import { findSupportSession, type SupportSession } from './support-sessions';

const supportSessionCookieName = 'support-session';
/** Longer than any support session, so that a browser still says that it had one, and its person is notified that it is over. */
const cookieMaxAgeSeconds = 12 * 3600;

/** Support session and who looks. */
export type ActiveSupportSession = SupportSession & { user: SessionUser; sessionId: string };

/** Whether the browser looks, or did and has not been reported that it is over. */
export function hasSupportSessionCookie(request: Request): boolean {
  return readCookie(request, supportSessionCookieName) !== null;
}

/** The support session that this browser's staff session is in; null for none. `page` writes down what is opened. The cookie alone opens nothing. */
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

/** What stands above every page while a support session goes on; null when there is none. Writes nothing. */
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

/** @returns the Set-Cookie header that lets this browser look; null ends it */
export function writeSupportSessionCookie(id: string | null): string {
  return writeCookie(supportSessionCookieName, id ?? '', cookieMaxAgeSeconds);
}
