import { hasStaffPermission, staffRoles } from '~/identity/staff/staff';

/** The roles that can start a support session. */
export const supportSessionRoles = staffRoles.filter((role) =>
  hasStaffPermission(role, 'support_session_start'),
);

// The conditions of an active support session, for support_sessions ss, accounts a, staff_members m, and
// sessions s: when one is no longer met, it's over at once, even before that is recorded. The database's
// clock decides.
export const hasTimeLeftSql = 'ss.ends_at > now()';
export const isStaffMemberSql = `(m.ended_at is null and not coalesce((now() at time zone 'utc')::date between m.leave_from and m.leave_until, false))`;
export const isOpenAccountSql = `a.status in ('active', 'suspended')`;
export const isLoggedInSql = 's.expires_at > now() and s.ends_at > now()';

export const isActiveSupportSessionSql = `ss.ended_at is null and ${hasTimeLeftSql} and ${isStaffMemberSql} and ${isOpenAccountSql} and ${isLoggedInSql}`;
