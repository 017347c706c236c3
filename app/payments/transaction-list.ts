import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';

export type TransactionFilter = {
  accountId: string;
  environment: Environment;
  status?: string;
  /** A whole transaction id, external_id or order_id. */
  search?: string;
  /** The id a page ends with; the next one starts below it. */
  before?: string;
  limit?: number;
};

export type TransactionSummary = Awaited<ReturnType<typeof listTransactions>>['transactions'][number];

/** A merchant's transactions, newest first. `before` of the next page is null when there is none. */
export async function listTransactions({ accountId, environment, status, search, before, limit = 25 }: TransactionFilter) {
  const found = await prisma.transaction.findMany({
    where: {
      accountId,
      environment,
      ...(status ? { status } : {}),
      ...(search ? { OR: [{ id: search }, { externalId: search }, { orderId: search }] } : {}),
      ...(before ? { id: { lt: before } } : {}),
    },
    // Ids sort by the time they were made, and the index leads with them.
    orderBy: { id: 'desc' },
    take: limit + 1,
    select: {
      id: true,
      type: true,
      status: true,
      orderAmount: true,
      orderCurrency: true,
      chargebackOpen: true,
      amountChargedBack: true,
      externalId: true,
      cardBrand: true,
      cardLastFour: true,
      createdAt: true,
    },
  });
  const transactions = found.slice(0, limit);
  return { transactions, before: found.length > limit ? transactions.at(-1)!.id : null };
}
