import { prisma } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { getConnection, hasPayouts } from '~/payments/connections/connections';
import { isSuccessfulCapture } from './payout-matching';

export type PayoutStatus = 'pending' | 'paid' | 'failed';
type Merchant = { accountId: string; environment: Environment };

/**
 * A payout as one merchant sees it: only the merchant's own share. `gross`, `fees`, and `entries` are null while the
 * acquirer hasn't listed what it contains.
 */
export type PayoutSummary = {
  id: string;
  acquirerId: string;
  status: PayoutStatus;
  failureReason: string | null;
  currency: string;
  createdAt: Date;
  arrivesOn: Date;
  gross: number | null;
  fees: number | null;
  net: number;
  entries: number | null;
};

const payoutPageSize = 25;
/** After the IDs of all payouts. */
const lastId = `po_${'z'.repeat(36)}`;

// The payouts with entries of the merchant $1, one index lookup for each, and those of the merchant's own connections
// whose entries aren't read yet.
const pageOfIds = `
  with recursive shares (id, place) as (
    (select payout_id, 1 from payout_entries where account_id = $1 and environment = $2 and payout_id < $3 order by payout_id desc limit 1)
    union all
    select (select e.payout_id from payout_entries e where e.account_id = $1 and e.environment = $2 and e.payout_id < shares.id order by e.payout_id desc limit 1), place + 1
    from shares where shares.id is not null and place < $4::int
  )
  select id from (
    select id from shares where id is not null
    union
    (select p.id from acquirer_connections c, lateral (
      select p.id from payouts p where p.connection_id = c.id and p.entries_read_at is null and p.id < $3 order by p.id desc limit $4::int) p
    where c.account_id = $1 and c.environment = $2)
  ) found order by id desc limit $4::int`;

const summaries = `
  select p.id, p.acquirer_id as "acquirerId", p.status, p.failure_reason as "failureReason", p.currency, p.created_at as "createdAt",
    p.arrives_on::timestamp at time zone 'UTC' as "arrivesOn", share.gross, share.fees, coalesce(share.net, p.amount) as net, share.entries
  from payouts p join acquirer_connections c on c.id = p.connection_id, lateral (
    select sum(e.net + e.fee)::bigint as gross, sum(e.fee)::bigint as fees, sum(e.net)::bigint as net, nullif(count(*), 0)::int as entries
    from payout_entries e where e.payout_id = p.id and e.account_id = $1 and p.entries_read_at is not null
  ) share
  where p.environment = $2 and p.id = any($3) and (share.entries is not null or c.account_id = $1 and p.entries_read_at is null)
  order by p.id desc`;

/** A merchant's payouts, newest first. `before` of the next page is null at the end. */
export async function listMerchantPayouts({
  accountId,
  environment,
  before,
  limit = payoutPageSize,
}: Merchant & { before?: string; limit?: number }): Promise<{
  payouts: PayoutSummary[];
  before: string | null;
}> {
  const ids = await queryRows<{ id: string }>({
    text: pageOfIds,
    values: [accountId, environment, before ?? lastId, limit + 1],
  });
  const page = ids.slice(0, limit).map(({ id }) => id);
  const payouts = await queryRows<PayoutSummary>({ text: summaries, values: [accountId, environment, page] });
  return { payouts, before: ids.length > limit ? page.at(-1)! : null };
}

/** Null when it contains nothing of the merchant's. */
export async function findMerchantPayout({
  accountId,
  environment,
  id,
}: Merchant & { id: string }): Promise<PayoutSummary | null> {
  const [payout] = await queryRows<PayoutSummary>({
    text: summaries,
    values: [accountId, environment, [id]],
  });
  return payout ?? null;
}

/** `amount` and `currency`: of the payment. `gross`, `fee`, and `net`: in the payout's currency. */
export type PayoutLine = {
  entryId: string;
  kind: string;
  amount: number | null;
  currency: string | null;
  exchangeRate: string | null;
  gross: number;
  fee: number;
  net: number;
  description: string | null;
  occurredAt: Date;
  transactionId: string | null;
  transactionType: string | null;
  externalId: string | null;
  orderId: string | null;
};

const lines = `
  select e.acquirer_id as "entryId", e.kind, e.amount, e.currency, trim_scale(e.exchange_rate)::text as "exchangeRate",
    e.net + e.fee as gross, e.fee, e.net, e.description, e.occurred_at as "occurredAt",
    t.id as "transactionId", t.type as "transactionType", t.external_id as "externalId", t.order_id as "orderId"
  from payout_entries e left join transactions t on t.id = e.transaction_id
  where e.payout_id = $1 and e.account_id = $2 and e.environment = $3 and (e.occurred_at, e.acquirer_id) < ($4::timestamptz, $5)
  order by e.occurred_at desc, e.acquirer_id desc limit $6::int`;

const linePageSize = 50;

/** The end of a page of entries: the time and the ID of the last one. */
export type PayoutLineCursor = { occurredAt: Date; entryId: string };

const newestCursor: PayoutLineCursor = { occurredAt: new Date('9999-12-31'), entryId: '' };

/** The entries of a payout that belong to a merchant, newest first. `before` of the next page is null at the end. */
export async function listPayoutLines({
  id,
  accountId,
  environment,
  before = newestCursor,
  limit = linePageSize,
}: Merchant & { id: string; before?: PayoutLineCursor; limit?: number }): Promise<{
  lines: PayoutLine[];
  before: PayoutLineCursor | null;
}> {
  const found = await queryRows<PayoutLine>({
    text: lines,
    values: [id, accountId, environment, before.occurredAt, before.entryId, limit + 1],
  });
  const page = found.slice(0, limit);
  return { lines: page, before: found.length > limit ? page.at(-1)! : null };
}

/** What of a transaction is in payouts, oldest first. */
export async function listTransactionPayouts({ accountId, environment, id }: Merchant & { id: string }) {
  const entries = await prisma.payoutEntry.findMany({
    where: { transactionId: id, accountId, environment },
    include: {
      payout: { select: { id: true, status: true, currency: true, arrivesOn: true } },
    },
    orderBy: [{ occurredAt: 'asc' }, { acquirerId: 'asc' }],
    take: linePageSize,
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
export async function findAmountNotPaidOut({
  accountId,
  environment,
  id,
}: Merchant & { id: string }): Promise<number> {
  const [found] = await queryRows<{ connectionId: string; isSimulated: boolean; amount: number }>({
    text: notPaidOut,
    values: [id, accountId, environment],
  });
  if (!found) return 0;
  if (found.isSimulated) return found.amount;
  const connection = await getConnection(found.connectionId);
  return connection && hasPayouts(connection) ? found.amount : 0;
}
