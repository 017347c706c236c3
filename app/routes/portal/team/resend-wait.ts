import type { MailRejection } from '~/identity/email/email-limits';
import { formatWait } from '../../identity/email/wait-duration';

export function formatResendWait({ error, waitSeconds }: MailRejection): string {
  const wait = formatWait(waitSeconds);
  return error === 'mail_just_sent'
    ? `We just sent an email to this address. You can send another one in ${wait}.`
    : `You’ve sent too many emails. Try again in ${wait}.`;
}
