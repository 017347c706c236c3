import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { readMerchantPayouts } from './payout-summaries';

type Transaction = { accountId: string; environment: Environment; id: string };

/** A transaction has few entries: its captures, or a refund and its return. */
const maximumEntries = 50;

/** What of a transaction is in payouts, oldest first. The payouts are as the merchant sees them, with their own share. */
export async function listTransactionPayouts({ accountId, environment, id }: Transaction) {
  const entries = await prisma.payoutEntry.findMany({
    where: { transactionId: id, accountId, environment },
    orderBy: [{ occurredAt: 'asc' }, { acquirerId: 'asc' }],
    take: maximumEntries,
  });
  const payouts = await readMerchantPayouts({
    ...{ accountId, environment },
    ids: [...new Set(entries.map(({ payoutId }) => payoutId))],
  });
  return entries.flatMap(({ acquirerId, payoutId, kind, fee, net }) =>
    payouts
      .filter((payout) => payout.id === payoutId)
      .map(({ status, currency, arrivesOn, net: payoutNet }) => ({
        ...{ entryId: acquirerId, kind, gross: net + fee, fee, net },
        payout: { id: payoutId, status, currency, arrivesOn, net: payoutNet },
      })),
  );
}

export type TransactionPayout = Awaited<ReturnType<typeof listTransactionPayouts>>[number];
