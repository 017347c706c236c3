import { recordAudit, type AuditAction, type AuditActor, type AuditValues } from '~/audit/audit';
import type { Database } from '~/platform/db.server';

type OwnAction = { userId: string; actor: AuditActor; action: AuditAction; details?: AuditValues; address?: string };

/**
 * Writes down what happened to somebody's own access, in the log of the account they work for: those who answer for it see who has
 * signed in and how (PCI DSS 10.2). What the staff does in its own area belongs to no account.
 */
export async function recordOwnAction(db: Database, { userId, ...note }: OwnAction): Promise<void> {
  const member = note.actor.startsWith('staff:') ? null : await db.member.findFirst({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { accountId: 'asc' }], select: { accountId: true } });
  await recordAudit(db, { ...note, subject: userId, accountId: member?.accountId });
}
