// Pure: the three decisions, as a reviewer reads them.
import type { Decision } from '~/merchants/applications/review/decision-preview';

export type { Decision };

export const decisionMessages: Record<Decision, { title: string; lead: string; hint: string; send: string }> =
  {
    changes: {
      title: 'Request changes',
      lead: 'The merchant may change what is named below, and nothing else.',
      hint: 'Above the list of changes. Leave it empty when the reasons say it all.',
      send: 'Send the request',
    },
    approve: {
      title: 'Approve',
      lead: 'The account goes live.',
      hint: 'A word for the merchant, if you like.',
      send: 'Approve and send',
    },
    reject: {
      title: 'Reject',
      lead: 'The merchant reads your reasons, and may appeal to somebody else.',
      hint: 'What rules it out, and what would have to be different.',
      send: 'Reject and send',
    },
  };

export function isDecision(name: string | null): name is Decision {
  return name !== null && Object.hasOwn(decisionMessages, name);
}
