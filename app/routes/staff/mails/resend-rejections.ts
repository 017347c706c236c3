import { maximumResendsPerDay, type ResendOutcome } from '~/mail/copy-resend';
import { copyRetentionDays } from '~/mail/mail-copy';

/** Why an email isn't sent again. */
export const resendRejections: Record<Exclude<ResendOutcome, 'queued'>, string> = {
  nothing_to_send: 'This email can’t be sent again, because it’s still being sent or is itself a resend',
  has_secrets: 'This email contains a link or code that gives access, so it can’t be sent again',
  copy_deleted: `The content was deleted ${copyRetentionDays} days after sending, so the email can’t be sent again`,
  too_many_resends: `This email was sent again ${maximumResendsPerDay} times in 24 hours. Try again tomorrow`,
};
