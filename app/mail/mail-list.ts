import { prisma } from '~/platform/database/db.server';
import { maskEmail } from '~/platform/text/email-mask';
import type { TemplateName } from './templates';

const mailStatuses = ['queued', 'sending', 'sent', 'refused', 'bounced', 'undelivered'] as const;

export type MailStatus = (typeof mailStatuses)[number];

/** Not delivered, for any reason. */
const failedStatuses: MailStatus[] = ['refused', 'bounced', 'undelivered'];

/** `failed` is any of the failed ones. */
export const mailStatusFilters = [...mailStatuses, 'failed'] as const;

/** Of an email without its content. */
export const mailColumns = {
  id: true,
  recipient: true,
  template: true,
  status: true,
  attempts: true,
  lastError: true,
  createdAt: true,
  sentAt: true,
} as const;

/** The emails to payers, whose addresses staff see only where each view is audited (threat T25). */
const payerTemplates: readonly string[] = ['receipt'] satisfies TemplateName[];

export const maskPayer = <Mail extends { recipient: string; template: string }>(mail: Mail): Mail =>
  payerTemplates.includes(mail.template) ? { ...mail, recipient: maskEmail(mail.recipient) } : mail;

type MailFilter = {
  /** A complete address in lowercase. */
  recipient?: string;
  status?: (typeof mailStatusFilters)[number];
  /** The last ID of a page. The next one starts below it. */
  before?: string;
  limit?: number;
};

/**
 * The emails of this installation without their content, newest first. `before` of the next page is null at
 * the end.
 */
export async function listMails({ recipient, status, before, limit = 50 }: MailFilter) {
  const found = await prisma.mail.findMany({
    where: {
      recipient,
      status: status === 'failed' ? { in: failedStatuses } : status,
      ...(before && { id: { lt: before } }),
    },
    // IDs sort by creation time.
    orderBy: { id: 'desc' },
    take: limit + 1,
    select: mailColumns,
  });
  const mails = found.slice(0, limit).map(maskPayer);
  return { mails, before: found.length > limit ? mails.at(-1)!.id : null };
}

/**
 * The recipient of an email: `visibleAddress` is what the email's page displays. URLs name a recipient by an email,
 * because proxies log them. Null for an unknown ID.
 */
export async function findMailRecipient(id: string) {
  const mail = await prisma.mail.findUnique({ where: { id }, select: { recipient: true, template: true } });
  return mail && { address: mail.recipient, visibleAddress: maskPayer(mail).recipient };
}

/** The newest email to an address in lowercase. Null without one. */
export async function findNewestMailTo(recipient: string): Promise<string | null> {
  const { mails } = await listMails({ recipient, limit: 1 });
  return mails[0]?.id ?? null;
}

/** Emails by ID, as {@link listMails} lists them. */
export async function findMailsById(ids: readonly string[]) {
  const mails = await prisma.mail.findMany({ where: { id: { in: [...ids] } }, select: mailColumns });
  return mails.map(maskPayer);
}
