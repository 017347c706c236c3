import { getConnection, hasPayouts } from '~/payments/connections/connections';
import { prisma } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { isSuccessfulCapture } from './payout-matching';

type Transaction = { accountId: string; environment: Environment; id: string };

/** A transaction has few entries: its captures, or a refund and its return. */
const maximumEntries = 50;

/** What of a transaction is in payouts, oldest first. */
export async function listTransactionPayouts({ accountId, environment, id }: Transaction) {
  const entries = await prisma.payoutEntry.findMany({
    where: { transactionId: id, accountId, environment },
    include: {
      payout: { select: { id: true, status: true, currency: true, arrivesOn: true } },
    },
    orderBy: [{ occurredAt: 'asc' }, { acquirerId: 'asc' }],
    take: maximumEntries,
  });
  return entries.map(({ acquirerId, kind, fee, net, payout }) => ({
    entryId: acquirerId,
    kind,
    gross: net + fee,
    fee,
    net,
    payout,
  }));
}

export type TransactionPayout = Awaited<ReturnType<typeof listTransactionPayouts>>[number];

const notPaidOut = `
  select t.connection_id as "connectionId", c.acquirer = 'simulator' as "isSimulated", coalesce(sum(o.amount), 0)::bigint as amount
  from transactions t join acquirer_connections c on c.id = t.connection_id join operations o on o.transaction_id = t.id
  where t.id = $1 and t.account_id = $2 and t.environment = $3
    and (t.type = 'PAYMENT' and ${isSuccessfulCapture} or t.type = 'REFUND' and o.type = 'refund' and o.status = 'SUCCEEDED' and o.reversed_by is null)
    and not exists (select from payout_entries e where e.operation_id = o.id and e.kind in ('capture', 'refund'))
  group by t.connection_id, c.acquirer`;

/** The captured or refunded amount that is in no payout yet. 0 if the acquirer doesn't report its payouts. */
export async function findAmountNotPaidOut({ accountId, environment, id }: Transaction): Promise<number> {
  const [found] = await queryRows<{ connectionId: string; isSimulated: boolean; amount: number }>({
    text: notPaidOut,
    values: [id, accountId, environment],
  });
  if (!found) return 0;
  if (found.isSimulated) return found.amount;
  const connection = await getConnection(found.connectionId);
  return connection && hasPayouts(connection) ? found.amount : 0;
}
