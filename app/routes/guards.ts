// The first line of every loader and action that is not for everybody. A guard in a layout protects its own view only: a
// child's loader and action are reachable alone.
import { redirect } from '@remix-run/node';
import { isConfirmed } from '~/identity/second-factor/step-up-confirmations';
import { findPendingLogin, type PendingLogin } from '~/identity/login/pending-login';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { expiredConfirmation, type Area, type Confirmation } from '~/identity/sessions/session-store';
import { retrieveSession, type SessionUser } from '~/identity/sessions/sessions';
import {
  findStaffRole,
  hasStaffPermission,
  type StaffPermission,
  type StaffRole,
} from '~/identity/staff/staff';
import type { ActiveSupportSession } from '~/merchants/support-sessions/support-session-cookie';
import {
  findMembership,
  hasPermission,
  type Membership,
  type MemberPermission,
} from '~/merchants/team/members';
import { listGrantors } from '~/merchants/team/team';
import type { Environment } from '~/platform/environment';
import { buildStaffUrl } from '~/platform/http/surfaces.server';
import { config } from '~/platform/config/config.server';
import { addFormContext } from '~/platform/http/form-context';
import { addTraceFields } from '~/platform/observability/trace';
import type { MissingPermission } from '~/ui/layout/error-page';
import { getArea, areaPaths } from './identity/areas';
import { localPath } from './identity/login/local-path';
import { loginPath, pathOf } from './login-path';
import { findActiveSupportSession, rejectSupportSession, rejectPage } from './support-session';
import { readSelectedAccount } from './portal/selection/selected-account';
import { readSelectedEnvironment } from './portal/selection/selected-environment';
import { rejectStalePage } from './portal/selection/page-context';

type Visitor = { user: SessionUser; sessionId: string; area: Area; confirmation: Confirmation };

/** Somebody at work for a merchant, in the environment they have switched to. */
export type Merchant = Visitor & Membership & { environment: Environment };

/** The person who is logged in. @throws a redirect to the login, which comes back to this page; 403 while they look through a merchant's eyes */
export async function requireUser(request: Request): Promise<Visitor> {
  await rejectSupportSession(request);
  return requireSession(request);
}

async function requireSession(request: Request): Promise<Visitor> {
  const session = await retrieveSession(request);
  if (!session) throw redirectTo(loginPath(request, 'portal'));
  return toVisitor(session, 'portal');
}

/**
 * The person, with the merchant account they work for. @throws 403 when their role does not include the permission, with what is missing and
 * who can give it; staff of none are shown their own area, and anyone who is off the team of the account they had chosen their other ones: what
 * was meant for one account never lands in another: 409 when the page that sends something was made for it. Staff who look see what a
 * read-only member sees, and change nothing (looking.ts)
 */
export async function requireMerchant(
  request: Request,
  permission: MemberPermission = 'transactions_view',
): Promise<Merchant> {
  const supportSession = await findActiveSupportSession(request);
  if (supportSession) {
    if (!hasPermission('viewer', permission)) throw await rejectPage(request, supportSession, 'right');
    return viewAccount(supportSession);
  }
  const visitor = await requireSession(request);
  const membership = await findMembership(visitor.user.id, readSelectedAccount(request, visitor.user.id));
  if (!membership) throw redirectTo((await findStaffRole(visitor.user.id)) ? staffHome() : '/accounts');
  const merchant = {
    ...visitor,
    ...membership,
    environment: readSelectedEnvironment(request, membership.account),
  };
  addTraceFields({ accountId: merchant.account.id, environment: merchant.environment });
  await rejectStalePage(request, merchant);
  if (!hasPermission(membership.role, permission))
    throw missingRight({
      permission,
      role: membership.role,
      grantors: await listGrantors(membership.account.id),
    });
  return merchant;
}

/** The same, of somebody who works for the account: not of staff who look. For pages about oneself, and for what leaves as a file. */
export async function requireMember(
  request: Request,
  permission: MemberPermission = 'transactions_view',
): Promise<Merchant> {
  await rejectSupportSession(request);
  return requireMerchant(request, permission);
}

/** Told to people of the team alone, who may see who is in it. */
function missingRight(missing: MissingPermission): Response {
  return new Response(JSON.stringify(missing), {
    status: 403,
    headers: { 'Content-Type': 'application/json' },
  });
}

