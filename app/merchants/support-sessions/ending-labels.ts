/** How a look came to its end. */
export type SupportSessionEnding =
  'by_hand' | 'time_over' | 'signed_out' | 'session_over' | 'role_lost' | 'account_closed';

/** How a look ended, for people to read. */
export const supportSessionEndingLabels: Record<SupportSessionEnding, string> = {
  by_hand: 'ended by hand',
  time_over: 'its time was over',
  signed_out: 'they signed out',
  session_over: 'their session ended',
  role_lost: 'they lost the right',
  account_closed: 'the account was closed',
};
