import { prisma } from '~/platform/database/db.server';

export const mailStatuses = ['queued', 'sending', 'sent', 'refused', 'bounced', 'undelivered'] as const;

export type MailStatus = (typeof mailStatuses)[number];

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

type MailFilter = {
  /** A complete address in lowercase. */
  recipient?: string;
  status?: MailStatus;
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
    where: { recipient, status, ...(before && { id: { lt: before } }) },
    // IDs sort by creation time.
    orderBy: { id: 'desc' },
    take: limit + 1,
    select: mailColumns,
  });
  const mails = found.slice(0, limit);
  return { mails, before: found.length > limit ? mails.at(-1)!.id : null };
}

/** Emails by ID, as {@link listMails} lists them. */
export const findMailsById = (ids: readonly string[]) =>
  prisma.mail.findMany({ where: { id: { in: [...ids] } }, select: mailColumns });
