import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { getIdLowerBound, toInclusivePosition } from '~/platform/ids';
import { hasOneMerchant } from '~/payments/connections/acquirer-accounts';
import { isPayoutFilterEmpty, type PayoutFilter } from './payout-filter';
import {
  findSearchedIds,
  isBeyond,
  isSearched,
  toSqlOrder,
  type Direction,
  type PageRange,
} from './payout-search';
import { readMerchantPayouts, type PayoutSummary } from './payout-summaries';

type Merchant = { accountId: string; environment: Environment };

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

// The payouts with entries of the merchant $1, one index lookup for each, and those of the merchant's own accounts
// whose entries aren't read yet. They start at $3 and end at $5.
function selectPage(direction: Direction): string {
  const order = toSqlOrder(direction);
  const next = (start: string) =>
    `select e.payout_id from payout_entries e where e.account_id = $1 and e.environment = $2 and ${isBeyond('e.payout_id', start, direction)} order by e.payout_id ${order} limit 1`;
  return `
    with recursive shares (id, place) as (
      (select share.payout_id, 1 from (${next('$3')}) share)
      union all
      select (${next('shares.id')}), place + 1 from shares where shares.id is not null and place < $4::int
    )
    select id from (
      select id from shares where id is not null
      union
      (select p.id from acquirer_connections c, lateral (
        select p.id from payouts p where p.connection_id = c.id and p.entries_read_at is null and ${isBeyond('p.id', '$3', direction)} order by p.id ${order} limit $4::int) p
      where c.account_id = $1 and c.environment = $2 and ${hasOneMerchant('c')})
    ) found order by id ${order} limit $4::int`;
}

const selectMatching = (direction: Direction) => `
  select id from payouts
  where id = any($1) and ($2::text is null or currency = $2) and arrives_on between coalesce($3::date, '-infinity') and coalesce($4::date, 'infinity')
  order by id ${toSqlOrder(direction)} limit $5::int`;

type List = Merchant & { filter: PayoutFilter; limit: number };
type Page = { payouts: PayoutSummary[]; before: string | null; after: string | null };

/**
 * A merchant's payouts, newest first. `before` and `after` are the IDs where the next older and newer pages start, null at
 * the ends. With a filter, a page can be short and still have a next one, when it reached the maximum number of payouts to
 * read, or when it has a shared payout in which another merchant has the amount.
 */
export async function listMerchantPayouts({
  accountId,
  environment,
  filter = {},
  before,
  after,
  limit = isPayoutFilterEmpty(filter) ? payoutPageSize : filteredPageSize,
}: Merchant & { filter?: PayoutFilter; before?: string; after?: string; limit?: number }): Promise<Page> {
  const list = { accountId, environment, filter, limit };
  if (after) {
    const { ids, end } = await findPage(list, 'newer', after);
    // If the newer ones don't fill a page, it's the first page.
    if (!end) return listMerchantPayouts(list);
    return {
      payouts: await readPayouts(list, ids),
      before: ids[0] ?? toInclusivePosition('before', after),
      after: end,
    };
  }
  const { ids, end } = await findPage(list, 'older', before);
  return {
    payouts: await readPayouts(list, ids),
    before: end,
    after: before ? (ids[0] ?? toInclusivePosition('after', before)) : null,
  };
}

/** The IDs beyond a position. `end`: where the next page starts, null at the end of the list. */
async function findPage(
  { accountId, environment, filter, limit }: List,
  direction: Direction,
  start: string | undefined,
): Promise<{ ids: string[]; end: string | null }> {
  const isFiltered = !isPayoutFilterEmpty(filter);
  const maximum = isFiltered ? maximumPayoutsRead : limit + 1;
  const { first, last } = toIdRange(filter);
  const [from, to] = direction === 'older' ? [last, first] : [first, last];
  const isWithin = start !== undefined && (direction === 'older' ? start < from : start > from);
  const range = { direction, start: isWithin ? start : from, end: to, maximum };
  const merchant = { accountId, environment };
  const read = filter.search
    ? await findSearchedIds(merchant, filter.search, range)
    : await listAllIds(merchant, range);
  const ids = isFiltered ? await findMatching(filter, read, { direction, limit: limit + 1 }) : read;
  if (ids.length > limit) return { ids: ids.slice(0, limit), end: ids[limit - 1]! };
  return { ids, end: isFiltered && read.length === maximum ? read.at(-1)! : null };
}

const findMatching = (
  { currency, from, to }: PayoutFilter,
  ids: readonly string[],
  { direction, limit }: { direction: Direction; limit: number },
): Promise<string[]> =>
  listIds({
    text: selectMatching(direction),
    values: [ids, currency ?? null, from ?? null, to ?? null, limit],
  });

const listAllIds = (
  { accountId, environment }: Merchant,
  { direction, start, end, maximum }: PageRange,
): Promise<string[]> =>
  listIds({ text: selectPage(direction), values: [accountId, environment, start, maximum, end] });

async function readPayouts(
  { accountId, environment, filter: { search } }: List,
  ids: readonly string[],
): Promise<PayoutSummary[]> {
  const payouts = await readMerchantPayouts({ accountId, environment, ids });
  return search ? payouts.filter((payout) => isSearched(payout, search)) : payouts;
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
