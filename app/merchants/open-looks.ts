import { staffMayDo, staffRoles } from '~/identity/staff';

/** Of the staff. */
export const rolesThatLook = staffRoles.filter((role) => staffMayDo(role, 'portal_look'));

// What a look hangs on, of looks l, accounts a, staff_members m and sessions s: with one of these gone it is over at once, whoever has
// written that down already. The database's clock decides.
export const timeIsLeft = 'l.ends_at > now()';
export const isOfStaff = 'm.ended_at is null';
export const isAnAccount = `a.status in ('active', 'suspended')`;
export const isLoggedIn = 's.expires_at > now() and s.ends_at > now()';

export const isOpen = `l.ended_at is null and ${timeIsLeft} and ${isOfStaff} and ${isAnAccount} and ${isLoggedIn}`;
