import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { nameOperators } from './operators';

export type TransactionWithTrail = NonNullable<Awaited<ReturnType<typeof findTransactionWithTrail>>>;

/** What ends a chargeback, by its name in the database (decisions: Lifecycle), is how the dispute was decided. */
const disputeEnds: Record<string, string> = { settle: 'dispute_lost', void: 'dispute_won' };

function asDisputeEnd<O extends { type: string; reason: string | null }>(operation: O): O {
  const type = disputeEnds[operation.type];
  return type ? { ...operation, type, reason: null } : operation;
}

/**
 * A transaction with all that happened to it, oldest first, the payment it belongs to and its own refunds (spec 2.2).
 * The trail of a payment also tells how its disputes were decided, and what the payer's browser was seen to do.
 * Null for an unknown id, another merchant's and the other environment's alike.
 */
export async function findTransactionWithTrail({
  accountId,
  environment,
  id,
}: {
  accountId: string;
  environment: Environment;
  id: string;
}) {
  const related = {
    where: { accountId, environment },
    orderBy: { id: 'asc' },
    select: { id: true, type: true, status: true, orderAmount: true, externalId: true, declineCode: true, createdAt: true },
  } as const;
  const trail = { orderBy: { sequence: 'asc' }, omit: { responseBody: true } } as const;
  const disputes = { ...related, select: { ...related.select, operations: { ...trail, where: { type: { in: Object.keys(disputeEnds) } } } } } as const;
  const found = await prisma.transaction.findUnique({
    where: { id, accountId, environment },
    include: { operations: trail, parent: { select: related.select }, refunds: disputes },
  });
  if (!found) return null;
  const visit = found.intentId
    ? await prisma.paymentIntent.findUnique({
        where: { id: found.intentId, accountId, environment },
        select: { state: true, openedAt: true, sentBackAt: true, canceledAt: true, transactionId: true },
      })
    : null;
  const { operations: own, refunds, ...transaction } = found;
  const children = refunds.map(({ operations: _ends, ...child }) => child);
  const ends = refunds.filter(({ type }) => type === 'CHARGEBACK').flatMap((chargeback) => chargeback.operations.map(asDisputeEnd));
  const operations = [...(found.type === 'CHARGEBACK' ? own.map(asDisputeEnd) : own), ...ends].sort((a, b) => Number(a.sequence - b.sequence));
  const operatorName = await nameOperators(
    accountId,
    operations.map(({ operator }) => operator),
  );
  return {
    ...transaction,
    // What became of the visit is told where it ended: with its last payment.
    visit: visit?.transactionId === id ? visit : null,
    children,
    operations: operations.map(({ id, type, status, amount, currency, reason, externalId, operator, declineCode, createdAt }) => ({
      id,
      type,
      status,
      amount,
      currency,
      reason,
      externalId,
      operator: operatorName(operator),
      declineCode,
      createdAt,
    })),
  };
}
