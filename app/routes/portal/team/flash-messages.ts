/** When a role counts: the sessions end with the change (merchants/team/team.ts). */
export const roleCounts = {
  other: 'They are logged out, and have the new role when they log in again.',
  own: 'It counts at once. Your other browsers are logged out.',
};

/** What has just happened, by the name the redirect carries. */
export const teamFlashMessages = {
  invited: {
    tone: 'positive',
    title: 'The invitation is on its way',
    text: 'The link in the mail works for 7 days. Until it is accepted, nothing opens.',
  },
  resent: {
    tone: 'positive',
    title: 'The invitation is sent again',
    text: 'Its new link works for 7 days. The one before opens nothing any more.',
  },
  withdrawn: {
    tone: 'positive',
    title: 'The invitation is taken back',
    text: 'Its link opens nothing any more.',
  },
  changed: { tone: 'positive', title: 'The role is changed', text: roleCounts.other },
  changed_own: { tone: 'positive', title: 'Your role is changed', text: roleCounts.own },
  unchanged: { tone: 'info', title: 'The role stays as it was', text: 'Nothing was changed.' },
  removed: {
    tone: 'positive',
    title: 'This person is off the team',
    text: 'Their sessions have ended. Client secrets they have seen keep working: if in doubt, roll them under Developers.',
  },
} as const;
