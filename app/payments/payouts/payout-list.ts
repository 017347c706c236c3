import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { getIdLowerBound, isId } from '~/platform/ids';
import { parsePossibleAmounts } from '~/platform/money/amount-input';
import { isPayoutFilterEmpty, type PayoutFilter } from './payout-filter';

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
/** With a filter, a page is a month of payouts in several currencies, so that it has the sum of one. */
const filteredPageSize = 100;
/** With a filter, a page looks at this many payouts. */
const maximumPayoutsRead = 1_000;
/** Before and after the IDs of all payouts. */
const [firstId, lastId] = ['po_', `po_${'z'.repeat(36)}`];

// A payout arrives some days after it's created, at the earliest on that day in any time zone.
const dayMs = 86_400_000;
const [maximumDaysToArrive, maximumDaysEarly] = [60, 2];

// The payouts with entries of the merchant $1, one index lookup for each, and those of the merchant's own connections
// whose entries aren't read yet.
const pageOfIds = `
  with recursive shares (id, place) as (
    (select payout_id, 1 from payout_entries where account_id = $1 and environment = $2 and payout_id < $3 and payout_id >= $5 order by payout_id desc limit 1)
    union all
    select (select e.payout_id from payout_entries e where e.account_id = $1 and e.environment = $2 and e.payout_id < shares.id and e.payout_id >= $5 order by e.payout_id desc limit 1), place + 1
    from shares where shares.id is not null and place < $4::int
  )
  select id from (
    select id from shares where id is not null
    union
    (select p.id from acquirer_connections c, lateral (
      select p.id from payouts p where p.connection_id = c.id and p.entries_read_at is null and p.id < $3 and p.id >= $5 order by p.id desc limit $4::int) p
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

const matchingIds = `
  select id from payouts
  where id = any($1) and ($2::text is null or currency = $2) and arrives_on between coalesce($3::date, '-infinity') and coalesce($4::date, 'infinity')
  order by id desc limit $5::int`;

/**
 * A merchant's payouts, newest first. `before` of the next page is null at the end. With a filter, a page can be short and
 * still have a next one, when it reached the maximum number of payouts to read.
 */
export async function listMerchantPayouts({
  accountId,
  environment,
  filter = {},
  before = lastId,
  limit = isPayoutFilterEmpty(filter) ? payoutPageSize : filteredPageSize,
}: Merchant & { filter?: PayoutFilter; before?: string; limit?: number }): Promise<{
  payouts: PayoutSummary[];
  before: string | null;
}> {
  const isFiltered = !isPayoutFilterEmpty(filter);
  const maximum = isFiltered ? maximumPayoutsRead : limit + 1;
  const { first, last } = toIdRange(filter);
  const read = await listIds({
    text: pageOfIds,
    values: [accountId, environment, before < last ? before : last, maximum, first],
  });
  const { currency = null, from = null, to = null } = filter;
  const ids = isFiltered
    ? await listIds({ text: matchingIds, values: [read, currency, from, to, limit + 1] })
    : read;
  const page = ids.slice(0, limit);
  const payouts = await queryRows<PayoutSummary>({ text: summaries, values: [accountId, environment, page] });
  if (ids.length > limit) return { payouts, before: page.at(-1)! };
  return { payouts, before: isFiltered && read.length === maximum ? read.at(-1)! : null };
}

const listIds = async (query: { text: string; values: unknown[] }): Promise<string[]> =>
  (await queryRows<{ id: string }>(query)).map(({ id }) => id);

/** The IDs of payouts that can arrive on these days. The dates are compared row by row. */
function toIdRange({ from, to }: PayoutFilter): { first: string; last: string } {
  const toId = (day: string, days: number) => getIdLowerBound('po', new Date(Date.parse(day) + days * dayMs));
  return {
    first: from ? toId(from, -maximumDaysToArrive) : firstId,
    last: to ? toId(to, 1 + maximumDaysEarly) : lastId,
  };
}

const payoutsOfAmount = `
  select p.id from payouts p
  where p.environment = $2 and p.amount = any($3) and p.currency = any($4)
    and (exists (select from payout_entries e where e.payout_id = p.id and e.account_id = $1)
      or exists (select from acquirer_connections c where c.id = p.connection_id and c.account_id = $1))
  order by p.id desc limit $5::int`;

/** A merchant's payouts with an ID or exactly an amount, newest first. */
export async function searchMerchantPayouts({
  accountId,
  environment,
  search,
  limit,
}: Merchant & { search: string; limit: number }): Promise<PayoutSummary[]> {
  const id = search.trim().toLowerCase();
  if (isId('po', id)) {
    const payout = await findMerchantPayout({ accountId, environment, id });
    return payout ? [payout] : [];
  }
  const found = await Promise.all(
    parsePossibleAmounts(search)
      .filter(({ amountMinor }) => amountMinor > 0)
      .map(async ({ amountMinor, currencies }) => {
        const amounts = [amountMinor, -amountMinor];
        const ids = await listIds({
          text: payoutsOfAmount,
          values: [accountId, environment, amounts, currencies, limit],
        });
        const payouts = ids.length
          ? await queryRows<PayoutSummary>({ text: summaries, values: [accountId, environment, ids] })
          : [];
        // Of a payout that several merchants share, each sees only its own amount.
        return payouts.filter(({ net }) => amounts.includes(net));
      }),
  );
  return found
    .flat()
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}

/** `isComplete`: the contents of all payouts are known. */
export type PayoutTotals = {
  currency: string;
  payouts: number;
  gross: number;
  fees: number;
  net: number;
  isComplete: boolean;
};

/** The totals in each currency. Without failed payouts, because later ones contain their amounts again. */
export function sumPayouts(payouts: readonly PayoutSummary[]): PayoutTotals[] {
  const totals = new Map<string, PayoutTotals>();
  for (const { status, currency, gross, fees, net } of payouts) {
    if (status === 'failed') continue;
    const sum = totals.get(currency) ?? {
      ...{ currency, payouts: 0, gross: 0, fees: 0, net: 0, isComplete: true },
    };
    totals.set(currency, {
      currency,
      payouts: sum.payouts + 1,
      gross: sum.gross + (gross ?? 0),
      fees: sum.fees + (fees ?? 0),
      net: sum.net + net,
      isComplete: sum.isComplete && gross !== null,
    });
  }
  return [...totals.values()].sort((a, b) => a.currency.localeCompare(b.currency));
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
