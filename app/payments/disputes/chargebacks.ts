import type { StatementEntry } from '~/acquirers/acquirer';
import { databaseNow, prisma, type Database } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { Prisma } from '~/platform/prisma/client';
import { notifyDisputeDecided, notifyChargebackOpened } from './dispute-notifications';
import { publishTransactionEvent } from '~/payments/transactions/transaction-events';
import { getRefundableAmount } from '~/payments/transactions/states';
import { amountsOf, type TransactionRow } from '~/payments/transactions/transaction-object';

type ChargebackEntry<K extends StatementEntry['kind']> = Extract<StatementEntry, { kind: K }>;

/** The operator that records what an acquirer reports about chargebacks. */
export const chargebackOperator = 'system:chargebacks';

/**
 * Opens a chargeback (decisions: Lifecycle): creates a CHARGEBACK transaction and locks its share of the
 * payment against refunds. While the payment has pending operations, that is what they leave. The rest follows when
 * their outcome is recorded.
 * @returns false when the payment isn't known, is pending, or has another currency
 */
export function openChargeback(
  connectionId: string,
  entry: ChargebackEntry<'chargeback_opened'>,
): Promise<boolean> {
  return prisma.$transaction(async (db) => {
    const payment = await lockPayment(db, connectionId, entry.authorization);
    if (!payment || payment.status === 'PENDING' || payment.order_currency !== entry.currency) return false;
    const locked = Math.min(entry.amountMinor, getRefundableAmount(amountsOf(payment)));
    const id = createId('trx');
    // A second report opens nothing: the reference is unique.
    const { count } = await db.transaction.createMany({
      data: { id, ...chargebackData(payment, entry), chargebackOpen: locked },
      skipDuplicates: true,
    });
    if (count === 0) return true;
    const now = await databaseNow(db);
    await db.transaction.update({
      where: { id: payment.id },
      data: { chargebackOpen: { increment: locked }, version: { increment: 1 }, updatedAt: now },
    });
    for (const transactionId of [id, payment.id])
      await addOperation(db, {
        transactionId,
        type: 'chargeback',
        amount: entry.amountMinor,
        currency: entry.currency,
        reason: entry.reason,
        completedAt: now,
      });
    await publishTransactionEvent(db, id, 'chargeback.opened');
    const merchant = { accountId: payment.account_id, environment: payment.environment };
    await db.dispute.create({ data: { transactionId: id, ...merchant } });
    await notifyChargebackOpened(db, {
      id,
      ...merchant,
      amount: entry.amountMinor,
      currency: entry.currency,
      dueBy: entry.dueBy === null ? null : new Date(entry.dueBy),
    });
    return true;
  });
}

/**
 * Closes a chargeback. If won, its share is released, first to chargebacks that lack some of theirs. If lost, it's
 * deducted for good.
 * @returns false when the chargeback isn't known
 */
export function closeChargeback(
  connectionId: string,
  entry: ChargebackEntry<'chargeback_won' | 'chargeback_lost'>,
): Promise<boolean> {
  const won = entry.kind === 'chargeback_won';
  return prisma.$transaction(async (db) => {
    // The chargeback's share is read while nobody can increase it.
    await lockPayment(db, connectionId, entry.authorization);
    const chargeback = await db.transaction.findFirst({
      where: { connectionId, type: 'CHARGEBACK', authorizationId: entry.reference },
    });
    if (!chargeback) return false;
    const {
      id,
      accountId,
      environment,
      parentId,
      chargebackOpen: locked,
      orderAmount: amount,
      orderCurrency: currency,
    } = chargeback;
    const updatedAt = await databaseNow(db);
    const end = won
      ? ({ status: 'VOIDED', disputeStage: 'won' } as const)
      : ({ status: 'SETTLED', disputeStage: 'lost', settledAt: updatedAt } as const);
    const { count } = await db.transaction.updateMany({
      where: { id, status: 'CAPTURED' },
      data: { ...end, version: { increment: 1 }, updatedAt },
    });
    if (count === 0) return true;
    // A response without an answer isn't sent again.
    await db.dispute.updateMany({ where: { transactionId: id }, data: { nextAttemptAt: null } });
    const share = {
      chargebackOpen: { decrement: locked },
      ...(!won && { amountChargedBack: { increment: locked } }),
    };
    await db.transaction.update({
      where: { id: parentId! },
      data: { ...share, version: { increment: 1 }, updatedAt },
    });
    if (won) await increaseLockedAmount(db, parentId!);
    for (const transactionId of [id, parentId!])
      await addOperation(db, {
        transactionId,
        type: `dispute_${end.disputeStage}`,
        amount,
        currency,
        reason: null,
        completedAt: updatedAt,
      });
    await publishTransactionEvent(db, id, `chargeback.${end.disputeStage}`);
    // The merchant was notified when they accepted it.
    if (won || chargeback.disputeStage !== 'accepted')
      await notifyDisputeDecided(db, {
        id,
        accountId,
        environment: environment as Environment,
        amount,
        currency,
        outcome: won ? 'won' : 'lost',
      });
    return true;
  });
}

