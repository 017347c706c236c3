/** Why a support session ended. */
export type SupportSessionEndReason =
  'manual' | 'expired' | 'logged_out' | 'login_ended' | 'role_removed' | 'account_closed';

/** Labels for why a support session ended. */
export const supportSessionEndReasonLabels: Record<SupportSessionEndReason, string> = {
  manual: 'ended by staff',
  expired: 'time limit reached',
  logged_out: 'staff member logged out',
  login_ended: 'login expired',
  role_removed: 'permission removed',
  account_closed: 'account closed',
};
