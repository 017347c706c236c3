import { capturedMails, capturesMail, type CapturedMail } from '~/mail/capture';

/** The mails this process has caught. @throws 404 where it catches none: in production mode and with a mail server */
export function requireCapturedMails(): readonly CapturedMail[] {
  if (!capturesMail) throw new Response('Not found', { status: 404 });
  return capturedMails();
}
