// How the guards treat a browser whose person looks through a merchant's eyes.
import { redirectDocument } from '@remix-run/node';
import { hasLooked, lookCookie, retrieveLook, type Looking } from '~/merchants/look-cookie';
import { refuseLookPage } from '~/merchants/looks';
import { addressHeader, pageName } from '~/platform/page-name';
import { lookRefusals, type LookRefusal } from '~/ui/look-refusals';

/** Where somebody goes whose look is over. */
export const lookHome = '/support/look';

/**
 * The look of this browser, its page written down; null for everybody else. A look wins over a login to the portal while it lasts.
 * @throws 403 for whatever changes something; a way out of the portal when the look is over, so that nobody goes on as somebody else
 */
export async function findLooking(request: Request): Promise<Looking | null> {
  if (!hasLooked(request)) return null;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const look = await retrieveLook(
    request,
    isRead
      ? { path: pageName(new URL(request.url)), address: request.headers.get(addressHeader) ?? '' }
      : undefined,
  );
  if (!isRead) throw refuseLook(look ? 'action' : 'over');
  if (!look) throw leaveOver();
  return look;
}

const leaveOver = (): Response => redirectDocument(lookHome, { headers: { 'Set-Cookie': lookCookie(null) } });

/** Answers a page that is not for who looks. The merchant reads that it was asked for, and not shown. */
export async function refusePage(
  request: Request,
  { id }: Looking,
  why: 'right' | 'member',
): Promise<Response> {
  await refuseLookPage({ id, path: pageName(new URL(request.url)) });
  return refuseLook(why);
}

/** For pages that are not for who looks, whatever they may see. @throws 403 */
export async function refuseLooking(request: Request): Promise<void> {
  const look = await findLooking(request);
  if (look) throw await refusePage(request, look, 'member');
}

/** A refusal in words, as a page where there is one. */
function refuseLook(why: LookRefusal): Response {
  return new Response(lookRefusals[why], {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
