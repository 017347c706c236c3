import { recordAudit, type AuditActor } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { reportedKinds } from './discrepancies';

type Resolution = { id: string; resolution: string; actor: AuditActor; address?: string };

/** Resolves a discrepancy that reconciliation can't resolve, and records what staff decided in the audit log. */
export async function resolveDiscrepancy({
  id,
  resolution,
  actor,
  address,
}: Resolution): Promise<'resolved' | 'nothing_to_resolve'> {
  return prisma.$transaction(async (db) => {
    const [found] = await db.discrepancy.updateManyAndReturn({
      where: { id: BigInt(id), kind: { in: [...reportedKinds] }, resolvedAt: null },
      data: { resolvedAt: new Date(), resolution },
      select: { subject: true, transactionId: true },
    });
    if (!found) return 'nothing_to_resolve';
    await recordAudit(db, {
      actor,
      action: 'discrepancy_resolved',
      subject: found.transactionId ?? found.subject,
      details: { discrepancy: id, operation: found.subject, resolution },
      address,
    });
    return 'resolved';
  });
}
