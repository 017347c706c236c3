import { recordAudit, type AuditAction, type AuditValues } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';

type StaffAccess = {
  userId: string;
  accountId: string;
  action: Extract<AuditAction, `staff_viewed_${string}`>;
  subject: string;
  details?: AuditValues;
};

/**
 * Writes into a merchant's own audit log that somebody of the staff looks at something of it, before they see it (PCI DSS 10.2; threat T25).
 * Once for each person, thing and hour: who goes back and forth while a caller waits would fill the log. From where they looked is not the merchant's to know.
 */
export async function recordStaffAccess({
  userId,
  accountId,
  action,
  subject,
  details,
}: StaffAccess): Promise<void> {
  const actor = `staff:${userId}` as const;
  await prisma.$transaction(async (db) => {
    // Two clicks at once are one.
    await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`${actor} ${action} ${subject}`}, 0))`;
    const [known] = await db.$queryRaw<object[]>`
      select 1 as known from audit_entries where account_id = ${accountId} and subject = ${subject} and actor = ${actor} and action = ${action} and created_at > now() - interval '1 hour' order by id desc limit 1`;
    if (!known) await recordAudit(db, { actor, action, accountId, subject, details });
  });
}

/**
 * Writes down what was searched for, in the staff's own log; a later page of a search that stands there already is part of it. Of an email address it keeps
 * what tells it apart: the log is for ever.
 */
export async function recordStaffSearch({
  userId,
  query,
  isLaterPage,
  address,
}: {
  userId: string;
  query: string;
  isLaterPage: boolean;
  address?: string;
}): Promise<void> {
  const maskedQuery = query.replace(
    /(?<![^\s,;<>()])([^\s@,;<>()])[^\s@,;<>()]{0,63}@([^\s@,;<>()]+)/gu,
    '$1…@$2',
  );
  if (isLaterPage && (await isKnownSearch(userId, maskedQuery))) return;
  await recordAudit(prisma, {
    actor: `staff:${userId}`,
    action: 'staff_searched',
    details: { query: maskedQuery },
    address,
  });
}

/** The address of a later page can be written manually: without the first one it is a search of its own. */
async function isKnownSearch(userId: string, queryText: string): Promise<boolean> {
  const [known] = await prisma.$queryRaw<object[]>`
    select 1 as known from audit_entries where account_id is null and actor = ${`staff:${userId}`} and action = 'staff_searched' and details ->> 'query' = ${queryText} and created_at > now() - interval '1 day' limit 1`;
  return known !== undefined;
}
