import { prisma } from '~/platform/database/db.server';

export const mailStatuses = ['queued', 'sending', 'sent', 'refused'] as const;

export type MailStatus = (typeof mailStatuses)[number];

type MailFilter = {
  /** A whole address, in lower case. */
  recipient?: string;
  status?: MailStatus;
  /** The id a page ends with; the next one starts below it. */
  before?: string;
  limit?: number;
};

/** The mails of this installation without what they say, newest first. `before` of the next page is null when there is none. */
export async function listMails({ recipient, status, before, limit = 50 }: MailFilter) {
  const found = await prisma.mail.findMany({
    where: { recipient, status, ...(before && { id: { lt: before } }) },
    // Ids sort by the time they were made.
    orderBy: { id: 'desc' },
    take: limit + 1,
    select: {
      id: true,
      recipient: true,
      template: true,
      status: true,
      attempts: true,
      lastError: true,
      createdAt: true,
      sentAt: true,
    },
  });
  const mails = found.slice(0, limit);
  return { mails, before: found.length > limit ? mails.at(-1)!.id : null };
}
