import { toAddressBlock } from '~/identity/login/address-block';
import { takeAttempt } from '~/identity/login/lockout';

export type MailRefusal = { error: 'too_many_mails' | 'mail_just_sent'; waitSeconds: number };

/** What a mail is about other than a login: what others have somebody written to, or only its owner can ask for, is counted apart. */
type LimitedMailPurpose = 'wish_of_another' | 'recovery';

/**
 * Whether one more mail may be asked for: per computer, per recipient in an hour, and a minute apart. Null when it may. `about` is left out for
 * the mails of a login, each of which brings its owner a way in: nobody keeps that from them with mails that do not.
 */
export async function checkEmailLimits(input: {
  email: string;
  address: string;
  mailPurpose?: LimitedMailPurpose;
}): Promise<MailRefusal | null> {
  const byAddress = await takeAttempt('mail_address', toAddressBlock(input.address));
  if (byAddress) return { error: 'too_many_mails', waitSeconds: byAddress };
  const recipient = input.mailPurpose ? `${input.mailPurpose} ${input.email}` : input.email;
  // The pause comes first, so that impatience does not use up the hour.
  const pause = await takeAttempt('mail_pause', recipient);
  if (pause) return { error: 'mail_just_sent', waitSeconds: pause };
  const byRecipient = await takeAttempt('mail_recipient', recipient);
  return byRecipient ? { error: 'too_many_mails', waitSeconds: byRecipient } : null;
}
