import { recordAudit } from '~/audit/audit';
import { lockAccount } from '~/platform/database/account-lock.server';
import { prisma } from '~/platform/database/db.server';

/**
 * The amount of one live payment that can be refunded manually without a second factor, in minor units of its
 * currency. Null: any amount.
 */
export async function findRefundConfirmationLimit(accountId: string): Promise<number | null> {
  const { refundConfirmAbove } = await prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { refundConfirmAbove: true },
  });
  return refundConfirmAbove;
}

/** For a person who has just confirmed their identity. The same limit isn't a change. */
export async function changeRefundConfirmationLimit({
  accountId,
  limit,
  by,
  address,
}: {
  accountId: string;
  limit: number | null;
  by: string;
  address?: string;
}): Promise<void> {
  await prisma.$transaction(async (db) => {
    await lockAccount(db, accountId);
    const { refundConfirmAbove: before } = await db.account.findUniqueOrThrow({
      where: { id: accountId },
      select: { refundConfirmAbove: true },
    });
    if (before === limit) return;
    await db.account.update({ where: { id: accountId }, data: { refundConfirmAbove: limit } });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'refund_limit_changed',
      accountId,
      before: { refund_limit: before },
      after: { refund_limit: limit },
      address,
    });
  });
}
