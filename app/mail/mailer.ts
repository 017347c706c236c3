import nodemailer from 'nodemailer';
import { config } from '~/platform/config/config.server';
import { isLoopbackHost } from '~/platform/config/production-settings';
import { requireCaptureUrl } from './mail-capture';
import type { RenderedMail } from './templates';

/** The mail server timeout, far below the lease of an email. */
const smtpTimeoutMs = 15_000;

type OutgoingMail = RenderedMail & { to: string; messageId: string };

/**
 * Sends one email by SMTP, the only way out for emails. The message ID is the same in every attempt, so that
 * a mailbox shows an email once even if it was delivered twice after a crash.
 * @throws the mail server's error, or an Error for an address or subject with line breaks
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
    // An email with a password link must not be sent in the clear because an attacker hides the server's TLS
    // support.
    requireTLS: config.production && !isLoopbackHost(new URL(smtpUrl).hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: config.mailFrom,
      // An object is one address. A string would be parsed as a list.
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

/** A line break in a header would start another header (threat T31). */
function rejectLineBreaks(text: string): void {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text))
    throw new Error('a mail header has a line break or a control character');
}
