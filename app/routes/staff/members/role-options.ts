import type { StaffRole } from '~/identity/staff/staff';
import { staffRoleLabels } from '~/ui/shell/staff-shell';

/** What each role can and can't do, according to identity/staff/staff.ts. */
const roleDescriptions: Record<StaffRole, string> = {
  reviewer: 'Decides on applications and suspends accounts. Can’t see payments, emails, or merchants’ pages.',
  support:
    'Finds merchants, payments, and requests, starts support sessions, resolves unknown outcomes, and views and resends emails. Can’t move money, change merchants, or decide on applications.',
  admin: 'Can do all of the above, manage staff, view all support sessions, and monitor operations.',
};

export const roleOptions = (Object.keys(roleDescriptions) as StaffRole[]).map((role) => ({
  value: role,
  text: staffRoleLabels[role],
  hint: roleDescriptions[role],
}));
