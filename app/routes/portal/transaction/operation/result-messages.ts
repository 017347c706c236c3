import type { ManualOperationReply } from '~/payments/operations/manual-operations';

/** `reason`: as typed, for the new form. */
export type ResultMessage = { title: string; sentences: string[]; reason?: string };

/** The message when nothing was done. If someone else was faster, it includes what they did. */
export function getResultMessage(
  reply: Exclude<ManualOperationReply, 'requested' | 'not_found' | 'payment_changed'>,
): ResultMessage {
  return { title: titles[reply][0], sentences: [titles[reply][1]] };
}

const titles = {
  invalid_state: ['No changes were made', 'The payment doesn’t allow this now. See its current state below.'],
  amount_exceeds_remaining: [
    'No changes were made',
    'The amount is more than what’s left. See the payment’s current state below.',
  ],
  duplicate_submission: [
    'No changes were made',
    'This form was already sent with a different amount or reason. See the result in the payment’s timeline. To make another request, use the new form below.',
  ],
  second_factor_needed: [
    'No changes were made',
    'Refunds of this size require a second factor. Set one up under Security, or ask a colleague who has one.',
  ],
  account_suspended: ['No changes were made', 'This account is suspended, so it can’t move money.'],
  acquirer_not_configured: [
    'No changes were made',
    'No acquirer is connected to the live environment yet. Contact us.',
  ],
} as const;
