import type { ResendOutcome } from '~/mail/copy-resend';

/** Why an email isn't sent again. */
export const resendRejections: Record<Exclude<ResendOutcome, 'queued'>, string> = {
  nothing_to_send: 'This email can’t be sent again, because it’s still being sent or is itself a resend',
  has_secrets: 'This email contains a link or code that gives access, so it can’t be sent again',
  copy_deleted: 'The content was deleted 30 days after sending, so the email can’t be sent again',
  too_many_resends: 'This email was sent again three times in 24 hours. Try again tomorrow',
};
