import { config } from '~/platform/config/config.server';
import { prisma, type Database } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { enqueueJob } from '~/platform/jobs/queue.server';
import { mailLeaseSeconds } from '~/platform/jobs/queues';
import type { SealedColumn } from '~/platform/secrets/reencryption.server';
import { seal, unseal } from '~/platform/secrets/secrets.server';
import { copyRetentionDays, renderCopy, sealCopy } from './mail-copy';
import { sendBySmtp } from './mailer';
import {
  renderMail,
  templateName,
  type RenderedMail,
  type TemplateName,
  type TemplateProps,
} from './templates';

const purpose = 'mail';

/** Emails that are sent or given up have no content anymore. */
export const sealedMails: SealedColumn = {
  label: 'queued emails',
  table: 'mails',
  keys: ['id'],
  where: `status in ('queued', 'sending')`,
  value: 'sealed',
  assignment: 'sealed = $1',
  purpose: () => purpose,
};

/**
 * Writes an email to the outbox. It's sent if and only if the caller's transaction commits. The props are
 * encrypted, because they contain links that give access to accounts.
 */
export async function sendMail<N extends TemplateName>(
  db: Database,
  mail: { to: string; template: N; props: TemplateProps<N> },
): Promise<string> {
  const mailId = createId('mail');
  const sealed = seal(purpose, JSON.stringify(mail.props));
  await db.mail.create({ data: { id: mailId, recipient: mail.to, template: mail.template, sealed } });
  await enqueueJob(db, 'send-mail', { mailId });
  return mailId;
}

/** Writes an email to the outbox that sends the content of an earlier one again, to the same address. */
export async function sendMailAgain(
  db: Database,
  original: { id: string; recipient: string; template: string },
  { subject, html, text }: RenderedMail,
): Promise<string> {
  const mailId = createId('mail');
  const sealed = seal(purpose, JSON.stringify({ subject, html, text } satisfies RenderedMail));
  const { id: originalId, recipient, template } = original;
  await db.mail.create({ data: { id: mailId, originalId, recipient, template, sealed } });
  await enqueueJob(db, 'send-mail', { mailId });
  return mailId;
}

/**
 * Sends an email of the outbox, deletes its content, and keeps a copy without its secrets. Does nothing when
 * it's already sent or another process holds it. A permanently rejected address isn't retried, and no email
 * after seven days, or 30 days while its key is missing.
 * @throws the mail server's error, so that the queue retries later
 */
export async function deliverMail(mailId: string, smtpUrl?: string): Promise<void> {
  const mail = await leaseMail(mailId);
  if (!mail?.sealed) return;
  let sealedCopy: string | null = null;
  try {
    const content = unseal(purpose, mail.sealed);
    if (!content) throw new MailDecryptionError();
    let rendered: RenderedMail;
    // The original has the copy, so that sending it again doesn't keep it longer.
    if (mail.originalId) rendered = JSON.parse(content) as RenderedMail;
    else {
      const [template, props] = [templateName.parse(mail.template), JSON.parse(content)];
      rendered = await renderMail(template, props);
      sealedCopy = await buildCopy(template, props, mailId);
    }
    await sendBySmtp(
      {
        ...rendered,
        to: mail.recipient,
        messageId: `<${mail.id}@${new URL(config.addresses.portal).hostname}>`,
      },
      smtpUrl,
    );
  } catch (error) {
    // After a restored backup, an operator may still restore the key.
    const isLastAttempt = error instanceof MailDecryptionError ? mail.isExpired : mail.isLastAttempt;
    const status = isPermanentRefusal(error) ? 'refused' : isLastAttempt ? 'undelivered' : 'queued';
    await recordAttempt(mail, {
      status,
      lastError: getErrorCode(error),
      ...(status !== 'queued' && { sealed: null, sealedCopy, failedAt: new Date() }),
    });
    log.warn('mail not sent', {
      mailId,
      template: mail.template,
      attempt: mail.attempts,
      cause: getErrorCode(error),
    });
    if (status === 'queued') throw error;
    return;
  }
  await recordAttempt(mail, {
    status: 'sent',
    sealed: null,
    sealedCopy,
    lastError: null,
    sentAt: new Date(),
  });
}

