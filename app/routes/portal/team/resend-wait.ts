import type { MailRefusal } from '~/identity/email/email-limits';
import { formatWait } from '../../identity/email/wait-duration';

export function formatResendWait({ error, waitSeconds }: MailRefusal): string {
  const wait = formatWait(waitSeconds);
  return error === 'mail_just_sent'
    ? `A mail went to this address a moment ago. The next one can go in ${wait}.`
    : `Too many mails were asked for. Try again in ${wait}.`;
}
