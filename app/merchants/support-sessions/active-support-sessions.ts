import { hasStaffPermission, staffRoles } from '~/identity/staff/staff';

/** Of the staff. */
export const supportSessionRoles = staffRoles.filter((role) => hasStaffPermission(role, 'portal_look'));

// What a support session hangs on, of support sessions l, accounts a, staff_members m and sessions s: with one of these gone it is over at once, anyone who has
// written that down already. The database's clock decides.
export const hasTimeLeftSql = 'l.ends_at > now()';
export const isStaffMemberSql = 'm.ended_at is null';
export const isOpenAccountSql = `a.status in ('active', 'suspended')`;
export const isLoggedInSql = 's.expires_at > now() and s.ends_at > now()';

export const isActiveSupportSessionSql = `l.ended_at is null and ${hasTimeLeftSql} and ${isStaffMemberSql} and ${isOpenAccountSql} and ${isLoggedInSql}`;
