import { findRefundLimits, type RefundLimits } from '~/merchants/accounts/refund-limits';
import type { Reservation } from '~/payments/idempotency/reservations';
import { lockAccount } from '~/platform/database/account-lock.server';
import type { Database } from '~/platform/database/db.server';
import { getAmountScale } from '~/platform/money/currencies';
import { defineStatement } from '~/platform/database/statement.server';

// The limits of manual live refunds (record 23). API refunds have none, and run none of these statements.

type Refund = { accountId: string; operator: string; paymentId: string; currency: string };
/** In minor units. `payment`: all refunds of the payment, including older ones and those through the API. */
type RefundTotals = { payment: number; member: number; account: number };

// Pending refunds count, and declined or returned ones don't. The window moves, because a calendar day would
// allow twice the limit around midnight.
const countedRefunds = `from manual_refunds m join operations o on o.id = m.operation_id
  where m.account_id = :accountId and m.created_at > now() - interval '24 hours'
    and o.currency = :currency and o.status <> 'FAILED' and o.reversed_by is null`;

const findRefundTotals = defineStatement<Refund, RefundTotals>(
  'find-refund-totals',
  `select (select amount_refunded + refund_reserved from transactions where id = :paymentId) as payment,
    coalesce(sum(o.amount) filter (where o.operator = :operator), 0)::bigint as member,
    coalesce(sum(o.amount), 0)::bigint as account
  ${countedRefunds}`,
);

/**
 * When no more than `room` has been refunded within 24 hours. Until then, the newest refund that exceeds `room`
 * together with all later ones is still counted.
 */
const findRefundLimitEnd = defineStatement<
  { accountId: string; operator: string | null; currency: string; room: number },
  { free_at: Date | null }
>(
  'find-refund-limit-end',
  `select max(created_at) + interval '24 hours' as free_at
  from (
    select m.created_at, sum(o.amount) over (order by m.created_at desc, o.id) as total
    ${countedRefunds} and (:operator::text is null or o.operator = :operator)
  ) newest
  where total > :room::bigint`,
);

/** The daily limit that a refund exceeds, or of both the one that it exceeds for longer. */
export type ExceededRefundLimit = {
  whose: 'member' | 'account';
  /** Amounts in minor units. */
  limit: number;
  left: number;
  /** When the refund fits. Null when it's larger than the limit. */
  freeAt: Date | null;
};

/** What a person's refund needs, before they request it. */
export async function checkRefundLimits({ amount, ...refund }: Refund & { amount: number }): Promise<{
  requiresSecondFactor: boolean;
  exceeded: ExceededRefundLimit | null;
}> {
  const { accountId, currency } = refund;
  const limits = await findLimitsIn(currency, accountId);
  const [totals] = await findRefundTotals(refund);
  const { payment, member, account } = totals!;
  const { requiresSecondFactor, exceeded } = compare(limits, {
    payment: payment + amount,
    member: member + amount,
    account: account + amount,
  });
  let longest: ExceededRefundLimit | null = null;
  for (const { whose, limit } of exceeded) {
    const room = limit - amount;
    const operator = whose === 'member' ? refund.operator : null;
    const [end] = room < 0 ? [] : await findRefundLimitEnd({ accountId, operator, currency, room });
    const left = Math.max(0, limit - totals![whose]);
    const next = { whose, limit, left, freeAt: end?.free_at ?? null };
    if (!longest || getFreeTime(next) > getFreeTime(longest)) longest = next;
  }
  return { requiresSecondFactor, exceeded: longest };
}

const getFreeTime = ({ freeAt }: ExceededRefundLimit) => freeAt?.getTime() ?? Infinity;

/**
 * Counts a refund in the transaction that reserved it, one at a time per account, so that concurrent refunds
 * can't exceed a limit together.
 * @throws RefundLimitError, which rolls the reservation back
 */
export async function enforceRefundLimits(
  db: Database,
  { account_id: accountId, parent_id, operation_id: operationId, order_currency: currency }: Reservation,
  { operator, confirmed }: { operator: string; confirmed: boolean },
): Promise<void> {
  await lockAccount(db, accountId);
  await db.manualRefund.create({ data: { operationId, accountId } });
  const limits = await findLimitsIn(currency, accountId, db);
  const [totals] = await findRefundTotals({ accountId, operator, paymentId: parent_id!, currency }, db);
  const { requiresSecondFactor, exceeded } = compare(limits, totals!);
  if (exceeded.length) throw new RefundLimitError('refund_limit_exceeded');
  if (requiresSecondFactor && !confirmed) throw new RefundLimitError('second_factor_needed');
}

export class RefundLimitError extends Error {
  constructor(readonly reply: 'refund_limit_exceeded' | 'second_factor_needed') {
    super(reply);
  }
}

/** An account's limits in a currency. */
async function findLimitsIn(currency: string, accountId: string, db?: Database): Promise<RefundLimits> {
  const { confirmAbove, perMember, perAccount } = await findRefundLimits(accountId, db);
  const scale = (limit: number | null) => (limit === null ? null : limit * getAmountScale(currency));
  return {
    confirmAbove: scale(confirmAbove),
    perMember: scale(perMember),
    perAccount: scale(perAccount),
  };
}

/** `totals`: including the refund. */
function compare(
  { confirmAbove, perMember, perAccount }: RefundLimits,
  { payment, member, account }: RefundTotals,
): {
  requiresSecondFactor: boolean;
  exceeded: Pick<ExceededRefundLimit, 'whose' | 'limit'>[];
} {
  const exceeded: Pick<ExceededRefundLimit, 'whose' | 'limit'>[] = [];
  if (perAccount !== null && account > perAccount) exceeded.push({ whose: 'account', limit: perAccount });
  if (perMember !== null && member > perMember) exceeded.push({ whose: 'member', limit: perMember });
  return {
    requiresSecondFactor: confirmAbove !== null && Math.max(payment, account) > confirmAbove,
    exceeded,
  };
}
