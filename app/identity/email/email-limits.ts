import { listAddressLimits, takeAttempt, takeReleasableAttempts } from '~/identity/login/lockout';

export type MailRejection = { error: 'too_many_mails' | 'mail_just_sent'; waitSeconds: number };

/**
 * Purposes other than a login. Emails that others cause, or that only the owner can request, are counted
 * separately.
 */
type LimitedMailPurpose = 'wish_of_another' | 'recovery';

/**
 * Whether another email may be sent: limited per computer, per recipient and hour, and to one per minute.
 * Null when allowed. Without `about`, the email is for a login. Login emails have their own limit, so that
 * other emails can't keep the owner out.
 */
export async function checkEmailLimits(input: {
  email: string;
  address: string;
  mailPurpose?: LimitedMailPurpose;
}): Promise<MailRejection | null> {
  const byAddress = await takeReleasableAttempts(listAddressLimits('mail', input.address));
  if (byAddress.waitSeconds) return { error: 'too_many_mails', waitSeconds: byAddress.waitSeconds };
  const recipient = input.mailPurpose ? `${input.mailPurpose} ${input.email}` : input.email;
  // The pause is checked first, so that impatience doesn't use up the hourly limit.
  const pause = await takeAttempt('mail_pause', recipient);
  if (pause) return { error: 'mail_just_sent', waitSeconds: pause };
  const byRecipient = await takeAttempt('mail_recipient', recipient);
  return byRecipient ? { error: 'too_many_mails', waitSeconds: byRecipient } : null;
}
