import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { hasOneMerchant } from '~/payments/connections/acquirer-accounts';
import { isId } from '~/platform/ids';
import { parseSearchedAmount } from '~/platform/money/amount-input';
import type { PayoutSummary } from './payout-summaries';

type Merchant = { accountId: string; environment: Environment };

export type Direction = 'older' | 'newer';

/** Where a page of payouts starts and ends: their IDs, without `start` and, for newer ones, without `end`. */
export type PageRange = { direction: Direction; start: string; end: string; maximum: number };

/** The condition on an ID that is beyond `start`, both in SQL. Payouts end at $5. */
export const isBeyond = (id: string, start: string, direction: Direction): string =>
  direction === 'older' ? `${id} < ${start} and ${id} >= $5` : `${id} > ${start} and ${id} < $5`;

export const toSqlOrder = (direction: Direction): string => (direction === 'older' ? 'desc' : 'asc');

const selectPage = (condition: string, direction: Direction) => `
  select p.id from payouts p
  where ${condition} and ${isBeyond('p.id', '$3', direction)} order by p.id ${toSqlOrder(direction)} limit $4::int`;

const isOfAmount = `p.environment = $2 and p.amount = any($6) and p.currency = any($7)
  and (exists (select from payout_entries e where e.payout_id = p.id and e.account_id = $1)
    or exists (select from acquirer_connections c where c.id = p.connection_id and c.account_id = $1))`;

// The connections are few, and each has an index of its payouts' IDs.
const hasAcquirerId = `p.acquirer_id = any($6) and p.connection_id = any(array(
  select c.id from acquirer_connections c where c.environment = $2 and (c.account_id is null or c.account_id = $1 or not ${hasOneMerchant('c')})))`;

/**
 * The IDs of payouts that a search can mean: the acquirer's ID or ours, or exactly an amount. Of a payout that several
 * merchants share, the amount can be another merchant's: `isSearched` says whether it is.
 */
export async function findSearchedIds(
  { accountId, environment }: Merchant,
  search: string,
  { direction, start, end, maximum }: PageRange,
): Promise<string[]> {
  const text = search.trim();
  if (isId('po', text.toLowerCase())) return [text.toLowerCase()];
  const find = (condition: string, values: unknown[]) =>
    queryRows<{ id: string }>({
      text: selectPage(condition, direction),
      values: [accountId, environment, start, maximum, end, ...values],
    });
  const found = await Promise.all([
    find(hasAcquirerId, [listSpellings(text)]),
    ...parseSearchedAmount(text)
      .filter(({ amountMinor }) => amountMinor > 0)
      .map(({ amountMinor, currencies }) => find(isOfAmount, [[amountMinor, -amountMinor], currencies])),
  ]);
  // An acquirer's ID can be an amount, too.
  const ids = [...new Set(found.flat().map(({ id }) => id))].sort();
  return (direction === 'older' ? ids.reverse() : ids).slice(0, maximum);
}

/** Whether a merchant's payout has what was searched for. Of a payout that several share, each sees only its own amount. */
export function isSearched({ id, acquirerId, currency, net }: PayoutSummary, search: string): boolean {
  const text = search.trim();
  return (
    id === text.toLowerCase() ||
    listSpellings(text).includes(acquirerId) ||
    parseSearchedAmount(text).some(
      ({ amountMinor, currencies }) => amountMinor === Math.abs(net) && currencies.includes(currency),
    )
  );
}

const listSpellings = (text: string) => [text, text.toLowerCase(), text.toUpperCase()];
