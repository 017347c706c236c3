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
  // In the order in which their chains are locked, so that two of these never deadlock.
  const members = entry.actor.startsWith('staff:')
    ? []
    : await db.member.findMany({
        where: { userId },
        orderBy: { accountId: 'asc' },
        select: { accountId: true },
      });
  for (const { accountId } of members.length ? members : [{ accountId: undefined }])
    await recordAudit(db, { ...entry, subject: userId, accountId });
}
