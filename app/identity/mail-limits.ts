import { addressBlock } from './address-block';
import { takeTry } from './throttles';

export type MailRefusal = { error: 'too_many_mails' | 'mail_just_sent'; waitSeconds: number };

/** What a mail is about other than a login: what others have somebody written to, or only its owner can ask for, is counted apart. */
type MailAbout = 'wish_of_another' | 'recovery';

/**
 * Whether one more mail may be asked for: per computer, per recipient in an hour, and a minute apart. Null when it may. `about` is left out for
 * the mails of a login, each of which brings its owner a way in: nobody keeps that from them with mails that do not.
 */
export async function refuseMail(input: {
  email: string;
  address: string;
  about?: MailAbout;
}): Promise<MailRefusal | null> {
  const byAddress = await takeTry('mail_address', addressBlock(input.address));
  if (byAddress) return { error: 'too_many_mails', waitSeconds: byAddress };
  const recipient = input.about ? `${input.about} ${input.email}` : input.email;
  // The pause comes first, so that impatience does not use up the hour.
  const pause = await takeTry('mail_pause', recipient);
  if (pause) return { error: 'mail_just_sent', waitSeconds: pause };
  const byRecipient = await takeTry('mail_recipient', recipient);
  return byRecipient ? { error: 'too_many_mails', waitSeconds: byRecipient } : null;
}
