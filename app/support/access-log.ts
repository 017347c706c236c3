import { recordAudit, type AuditAction, type AuditValues } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { Prisma } from '~/platform/prisma/client';

type StaffAccess = {
  userId: string;
  /** The merchant in whose audit log it's recorded. Without one, it's recorded in the staff's alone. */
  accountId?: string;
  action: Extract<AuditAction, `staff_viewed_${string}`>;
  subject: string;
  details?: AuditValues;
};

/**
 * Records in the audit log that a staff member viewed a record, before they see it (PCI
 * DSS 10.2; threat T25). One entry per person, record and hour, because going back and forth during a call
 * would fill the log. The merchant doesn't see the staff member's IP address.
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
    // Two clicks at once write one entry.
    await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`${actor} ${action} ${subject}`}, 0))`;
    const [known] = await db.$queryRaw<object[]>`
      select 1 as known from audit_entries where ${accountId === undefined ? Prisma.sql`account_id is null` : Prisma.sql`account_id = ${accountId}`} and subject = ${subject} and actor = ${actor} and action = ${action} and created_at > now() - interval '1 hour' order by id desc limit 1`;
    if (!known) await recordAudit(db, { actor, action, accountId, subject, details });
  });
}

/**
 * Records a search in the staff audit log. A later page of a recorded search adds no entry. Email addresses
 * are redacted to what distinguishes them, because the log is kept forever.
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

/** The URL of a later page can be typed: without a recorded first page, it is a search of its own. */
async function isKnownSearch(userId: string, queryText: string): Promise<boolean> {
  const [known] = await prisma.$queryRaw<object[]>`
    select 1 as known from audit_entries where account_id is null and actor = ${`staff:${userId}`} and action = 'staff_searched' and details ->> 'query' = ${queryText} and created_at > now() - interval '1 day' limit 1`;
  return known !== undefined;
}
