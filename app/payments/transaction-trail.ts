import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { nameOperators } from './operators';

export type TransactionWithTrail = NonNullable<Awaited<ReturnType<typeof findTransactionWithTrail>>>;

/**
 * A transaction with all that happened to it, oldest first, the payment it belongs to and its own refunds (spec 2.2).
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
    select: { id: true, type: true, status: true, orderAmount: true, createdAt: true },
  } as const;
  const found = await prisma.transaction.findUnique({
    where: { id, accountId, environment },
    include: { operations: { orderBy: { sequence: 'asc' } }, parent: { select: related.select }, refunds: related },
  });
  if (!found) return null;
  const { operations, refunds: children, ...transaction } = found;
  const operatorName = await nameOperators(
    accountId,
    operations.map(({ operator }) => operator),
  );
  return {
    ...transaction,
    children,
    operations: operations.map(({ id, type, status, amount, currency, reason, externalId, operator, createdAt }) => ({
      id,
      type,
      status,
      amount,
      currency,
      reason,
      externalId,
      operator: operatorName(operator),
      createdAt,
    })),
  };
}
