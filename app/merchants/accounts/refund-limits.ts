import { recordAudit } from '~/audit/audit';
import { compareEdit, pickValues } from '~/platform/concurrency/compare-edit';
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

/**
 * For a person who has just confirmed their identity. Equal limits aren't a change.
 * @param seen the limits that the person saw. Unchanged ones keep their current value
 * @returns the names of the limits that someone else has changed, also if the member's limit would exceed the team's
 * @throws RangeError if the requested limit of a member exceeds the team's
 */
export async function changeRefundLimits({
  accountId,
  seen,
  limits,
  by,
  address,
}: {
  accountId: string;
  seen?: RefundLimits;
  limits: RefundLimits;
  by: string;
  address?: string;
}): Promise<'changed' | { conflicts: RefundLimitName[] }> {
  return prisma.$transaction(async (db) => {
    await lockAccount(db, accountId);
    const before = toLimitValues(await findRefundLimits(accountId, db));
    const after = toLimitValues(limits);
    const seenValues = seen ? toLimitValues(seen) : before;
    const { changedNames, conflicts } = compareEdit({ seen: seenValues, current: before, requested: after });
    if (conflicts.length) return { conflicts };
    if (!changedNames.length) return 'changed';
    const merged = { ...before, ...pickValues(after, changedNames) };
    const { member_refund_limit: perMember, account_refund_limit: perAccount } = merged;
    if (perMember !== null && perAccount !== null && perMember > perAccount) {
      const changedByOthers = dailyLimits.filter((name) => before[name] !== seenValues[name]);
      if (changedByOthers.length) return { conflicts: changedByOthers };
      throw new RangeError("A member's refund limit can't exceed the team's");
    }
    await db.account.update({
      where: { id: accountId },
      data: {
        refundConfirmAbove: merged.refund_limit,
        memberRefundLimit: perMember,
        accountRefundLimit: perAccount,
      },
    });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'refund_limit_changed',
      accountId,
      before: pickValues(before, changedNames),
      after: pickValues(after, changedNames),
      address,
    });
    return 'changed';
  });
}

const dailyLimits = ['member_refund_limit', 'account_refund_limit'] as const;
type RefundLimitName = (typeof dailyLimits)[number] | 'refund_limit';
type LimitValues = Record<RefundLimitName, number | null>;

/** The limits by their names in the audit log. */
function toLimitValues({ confirmAbove, perMember, perAccount }: RefundLimits): LimitValues {
  return { refund_limit: confirmAbove, member_refund_limit: perMember, account_refund_limit: perAccount };
}
