// Pure: the three decisions, as a reviewer reads them.
import type { Decision } from '~/merchants/applications/review/decision-preview';

export type { Decision };

export const decisionMessages: Record<Decision, { title: string; lead: string; hint: string; send: string }> =
  {
    changes: {
      title: 'Request changes',
      lead: 'The merchant can change only the items listed below.',
      hint: 'Shown above the list of changes.',
      send: 'Send request',
    },
    approve: {
      title: 'Approve',
      lead: 'The account goes live.',
      hint: 'Added to the email that says the account is live.',
      send: 'Approve and send',
    },
    reject: {
      title: 'Reject',
      lead: 'The merchant sees your reasons and can appeal to a different reviewer.',
      hint: 'Why the application is rejected, and what would need to be different.',
      send: 'Reject and send',
    },
  };

export function isDecision(name: string | null): name is Decision {
  return name !== null && Object.hasOwn(decisionMessages, name);
}
