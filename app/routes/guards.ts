// The first line of every loader and action that is not for everybody. A guard in a layout protects its own view only: a
// child's loader and action are reachable alone.
import { redirect } from '@remix-run/node';
import { retrieveSession, type SessionUser } from '~/identity/sessions';
import { findMembership, mayDo, type Membership, type Permission } from '~/merchants/members';
import { localPath } from './identity/local-path';

export type Visitor = { user: SessionUser; sessionId: string };

/** The person who is logged in. @throws a redirect to the login, which comes back to this page */
export async function requireUser(request: Request): Promise<Visitor> {
  const session = await retrieveSession(request);
  if (!session) throw leaveFor(loginPath(request));
  return { user: session.user, sessionId: session.id };
}

/** The person, with the merchant account they work for. @throws 403 when their role does not include the permission */
export async function requireMerchant(request: Request, permission: Permission = 'transactions_view'): Promise<Visitor & Membership> {
  const visitor = await requireUser(request);
  const membership = await findMembership(visitor.user.id);
  if (!membership || !mayDo(membership.role, permission)) throw new Response('Forbidden', { status: 403 });
  return { ...visitor, ...membership };
}

/** The person with their account, on pages that are for everybody and know their reader; null for a stranger. */
export async function findMerchant(request: Request): Promise<(Visitor & Membership) | null> {
  const session = await retrieveSession(request);
  const membership = session && (await findMembership(session.user.id));
  return membership ? { user: session.user, sessionId: session.id, ...membership } : null;
}

/** For pages that make sense before login only. @throws a redirect to the start page */
export async function requireNobody(request: Request): Promise<void> {
  if (await retrieveSession(request)) throw leaveFor('/');
}

const leaveFor = (path: string): Response => redirect(path);

function loginPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  // What an action was to do is gone with its body; coming back to its page by GET is still right.
  const returnTo = localPath(pathname.replace(/\.data$/, '') + search);
  return returnTo === '/' ? '/login' : `/login?${new URLSearchParams({ returnTo })}`;
}