/** The person with their account, on pages that are for everybody and know their reader; null for a stranger. */
export async function findMerchant(request: Request): Promise<Merchant | null> {
  const supportSession = await findActiveSupportSession(request);
  if (supportSession) return viewAccount(supportSession);
  const session = await retrieveSession(request);
  const membership =
    session && (await findMembership(session.user.id, readSelectedAccount(request, session.user.id)));
  return membership
    ? {
        ...toVisitor(session, 'portal'),
        ...membership,
        environment: readSelectedEnvironment(request, membership.account),
      }
    : null;
}

/** What a read-only member of the account would be. */
function viewAccount({ user, sessionId, account, environment }: ActiveSupportSession): Merchant {
  addTraceFields({ accountId: account.id, environment });
  return {
    user,
    sessionId,
    area: 'portal',
    confirmation: expiredConfirmation,
    role: 'viewer',
    account,
    environment,
    hasOtherAccounts: false,
  };
}

/** Somebody of the staff, in a session of the staff area. @throws 403 when their role does not include the permission */
export async function requireStaff(
  request: Request,
  permission?: StaffPermission,
): Promise<Visitor & { role: StaffRole }> {
  const session = await retrieveSession(request, 'staff');
  const role = session && (await findStaffRole(session.user.id));
  if (!role) throw redirectTo(loginPath(request, 'staff'));
  if (permission && !hasStaffPermission(role, permission)) throw new Response('Forbidden', { status: 403 });
  return { ...toVisitor(session, 'staff'), role };
}

/** Somebody of the area that the page's address belongs to, on pages about oneself. */
export async function requirePerson(request: Request): Promise<Visitor> {
  return getArea(request) === 'staff' ? requireStaff(request) : requireUser(request);
}

/**
 * After the area's guard, where more is at stake than a session left open: that the person has shown who they are in the last 10 minutes,
 * with the strongest that they have. @throws a redirect to the page that asks for it and comes back here; a form goes there with all that
 * stands in it (307), and from there on to where it was sent: nothing that was typed is lost (docs/decisions)
 */
export async function requireConfirmed(
  request: Request,
  { user, area, confirmation }: Visitor,
): Promise<void> {
  if (await isConfirmed(user.id, confirmation)) return;
  const query = new URLSearchParams({ returnTo: localPath(pathOf(request)) });
  throw redirectTo(`${areaPaths[area].confirm}?${query}`, isForm(request) ? 307 : 302);
}

/**
 * The same in the live environment, and there only for those who have a second factor. @returns whether the person may go on: the page of one
 * who has none says how to get one. @throws as {@link requireConfirmed}; a form of one who has none is sent back to its page
 */
export async function requireConfirmedInLive(
  request: Request,
  { environment, ...visitor }: Merchant,
): Promise<boolean> {
  if (environment === 'test') return true;
  if (await findSecondFactor(visitor.user.id)) return requireConfirmed(request, visitor).then(() => true);
  if (isForm(request)) throw redirectTo(localPath(addFormContext(pathOf(request), null)));
  return false;
}

/** Where a form leads whose session was ended while it was under way: to the login, as it would have a moment later. */
export function redirectToLogin(request: Request, area: Area): Response {
  return redirectTo(loginPath(request, area));
}

/** For pages that make sense before login only. @throws a redirect to the start page */
export async function requireAnonymous(request: Request, area: Area = 'portal'): Promise<void> {
  if (
    (area === 'portal' && (await findActiveSupportSession(request))) ||
    (await retrieveSession(request, area))
  )
    throw redirectTo(areaPaths[area].home);
}

/** The person whose password was right a moment ago. @throws a redirect to the login */
export async function requirePendingLogin(request: Request, area: Area): Promise<PendingLogin> {
  const login = await findPendingLogin(request, area);
  if (login) return login;
  const returnTo = new URL(request.url).searchParams.get('returnTo');
  throw redirectTo(
    `${areaPaths[area].login}?${new URLSearchParams({ late: '', ...(returnTo && { returnTo }) })}`,
  );
}

/** Where the staff's area is, from a page of the portal. */
const staffHome = (): string =>
  config.addresses.staff ? buildStaffUrl(areaPaths.staff.home) : areaPaths.staff.home;

function toVisitor(
  { user, id, confirmation }: NonNullable<Awaited<ReturnType<typeof retrieveSession>>>,
  area: Area,
): Visitor {
  return { user, sessionId: id, area, confirmation };
}

const isForm = (request: Request): boolean => request.method !== 'GET' && request.method !== 'HEAD';

const redirectTo = (path: string, status = 302): Response => redirect(path, status);
