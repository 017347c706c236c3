// The first line of every loader and action that isn't public. A guard in a layout protects only its own
// view, because a child's loader and action can be requested directly.
import { redirect } from '@remix-run/node';
import { isConfirmed } from '~/identity/second-factor/step-up-confirmations';
import { findPendingLogin, type PendingLogin } from '~/identity/login/pending-login';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { expiredConfirmation, type Area, type Confirmation } from '~/identity/sessions/session-store';
import { endSession, retrieveSession, type SessionUser } from '~/identity/sessions/sessions';
import {
  findStaffAccess,
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
import { getArea, areaPaths, pathAfterLogin } from './identity/areas';
import { localPath } from './identity/login/local-path';
import { loginPath, pathOf } from './login-path';
import { findActiveSupportSession, rejectSupportSession, rejectPage } from './support-session';
import { readSelectedAccount } from './portal/selection/selected-account';
import { readSelectedEnvironment } from './portal/selection/selected-environment';
import { rejectStalePage } from './portal/selection/page-context';

type Visitor = { user: SessionUser; sessionId: string; area: Area; confirmation: Confirmation };

/** A person working for a merchant, in their current environment. */
export type MerchantMember = Visitor & Membership & { environment: Environment };

/**
 * The logged-in person.
 * @throws a redirect to the login, which returns to this page; 403 during a support session
 */
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
 * The person and their current merchant account.
 * @throws 403 when their role lacks the permission, with the people who can grant it. Staff without accounts
 * are redirected to their area, and a former member to their other accounts. 409 when the form was made for
 * another account, so that nothing is applied to the wrong one. A support session sees what a read-only
 * member sees, and changes nothing (support-session.ts)
 */
export async function requireMerchant(
  request: Request,
  permission: MemberPermission = 'transactions_view',
): Promise<MerchantMember> {
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

/** The same for members only, not for support sessions: for personal pages and exports. */
export async function requireMember(
  request: Request,
  permission: MemberPermission = 'transactions_view',
): Promise<MerchantMember> {
  await rejectSupportSession(request);
  return requireMerchant(request, permission);
}

/** Only for team members, who may see the team. */
function missingRight(missing: MissingPermission): Response {
  return new Response(JSON.stringify(missing), {
    status: 403,
    headers: { 'Content-Type': 'application/json' },
  });
}

/** The person and their account on public pages. Null for a stranger. */
export async function findMerchant(request: Request): Promise<MerchantMember | null> {
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

/** The permissions of a read-only member. */
function viewAccount({ user, sessionId, account, environment }: ActiveSupportSession): MerchantMember {
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

/**
 * A staff member in a staff session.
 * @throws 403 when their role lacks the permission
 */
export async function requireStaff(
  request: Request,
  permission?: StaffPermission,
): Promise<Visitor & { role: StaffRole }> {
  const session = await retrieveSession(request, 'staff');
  const access = session && (await findStaffAccess(session.user.id));
  if (!access) throw redirectTo(loginPath(request, 'staff'));
  if (access.onLeaveUntil)
    throw redirectTo(loginPath(request, 'staff'), 302, {
      'Set-Cookie': await endSession(request, 'staff'),
    });
  const { role } = access;
  if (permission && !hasStaffPermission(role, permission)) throw new Response('Forbidden', { status: 403 });
  return { ...toVisitor(session, 'staff'), role };
}

/** The logged-in person of the page's area, for personal pages. */
export async function requirePerson(request: Request): Promise<Visitor> {
  return getArea(request) === 'staff' ? requireStaff(request) : requireUser(request);
}

/**
 * After the area's guard, for sensitive actions: the person must have confirmed their identity in the last 10
 * minutes with their strongest method.
 * @throws a redirect to the confirmation page, which returns here. A form is redirected with its content
 * (307) and then on to its target, so that nothing is lost (docs/decisions). `secretForm`: it's opened again
 * instead, because the confirmation page would contain its secrets
 */
export async function requireConfirmed(
  request: Request,
  { user, area, confirmation }: Visitor,
  { secretForm = false } = {},
): Promise<void> {
  if (await isConfirmed(user.id, confirmation)) return;
  const query = new URLSearchParams({ returnTo: localPath(pathOf(request)) });
  throw redirectTo(`${areaPaths[area].confirm}?${query}`, isForm(request) && !secretForm ? 307 : 302);
}

/**
 * The same in the live environment, for people with a second factor only.
 * @returns whether the person may continue: without a second factor, the page explains how to set one up
 * @throws as {@link requireConfirmed}; a form without a second factor is redirected to its page
 */
export async function requireConfirmedInLive(
  request: Request,
  { environment, ...visitor }: MerchantMember,
): Promise<boolean> {
  if (environment === 'test') return true;
  if (await findSecondFactor(visitor.user.id)) return requireConfirmed(request, visitor).then(() => true);
  if (isForm(request)) throw redirectTo(localPath(addFormContext(pathOf(request), null)));
  return false;
}

/** Where a form goes whose session ended in the meantime: to the login. */
export function redirectToLogin(request: Request, area: Area): Response {
  return redirectTo(loginPath(request, area));
}

/**
 * For pages before login only.
 * @throws a redirect to the home page
 */
export async function requireAnonymous(request: Request, area: Area = 'portal'): Promise<void> {
  if (
    (area === 'portal' && (await findActiveSupportSession(request))) ||
    (await retrieveSession(request, area))
  )
    throw redirectTo(pathAfterLogin(request, area));
}

/**
 * The person who has just entered a correct password.
 * @throws a redirect to the login
 */
export async function requirePendingLogin(request: Request, area: Area): Promise<PendingLogin> {
  const login = await findPendingLogin(request, area);
  if (login) return login;
  const returnTo = new URL(request.url).searchParams.get('returnTo');
  throw redirectTo(
    `${areaPaths[area].login}?${new URLSearchParams({ late: '', ...(returnTo && { returnTo }) })}`,
  );
}

/** The staff area's URL from a portal page. */
const staffHome = (): string =>
  config.addresses.staff ? buildStaffUrl(areaPaths.staff.home) : areaPaths.staff.home;

function toVisitor(
  { user, id, confirmation }: NonNullable<Awaited<ReturnType<typeof retrieveSession>>>,
  area: Area,
): Visitor {
  return { user, sessionId: id, area, confirmation };
}

const isForm = (request: Request): boolean => request.method !== 'GET' && request.method !== 'HEAD';

const redirectTo = (path: string, status = 302, headers?: HeadersInit): Response =>
  redirect(path, { status, headers });
