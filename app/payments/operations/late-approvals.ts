import { confirmedCancelCode } from '~/acquirers/decline-codes';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';

/** The operator that reverses an authorization approved after it was recorded as declined. */
export const lateApprovalOperator = 'system:late-approvals';

/**
 * Handles an approval that arrived after we had recorded a decline (threat T20). Writes an operation that
 * releases the hold or returns the money. The unknown-outcomes timer requests it until it succeeds. Happens
 * once per authorization.
 * @param acquirerReference the acquirer's own reference of the authorization, if the approval contained it
 */
export async function reverseLateApproval(operationId: string, acquirerReference?: string): Promise<void> {
  const operation = await prisma.operation.findUniqueOrThrow({ where: { id: operationId } });
  // An acquirer can report an authorization after the cancel that ended it.
  if (operation.status !== 'FAILED' || operation.acquirerCode === confirmedCancelCode) return;
  const { transactionId, amount, currency } = operation;
  log.error('approved by the acquirer, recorded as failed', new Error('contradiction'), {
    operationId,
    transactionId,
  });
  if (operation.type !== 'authorize' && operation.type !== 'authcap') return;
  const id = createId('op');
  await prisma.$transaction(async (db) => {
    const { count } = await db.operation.updateMany({
      where: { id: operationId, reversedBy: null },
      data: { reversedBy: id, ...(acquirerReference && { acquirerReference }) },
    });
    if (count === 0) return;
    const type = operation.type === 'authcap' ? 'refund' : 'void';
    const reason = 'approved after it was recorded as declined';
    await db.operation.create({
      data: {
        id,
        transactionId,
        type,
        amount,
        currency,
        reason,
        operator: lateApprovalOperator,
        inquireAt: new Date(0),
      },
    });
  });
}
