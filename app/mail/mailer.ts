import nodemailer from 'nodemailer';
import { config } from '~/platform/config/config.server';
import { isLoopbackHost } from '~/platform/config/production-settings';
import { requireCaptureUrl } from './mail-capture';
import type { RenderedMail } from './templates';

/** Longest wait for an answer of the mail server, far below the lease of a mail that is being sent. */
const smtpTimeoutMs = 15_000;

type OutgoingMail = RenderedMail & { to: string; messageId: string };

/**
 * Sends one mail by SMTP, the only way mail leaves this product. The message id is the same at every try, so that a
 * mailbox that got it twice after a crash shows it once.
 * @throws the mail server's error, or an Error for an address or subject of more than one line
 */
export async function sendBySmtp(
  mail: OutgoingMail,
  smtpUrl: string = config.smtpUrl ?? requireCaptureUrl(),
): Promise<void> {
  rejectLineBreaks(mail.to);
  rejectLineBreaks(mail.subject);
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
    // A mail with a link for a new password is not sent in the open because somebody on the way said there was no TLS.
    requireTLS: config.production && !isLoopbackHost(new URL(smtpUrl).hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: config.mailFrom,
      // An object is one address; a string would be parsed as a list.
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}

/** A line break in a header would begin a header of somebody else's (threat T31). */
function rejectLineBreaks(text: string): void {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text))
    throw new Error('a mail header has a line break or a control character');
}
