// How the guards treat a browser whose person looks through a merchant's eyes.
import { redirectDocument } from '@remix-run/node';
import {
  hasSupportSessionCookie,
  writeSupportSessionCookie,
  retrieveSupportSession,
  type ActiveSupportSession,
} from '~/merchants/support-sessions/support-session-cookie';
import { refuseSupportSessionPage } from '~/merchants/support-sessions/support-sessions';
import { clientIpHeader, toPagePath } from '~/platform/http/page-path';
import {
  supportSessionRefusals,
  type SupportSessionRefusal,
} from '~/ui/support-sessions/support-session-refusals';

/** Where somebody goes whose look is over. */
export const supportSessionHome = '/support/session';

/**
 * The support session of this browser, its page written down; null for everybody else. Support session wins over a login to the portal while it lasts.
 * @throws 403 for whatever changes something; a way out of the portal when the support session is over, so that no one goes on as somebody else
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

/** Answers a page that is not for who looks. The merchant reads that it was asked for, and not shown. */
export async function rejectPage(
  request: Request,
  { id }: ActiveSupportSession,
  why: 'right' | 'member',
): Promise<Response> {
  await refuseSupportSessionPage({ id, path: toPagePath(new URL(request.url)) });
  return rejectSupportSessionStart(why);
}

/** For pages that are not for who looks, whatever they may see. @throws 403 */
export async function rejectSupportSession(request: Request): Promise<void> {
  const supportSession = await findActiveSupportSession(request);
  if (supportSession) throw await rejectPage(request, supportSession, 'member');
}

/** A refusal in words, as a page where there is one. */
function rejectSupportSessionStart(why: SupportSessionRefusal): Response {
  return new Response(supportSessionRefusals[why], {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
