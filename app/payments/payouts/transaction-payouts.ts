import { getConnection, hasPayouts } from '~/payments/connections/connections';
import { prisma } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { isSuccessfulCapture } from './payout-matching';
import { readMerchantPayouts } from './payout-summaries';
import { simulatedChargebackFee } from './simulated-payouts';

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

const hasEntry = (condition: string) => `exists (select from payout_entries e where ${condition})`;

// A chargeback's entries have no operation.
const notPaidOut = `
  select t.connection_id as "connectionId", c.acquirer = 'simulator' as "isSimulated",
    coalesce(sum(o.amount) filter (where o.type <> 'dispute_won'), sum(o.amount), 0)::bigint as amount,
    coalesce(bool_or(o.type = 'chargeback'), false) as "hasChargeback"
  from transactions t join acquirer_connections c on c.id = t.connection_id join operations o on o.transaction_id = t.id
  where t.id = $1 and t.account_id = $2 and t.environment = $3 and (
    t.type = 'PAYMENT' and ${isSuccessfulCapture} and not ${hasEntry(`e.operation_id = o.id and e.kind = 'capture'`)}
    or t.type = 'REFUND' and o.type = 'refund' and o.status = 'SUCCEEDED' and o.reversed_by is null
      and not ${hasEntry(`e.operation_id = o.id and e.kind = 'refund'`)}
    or t.type = 'CHARGEBACK' and o.type = 'chargeback' and not ${hasEntry(`e.transaction_id = t.id and e.kind = 'chargeback'`)}
    or t.type = 'CHARGEBACK' and o.type = 'dispute_won' and not ${hasEntry(`e.transaction_id = t.id and e.kind = 'chargeback_reversed'`)})
  group by t.connection_id, c.acquirer`;

/** `chargebackFee`: what will be charged in addition, if it's known before the payout. In the transaction's currency. */
export type NotPaidOut = { amount: number; chargebackFee: number | null };

const everythingPaidOut: NotPaidOut = { amount: 0, chargebackFee: null };

/**
 * The captured, refunded, charged back, or returned amount that is in no payout yet. 0 if the acquirer doesn't report its
 * payouts.
 */
export async function findNotPaidOut({ accountId, environment, id }: Transaction): Promise<NotPaidOut> {
  const [found] = await queryRows<{
    connectionId: string;
    isSimulated: boolean;
    amount: number;
    hasChargeback: boolean;
  }>({ text: notPaidOut, values: [id, accountId, environment] });
  if (!found) return everythingPaidOut;
  const { amount, isSimulated, hasChargeback } = found;
  if (isSimulated) return { amount, chargebackFee: hasChargeback ? simulatedChargebackFee : null };
  const connection = await getConnection(found.connectionId);
  return connection && hasPayouts(connection) ? { amount, chargebackFee: null } : everythingPaidOut;
}
