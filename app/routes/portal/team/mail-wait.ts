import type { MailRefusal } from '~/identity/email/email-limits';
import { duration } from '../../identity/waiting-words';

export function mailWait({ error, waitSeconds }: MailRefusal): string {
  const wait = duration(waitSeconds);
  return error === 'mail_just_sent'
    ? `A mail went to this address a moment ago. The next one can go in ${wait}.`
    : `Too many mails were asked for. Try again in ${wait}.`;
}
