// How the guards treat a browser whose person looks through a merchant's eyes.
import { redirectDocument } from '@remix-run/node';
import {
  hasSupportSessionCookie,
  writeSupportSessionCookie,
  retrieveSupportSession,
  type ActiveSupportSession,
} from '~/merchants/support-sessions/support-session-cookie';
import { refuseSupportSessionPage } from '~/merchants/support-sessions/support-sessions';
import { addressHeader, pageName } from '~/platform/page-name';
import {
  supportSessionRefusals,
  type SupportSessionRefusal,
} from '~/ui/support-sessions/support-session-refusals';

/** Where somebody goes whose look is over. */
export const lookHome = '/support/look';

/**
 * The look of this browser, its page written down; null for everybody else. A look wins over a login to the portal while it lasts.
 * @throws 403 for whatever changes something; a way out of the portal when the look is over, so that nobody goes on as somebody else
 */
export async function findLooking(request: Request): Promise<ActiveSupportSession | null> {
  if (!hasSupportSessionCookie(request)) return null;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const look = await retrieveSupportSession(
    request,
    isRead
      ? { path: pageName(new URL(request.url)), address: request.headers.get(addressHeader) ?? '' }
      : undefined,
  );
  if (!isRead) throw refuseLook(look ? 'action' : 'over');
  if (!look) throw leaveOver();
  return look;
}

const leaveOver = (): Response =>
  redirectDocument(lookHome, { headers: { 'Set-Cookie': writeSupportSessionCookie(null) } });

/** Answers a page that is not for who looks. The merchant reads that it was asked for, and not shown. */
export async function refusePage(
  request: Request,
  { id }: ActiveSupportSession,
  why: 'right' | 'member',
): Promise<Response> {
  await refuseSupportSessionPage({ id, path: pageName(new URL(request.url)) });
  return refuseLook(why);
}

/** For pages that are not for who looks, whatever they may see. @throws 403 */
export async function refuseLooking(request: Request): Promise<void> {
  const look = await findLooking(request);
  if (look) throw await refusePage(request, look, 'member');
}

/** A refusal in words, as a page where there is one. */
function refuseLook(why: SupportSessionRefusal): Response {
  return new Response(supportSessionRefusals[why], {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
