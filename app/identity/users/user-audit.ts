import { recordAudit, type AuditAction, type AuditActor, type AuditValues } from '~/audit/audit';
import type { Database } from '~/platform/db.server';

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
 * Writes down what happened to somebody's own access, in the log of each account they work for: those who answer for it see who has
 * signed in and how (PCI DSS 10.2). What the staff does in its own area belongs to no account.
 */
export async function recordUserAudit(db: Database, { userId, ...entry }: UserAuditEntry): Promise<void> {
  // In one order, in which their chains are locked: two of these at once never wait for each other.
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