class MailDecryptionError extends Error {
  readonly code = 'decryption_failed';
}

/** Without a copy, the email is sent nevertheless. */
async function buildCopy<N extends TemplateName>(
  template: N,
  props: TemplateProps<N>,
  mailId: string,
): Promise<string | null> {
  try {
    return sealCopy(await renderCopy(template, props));
  } catch (error) {
    log.error('copying an email', error, { mailId });
    return null;
  }
}

/** The queue's attempts are used up by then. */
const queueRetryHours = 12;
const maximumRetryDays = 7;
export const maximumRetried = 1000;

/**
 * Retries emails that the queue has given up: a mail server may be down for a day, and a process may die
 * while sending. The first attempt after seven days is the last one, unless the email's key is missing. Those with the fewest
 * attempts come first, so that emails whose key is missing don't hold up the others. Called by a timer.
 */
export async function retryPendingMails(): Promise<void> {
  const pendingMails = await prisma.$queryRaw<{ id: string }[]>`
    select id from mails
    where (status = 'queued' and created_at < now() - make_interval(hours => ${queueRetryHours}))
       or (status = 'sending' and leased_until < now() - make_interval(secs => ${mailLeaseSeconds}))
    order by attempts, created_at limit ${maximumRetried}`;
  for (const { id } of pendingMails) await enqueueJob(prisma, 'send-mail', { mailId: id }, { retryLimit: 0 });
}

/** Retries a waiting email now. */
export async function requeueMail(db: Database, mailId: string): Promise<'queued' | 'nothing_to_send'> {
  if (!(await db.mail.count({ where: { id: mailId, status: 'queued', sealed: { not: null } } })))
    return 'nothing_to_send';
  await enqueueJob(db, 'send-mail', { mailId }, { retryLimit: 0 });
  return 'queued';
}

type LeasedMail = {
  id: string;
  recipient: string;
  template: string;
  sealed: string | null;
  originalId: string | null;
  attempts: number;
  isLastAttempt: boolean;
  isExpired: boolean;
};

/** Leases the email for this process, also after its holder's lease has expired. */
async function leaseMail(mailId: string): Promise<LeasedMail | undefined> {
  const [mail] = await prisma.$queryRaw<LeasedMail[]>`
    update mails set status = 'sending', attempts = attempts + 1, leased_until = now() + make_interval(secs => ${mailLeaseSeconds})
    where id = ${mailId} and (status = 'queued' or (status = 'sending' and leased_until < now()))
    returning id, recipient, template, sealed, original_id as "originalId", attempts,
      created_at <= now() - make_interval(days => ${maximumRetryDays}) as "isLastAttempt",
      created_at <= now() - make_interval(days => ${copyRetentionDays}) as "isExpired"`;
  return mail;
}

/** Records an attempt's result, unless another process has taken the email over since. */
async function recordAttempt(
  mail: LeasedMail,
  data: {
    status: string;
    lastError: string | null;
    sealed?: null;
    sealedCopy?: string | null;
    sentAt?: Date;
    failedAt?: Date;
  },
): Promise<void> {
  await prisma.mail.updateMany({
    where: { id: mail.id, status: 'sending', attempts: mail.attempts },
    data: { ...data, leasedUntil: null },
  });
}

/**
 * Whether the server rejects the recipient. If it rejects the sender or the content, the cause may be our configuration,
 * which would end all emails at once.
 */
function isPermanentRefusal(error: unknown): boolean {
  const { command, responseCode } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 550 && responseCode < 555;
}

/** Only the kind of error: a mail server's message may contain the address. */
function getErrorCode(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string };
  return [code ?? name ?? 'unknown', responseCode].filter(Boolean).join(' ');
}
