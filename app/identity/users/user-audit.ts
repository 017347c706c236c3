import { recordAudit, type AuditAction, type AuditActor, type AuditValues } from '~/audit/audit';
import type { Database } from '~/platform/database/db.server';

type UserAuditEntry = {
  userId: string;
  actor: AuditActor;
  action: AuditAction;
  details?: AuditValues;
  before?: AuditValues;
  after?: AuditValues;
  address?: string;
};

/**
 * Audits changes of a person's own access in the log of each of their accounts, so that those in charge see
 * who logs in and how (PCI DSS 10.2). Staff actions in their own area belong to no account.
 */
export async function recordUserAudit(db: Database, { userId, ...entry }: UserAuditEntry): Promise<void> {
  const accountIds = entry.actor.startsWith('staff:') ? [] : await listAccountIds(db, userId);
  for (const accountId of accountIds.length ? accountIds : [undefined])
    await recordAudit(db, { ...entry, subject: userId, accountId });
}

/** In the order in which their chains are locked, so that two transactions never deadlock. */
async function listAccountIds(db: Database, userId: string): Promise<string[]> {
  const members = await db.member.findMany({
    where: { userId },
    orderBy: { accountId: 'asc' },
    select: { accountId: true },
  });
  return members.map(({ accountId }) => accountId);
}
