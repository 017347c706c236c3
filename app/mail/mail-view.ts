import { prisma } from '~/platform/database/db.server';
import { getResendAlternative, maximumResendsPerDay } from './copy-resend';
import { mailColumns, maskPayer } from './mail-list';
import { copyRetentionDays, isCopyExpired, unsealCopy, type MailCopy } from './mail-copy';

export type MailView = NonNullable<Awaited<ReturnType<typeof findMail>>>;

/**
 * An email with its delivery, and those that sent it again, newest first. `copy` is null before it's sent and
 * after it's deleted. `instead`: what to tell its recipient if it can't be sent again because of its secrets.
 * Null for an unknown ID.
 */
export async function findMail(id: string) {
  const found = await prisma.mail.findUnique({
    where: { id },
    select: {
      ...mailColumns,
      failedAt: true,
      sealedCopy: true,
      original: { select: { id: true, sealedCopy: true, createdAt: true, sentAt: true } },
      resends: { select: { id: true, createdAt: true, status: true }, orderBy: { id: 'desc' } },
    },
  });
  if (!found) return null;
  const { sealedCopy: ownCopy, original, ...mail } = found;
  const sealedCopy = original ? original.sealedCopy : ownCopy;
  const copy: MailCopy | null = sealedCopy === null ? null : unsealCopy(sealedCopy);
  return {
    ...maskPayer(mail),
    originalId: original?.id ?? null,
    copy,
    isCopyExpired: isCopyExpired(original ?? mail),
    ...{ copyRetentionDays, maximumResendsPerDay },
    instead: getResendAlternative(mail.template, copy),
  };
}
