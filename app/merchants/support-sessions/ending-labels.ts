/** How a support session came to its end. */
export type SupportSessionEnding =
  'manual' | 'expired' | 'logged_out' | 'login_ended' | 'role_removed' | 'account_closed';

/** How a support session ended, for people to read. */
export const supportSessionEndingLabels: Record<SupportSessionEnding, string> = {
  manual: 'ended by the staff member',
  expired: 'its time was over',
  logged_out: 'they signed out',
  login_ended: 'their session ended',
  role_removed: 'they lost the right',
  account_closed: 'the account was closed',
};
