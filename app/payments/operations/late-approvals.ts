import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';

/** Who undoes an authorization that the acquirer approved after it was recorded, and told, as declined. */
export const lateApprovalOperator = 'system:late-approvals';

/**
 * An approval that the acquirer gave after we had recorded the opposite (threat T20). What it holds or took is released:
 * an operation is written that the timer of unknown outcomes asks for until it is done. Once for each authorization.
 */
export async function reverseLateApproval(operationId: string): Promise<void> {
  const operation = await prisma.operation.findUniqueOrThrow({ where: { id: operationId } });
  if (operation.status !== 'FAILED') return;
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
      data: { reversedBy: id },
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