/**
 * When a refund has failed, a chargeback was won, or the outcome of an operation is recorded, chargebacks that found
 * less than their amount to lock or deduct get the rest.
 */
export async function increaseLockedAmount(db: Database, paymentId: string): Promise<void> {
  const [payment] = await queryRows<TransactionRow>(
    Prisma.sql`select * from transactions where id = ${paymentId} for update`,
    db,
  );
  for (const { chargebackId, isLost, amount } of await findMissingShares(payment!, db)) {
    const share = { increment: amount };
    await db.transaction.update({
      where: { id: chargebackId },
      data: { chargebackOpen: share, version: { increment: 1 } },
    });
    await db.transaction.update({
      where: { id: paymentId },
      data: {
        ...(isLost ? { amountChargedBack: share } : { chargebackOpen: share }),
        version: { increment: 1 },
      },
    });
  }
}

/** What {@link increaseLockedAmount} does to a payment with these amounts. */
export async function addMissingShares(payment: TransactionRow): Promise<TransactionRow> {
  const after = { ...payment };
  for (const { isLost, amount } of await findMissingShares(payment))
    after[isLost ? 'amount_charged_back' : 'chargeback_open'] += amount;
  return after;
}

/** How much of the refundable amount goes to each chargeback that lacks some of its own, the oldest first. */
async function findMissingShares(
  payment: TransactionRow,
  db: Database = prisma,
): Promise<{ chargebackId: string; isLost: boolean; amount: number }[]> {
  const chargebacks = await db.transaction.findMany({
    where: { parentId: payment.id, type: 'CHARGEBACK', status: { in: ['CAPTURED', 'SETTLED'] } },
    orderBy: { id: 'asc' },
  });
  let left = getRefundableAmount(amountsOf(payment));
  return chargebacks.flatMap(({ id: chargebackId, status, orderAmount, chargebackOpen }) => {
    const amount = Math.min(orderAmount - chargebackOpen, left);
    left -= amount;
    return amount > 0 ? [{ chargebackId, isLost: status === 'SETTLED', amount }] : [];
  });
}

/** The payment that an acquirer names by our reference, locked until the caller's transaction ends. */
async function lockPayment(
  db: Database,
  connectionId: string,
  authorization: string,
): Promise<TransactionRow | undefined> {
  const [payment] = await queryRows<TransactionRow>(
    Prisma.sql`select t.* from operations o join transactions t on t.id = o.transaction_id
    where o.id = ${authorization} and t.connection_id = ${connectionId} and t.type = 'PAYMENT' for update of t`,
    db,
  );
  return payment;
}

function chargebackData(payment: TransactionRow, entry: ChargebackEntry<'chargeback_opened'>) {
  return {
    accountId: payment.account_id,
    environment: payment.environment,
    type: 'CHARGEBACK',
    status: 'CAPTURED',
    orderId: payment.order_id,
    orderAmount: entry.amountMinor,
    orderCurrency: entry.currency,
    externalId: entry.reference,
    parentId: payment.id,
    authorizationId: entry.reference,
    connectionId: payment.connection_id,
    cardBrand: payment.card_brand,
    cardLastFour: payment.card_last_four,
    disputeStage: 'needs_response',
    disputeReason: entry.reason,
    disputeDueBy: entry.dueBy,
  };
}

type Operation = {
  transactionId: string;
  type: 'chargeback' | 'dispute_won' | 'dispute_lost';
  amount: number;
  currency: string;
  reason: string | null;
  completedAt: Date;
};

async function addOperation(db: Database, operation: Operation): Promise<void> {
  const id = createId('op');
  await db.operation.create({
    data: { ...operation, id, status: 'SUCCEEDED', operator: chargebackOperator },
  });
  await db.transaction.update({ where: { id: operation.transactionId }, data: { lastOperationId: id } });
}
