import { recordAudit, type AuditValues } from '~/audit/audit';
import { lockAccount } from '~/platform/database/account-lock.server';
import { prisma, type Database } from '~/platform/database/db.server';

/**
 * The limits of an account's manual live refunds, in minor units of the payment's currency. Multiply them by
 * `getAmountScale`. Null: no limit.
 */
export type RefundLimits = {
  /** Above this total, a refund requires a second factor. */
  confirmAbove: number | null;
  /** The most that one team member can refund within 24 hours. */
  perMember: number | null;
  /** The most that all team members together can refund within 24 hours. */
  perAccount: number | null;
};

export async function findRefundLimits(accountId: string, db: Database = prisma): Promise<RefundLimits> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { refundConfirmAbove: true, memberRefundLimit: true, accountRefundLimit: true },
  });
  return {
    confirmAbove: account.refundConfirmAbove,
    perMember: account.memberRefundLimit,
    perAccount: account.accountRefundLimit,
  };
}

/** For a person who has just confirmed their identity. Equal limits aren't a change. */
export async function changeRefundLimits({
  accountId,
  limits,
  by,
  address,
}: {
  accountId: string;
  limits: RefundLimits;
  by: string;
  address?: string;
}): Promise<void> {
  await prisma.$transaction(async (db) => {
    await lockAccount(db, accountId);
    const [before, after] = [toAuditValues(await findRefundLimits(accountId, db)), toAuditValues(limits)];
    const changedNames = Object.keys(after).filter((name) => after[name] !== before[name]);
    if (!changedNames.length) return;
    await db.account.update({
      where: { id: accountId },
      data: {
        refundConfirmAbove: limits.confirmAbove,
        memberRefundLimit: limits.perMember,
        accountRefundLimit: limits.perAccount,
      },
    });
    const pickChanged = (values: AuditValues): AuditValues =>
      Object.fromEntries(changedNames.map((name) => [name, values[name]!]));
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'refund_limit_changed',
      accountId,
      before: pickChanged(before),
      after: pickChanged(after),
      address,
    });
  });
}

function toAuditValues({ confirmAbove, perMember, perAccount }: RefundLimits): AuditValues {
  return { refund_limit: confirmAbove, member_refund_limit: perMember, account_refund_limit: perAccount };
}
