import { addressBlock } from './address-block';
import { takeTry } from './throttles';

export type MailRefusal = { error: 'too_many_mails' | 'mail_just_sent'; waitSeconds: number };

/** Whether one more mail may be asked for: per computer, per recipient in an hour, and a minute apart. Null when it may. */
export async function refuseMail(input: { email: string; address: string }): Promise<MailRefusal | null> {
  const byAddress = await takeTry('mail_address', addressBlock(input.address));
  if (byAddress) return { error: 'too_many_mails', waitSeconds: byAddress };
  // The pause comes first, so that impatience does not use up the hour.
  const pause = await takeTry('mail_pause', input.email);
  if (pause) return { error: 'mail_just_sent', waitSeconds: pause };
  const byRecipient = await takeTry('mail_recipient', input.email);
  return byRecipient ? { error: 'too_many_mails', waitSeconds: byRecipient } : null;
}
