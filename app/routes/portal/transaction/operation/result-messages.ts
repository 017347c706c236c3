import type { ManualOperationReply } from '~/payments/operations/manual-operations';

/** `reason`: as it was typed, for the fresh form. */
export type ResultMessage = { title: string; sentences: string[]; reason?: string };

/** What is said when nothing was done; that somebody was faster is reported with what they did. */
export function getResultMessage(
  reply: Exclude<ManualOperationReply, 'asked' | 'not_found' | 'moved_on'>,
): ResultMessage {
  return { title: titles[reply][0], sentences: [titles[reply][1]] };
}

const titles = {
  not_possible: ['Nothing was done', 'The payment does not allow this now. Below is how it stands.'],
  amount_exceeds_remaining: [
    'Nothing was done',
    'That is more than what is left. Below is how the payment stands.',
  ],
  form_used: [
    'Nothing was done this time',
    'This form was sent before with another amount or reason. What came of that stands in the timeline of the payment. To ask for more, use the fresh form below.',
  ],
  second_factor_needed: [
    'Nothing was done',
    'Your account wants a second factor for refunds of this size, and you have none. Set one up under Security, or ask a colleague who has one.',
  ],
  account_suspended: ['Nothing was done', 'The account is suspended, so no money can be moved.'],
  acquirer_not_configured: [
    'Nothing was done',
    'No bank is connected to the live environment yet, so nobody could be asked. Write to us.',
  ],
} as const;
