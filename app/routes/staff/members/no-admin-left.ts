/** Why a role, a leave, or a removal is refused. */
export const noAdminLeft = 'On some days, all other admins are on leave. Change a leave first.';
