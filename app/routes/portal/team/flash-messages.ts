/** What changing a role does to sessions (merchants/team/team.ts), before the change. */
export const roleChangeHints = {
  other: 'A new role logs them out. It applies when they log in again.',
  own: 'A new role applies immediately and logs you out on your other devices.',
};

/** The result of the last action, by its name in the redirect. */
export const teamFlashMessages = {
  invited: {
    tone: 'positive',
    title: 'Invitation sent',
    text: 'The link in the email works for 7 days.',
  },
  resent: {
    tone: 'positive',
    title: 'Invitation sent again',
    text: 'The new link works for 7 days. The earlier link no longer works.',
  },
  withdrawn: {
    tone: 'positive',
    title: 'Invitation revoked',
    text: 'Its link no longer works.',
  },
  changed: {
    tone: 'positive',
    title: 'Role changed',
    text: 'They were logged out. The new role applies when they log in again.',
  },
  changed_own: {
    tone: 'positive',
    title: 'Your role changed',
    text: 'Your new role applies now. You were logged out on your other devices.',
  },
  unchanged: { tone: 'info', title: 'Role not changed', text: 'No changes were made.' },
  removed: {
    tone: 'positive',
    title: 'Team member removed',
    text: 'Their sessions have ended. Client secrets they’ve seen still work. If in doubt, rotate them under Developers.',
  },
} as const;
