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
import { staffAddress } from '~/platform/addresses.server';
import { config } from '~/platform/config.server';
import { noteMadeFor } from '~/platform/made-for';
import { noteTrace } from '~/platform/trace';
import type { MissingPermission } from '~/ui/layout/error-page';
import { areaOf, areaPaths } from './identity/areas';
import { localPath } from './identity/local-path';
import { loginPath, pathOf } from './login-path';
import { findLooking, refuseLooking, refusePage } from './looking';
import { chosenAccount } from './portal/chosen-account';
import { chosenEnvironment } from './portal/chosen-environment';
import { refuseOtherPage } from './portal/other-page';

type Visitor = { user: SessionUser; sessionId: string; area: Area; confirmation: Confirmation };

/** Somebody at work for a merchant, in the environment they have switched to. */
export type Merchant = Visitor & Membership & { environment: Environment };

/** The person who is logged in. @throws a redirect to the login, which comes back to this page; 403 while they look through a merchant's eyes */
export async function requireUser(request: Request): Promise<Visitor> {
  await refuseLooking(request);
  return requireSession(request);
}

async function requireSession(request: Request): Promise<Visitor> {
  const session = await retrieveSession(request);
  if (!session) throw leaveFor(loginPath(request, 'portal'));
  return visitorOf(session, 'portal');
}

/**
 * The person, with the merchant account they work for. @throws 403 when their role does not include the permission, with what is missing and
 * who can give it; staff of none are shown their own area, and whoever is off the team of the account they had chosen their other ones: what
 * was meant for one account never lands in another: 409 when the page that sends something was made for it. Staff who look see what a
 * read-only member sees, and change nothing (looking.ts)
 */
export async function requireMerchant(
  request: Request,
  permission: MemberPermission = 'transactions_view',
): Promise<Merchant> {
  const look = await findLooking(request);
  if (look) {
    if (!hasPermission('viewer', permission)) throw await refusePage(request, look, 'right');
    return seenThrough(look);
  }
  const visitor = await requireSession(request);
  const membership = await findMembership(visitor.user.id, chosenAccount(request, visitor.user.id));
  if (!membership) throw leaveFor((await findStaffRole(visitor.user.id)) ? staffHome() : '/accounts');
  const merchant = { ...visitor, ...membership, environment: chosenEnvironment(request, membership.account) };
  noteTrace({ accountId: merchant.account.id, environment: merchant.environment });
  await refuseOtherPage(request, merchant);
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
  await refuseLooking(request);
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
  const look = await findLooking(request);
  if (look) return seenThrough(look);
  const session = await retrieveSession(request);
  const membership =
    session && (await findMembership(session.user.id, chosenAccount(request, session.user.id)));
  return membership
    ? {
        ...visitorOf(session, 'portal'),
        ...membership,
        environment: chosenEnvironment(request, membership.account),
      }
    : null;
}

/** What a read-only member of the account would be. */
function seenThrough({ user, sessionId, account, environment }: ActiveSupportSession): Merchant {
  noteTrace({ accountId: account.id, environment });
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
  if (!role) throw leaveFor(loginPath(request, 'staff'));
  if (permission && !hasStaffPermission(role, permission)) throw new Response('Forbidden', { status: 403 });
  return { ...visitorOf(session, 'staff'), role };
}

/** Somebody of the area that the page's address belongs to, on pages about oneself. */
export async function requirePerson(request: Request): Promise<Visitor> {
  return areaOf(request) === 'staff' ? requireStaff(request) : requireUser(request);
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
  throw leaveFor(`${areaPaths[area].confirm}?${query}`, isForm(request) ? 307 : 302);
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
  if (isForm(request)) throw leaveFor(localPath(noteMadeFor(pathOf(request), null)));
  return false;
}

/** Where a form leads whose session was ended while it was under way: to the login, as it would have a moment later. */
export function sessionOver(request: Request, area: Area): Response {
  return leaveFor(loginPath(request, area));
}

/** For pages that make sense before login only. @throws a redirect to the start page */
export async function requireNobody(request: Request, area: Area = 'portal'): Promise<void> {
  if ((area === 'portal' && (await findLooking(request))) || (await retrieveSession(request, area)))
    throw leaveFor(areaPaths[area].home);
}

/** The person whose password was right a moment ago. @throws a redirect to the login */
export async function requireHalfLogin(request: Request, area: Area): Promise<PendingLogin> {
  const login = await findPendingLogin(request, area);
  if (login) return login;
  const returnTo = new URL(request.url).searchParams.get('returnTo');
  throw leaveFor(
    `${areaPaths[area].login}?${new URLSearchParams({ late: '', ...(returnTo && { returnTo }) })}`,
  );
}

/** Where the staff's area is, from a page of the portal. */
const staffHome = (): string =>
  config.addresses.staff ? staffAddress(areaPaths.staff.home) : areaPaths.staff.home;

function visitorOf(
  { user, id, confirmation }: NonNullable<Awaited<ReturnType<typeof retrieveSession>>>,
  area: Area,
): Visitor {
  return { user, sessionId: id, area, confirmation };
}

const isForm = (request: Request): boolean => request.method !== 'GET' && request.method !== 'HEAD';

const leaveFor = (path: string, status = 302): Response => redirect(path, status);
