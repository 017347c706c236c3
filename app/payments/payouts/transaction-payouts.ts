import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { readMerchantPayouts } from './payout-summaries';

type Transactions = { accountId: string; environment: Environment; ids: readonly string[] };

/** A transaction has few entries: its captures, or a refund and its return. */
const maximumEntries = 50;

/** What of transactions is in payouts, oldest first. The payouts are as the merchant sees them, with their own share. */
export async function listTransactionPayouts({ accountId, environment, ids }: Transactions) {
  const entries = await prisma.payoutEntry.findMany({
    where: { transactionId: { in: [...ids] }, accountId, environment },
    orderBy: [{ occurredAt: 'asc' }, { acquirerId: 'asc' }],
    take: maximumEntries,
  });
  const payouts = await readMerchantPayouts({
    ...{ accountId, environment },
    ids: [...new Set(entries.map(({ payoutId }) => payoutId))],
  });
  return entries.flatMap(({ acquirerId, payoutId, transactionId, kind, fee, net }) =>
    payouts
      .filter((payout) => payout.id === payoutId)
      .map(({ status, currency, arrivesOn, net: payoutNet }) => ({
        ...{ entryId: acquirerId, transactionId, kind, gross: net + fee, fee, net },
        payout: { id: payoutId, status, currency, arrivesOn, net: payoutNet },
      })),
  );
}

export type TransactionPayout = Awaited<ReturnType<typeof listTransactionPayouts>>[number];
