import { readCookie, writeCookie } from '~/identity/cookies';
import { hadSession, retrieveSession, type SessionUser } from '~/identity/sessions';
import { isId } from '~/platform/ids';
import { findLook, type Look } from './looks';

const cookie = 'look';
/** Longer than any look, so that a browser still says that it had one, and its person is told that it is over. */
const keptSeconds = 12 * 3600;

/** A look and who looks. */
export type Looking = Look & { user: SessionUser; sessionId: string };

/** Whether the browser looks, or did and has not been told that it is over. */
export function hasLooked(request: Request): boolean {
  return readCookie(request, cookie) !== null;
}

/** The look that this browser's staff session is in; null for none. `page` writes down what is opened. The cookie alone opens nothing. */
export async function retrieveLook(
  request: Request,
  page?: { path: string; address: string },
): Promise<Looking | null> {
  const id = readCookie(request, cookie);
  if (id === null || !isId('look', id)) return null;
  const session = await retrieveSession(request, 'staff');
  const look = session && (await findLook({ id, sessionId: session.id, page }));
  return look && { ...look, user: session.user, sessionId: session.id };
}

/** What stands above every page while a look goes on; null when there is none. Writes nothing. */
export async function describeLook(
  request: Request,
): Promise<{
  merchant: string;
  endsAt: string;
  secondsLeft: number;
  timeZone: string;
  ownPortal: boolean;
} | null> {
  const look = hasLooked(request) ? await retrieveLook(request) : null;
  return (
    look && {
      merchant: look.account.name,
      endsAt: look.endsAt.toISOString(),
      secondsLeft: look.secondsLeft,
      timeZone: look.account.timeZone,
      ownPortal: hadSession(request, 'portal'),
    }
  );
}

/** @returns the Set-Cookie header that lets this browser look; null ends it */
export function lookCookie(id: string | null): string {
  return writeCookie(cookie, id ?? '', keptSeconds);
}
