// How the guards treat a browser in a support session.
import { redirectDocument } from '@remix-run/node';
import {
  hasSupportSessionCookie,
  writeSupportSessionCookie,
  retrieveSupportSession,
  type ActiveSupportSession,
} from '~/merchants/support-sessions/support-session-cookie';
import { rejectSupportSessionPage } from '~/merchants/support-sessions/support-sessions';
import { clientIpHeader, toPagePath } from '~/platform/http/page-path';
import {
  supportSessionRejections,
  type SupportSessionRejection,
} from '~/ui/support-sessions/support-session-rejections';

/** Where the staff member goes when it has ended. */
export const supportSessionHome = '/support/session';

/**
 * The support session of this browser, with the page recorded. Null otherwise. It takes precedence over a
 * portal login.
 * @throws 403 for changes; a redirect out of the portal when it has ended, so no one continues as
 * someone else
 */
export async function findActiveSupportSession(request: Request): Promise<ActiveSupportSession | null> {
  if (!hasSupportSessionCookie(request)) return null;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const supportSession = await retrieveSupportSession(
    request,
    isRead
      ? { path: toPagePath(new URL(request.url)), address: request.headers.get(clientIpHeader) ?? '' }
      : undefined,
  );
  if (!isRead) throw rejectSupportSessionStart(supportSession ? 'action' : 'over');
  if (!supportSession) throw redirectEnded();
  return supportSession;
}

const redirectEnded = (): Response =>
  redirectDocument(supportSessionHome, { headers: { 'Set-Cookie': writeSupportSessionCookie(null) } });

/** Rejects a page in a support session. The merchant sees that it was requested and not shown. */
export async function rejectPage(
  request: Request,
  { id }: ActiveSupportSession,
  why: 'right' | 'member',
): Promise<Response> {
  await rejectSupportSessionPage({ id, path: toPagePath(new URL(request.url)) });
  return rejectSupportSessionStart(why);
}

/**
 * For pages that aren't available in support sessions.
 * @throws 403
 */
export async function rejectSupportSession(request: Request): Promise<void> {
  const supportSession = await findActiveSupportSession(request);
  if (supportSession) throw await rejectPage(request, supportSession, 'member');
}

/** A rejection with its message, as a page if possible. */
function rejectSupportSessionStart(why: SupportSessionRejection): Response {
  return new Response(supportSessionRejections[why], {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
