import { listCapturedMails, isMailCaptured, type CapturedMail } from '~/mail/mail-capture';

/**
 * The emails captured by all processes.
 * @throws 404 if it sends emails instead: in production mode, or with a mail server
 */
export function requireCapturedMails(): Promise<CapturedMail[]> {
  if (!isMailCaptured) throw new Response('Not found', { status: 404 });
  return listCapturedMails();
}
