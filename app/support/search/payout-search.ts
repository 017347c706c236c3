import { searchedEnvironments } from './search-scopes';
import type { PayoutFilter } from '~/payments/payouts/payout-filter';
import { listMerchantPayouts } from '~/payments/payouts/payout-list';
import { readMerchantPayouts, type PayoutSummary } from '~/payments/payouts/payout-summaries';
import { mapInSequence } from '~/platform/concurrency/in-sequence';
import type { Environment } from '~/platform/environment';
import { getIdTime } from '~/platform/ids';
import { formatAmountInput } from '~/platform/money/amount-input';
import { getDayInZone } from '~/platform/time/days';
import type { AmountExpression } from '~/support/query/amount-parser';
import type { SearchCriteria } from '~/support/query/query-parser';
import { resolveTimeSpans, type TimeExpression } from '~/support/query/time-spans';
import { findPayoutOwners } from '~/support/record-owners';
import { maximumResultsPerKind } from './record-search';

type Owner = { accountId: string; environment: Environment; merchant: string };
export type PayoutResult = PayoutSummary & Owner;

/** Of a merchant and environment, this many payouts are compared with an amount, the newest ones. */
const maximumPayoutsRead = 100;

/** Payouts by ID, once for each merchant that has a part of them. */
export async function findPayoutsById(ids: readonly string[]): Promise<PayoutResult[]> {
  const owners = await findPayoutOwners({ ids });
  return (
    await mapInSequence(owners, async ({ payoutId, accountId, environment, merchant }) => {
      const payouts = await readMerchantPayouts({ accountId, environment, ids: [payoutId] });
      return payouts.map((payout) => ({ ...payout, accountId, environment, merchant }));
    })
  ).flat();
}

type PayoutSearch = { payouts: PayoutResult[]; searchedSince: Date | null };

export const noPayouts: PayoutSearch = { payouts: [], searchedSince: null };

/**
 * The merchants' payouts of an amount, on a day, or both. If none of the amount arrived on the day, those of other days:
 * banks take their time. Nothing without an amount and a day. `searchedSince`: when the oldest payouts that were compared
 * were created, if there may be older ones of the amount.
 */
export async function searchPayouts(
  merchants: readonly { id: string; name: string }[],
  { amount, currencies: named, when, environment }: SearchCriteria,
  now: Date,
): Promise<PayoutSearch> {
  if (!amount && !when) return noPayouts;
  const owners = merchants.flatMap(({ id: accountId, name: merchant }) =>
    (environment ? [environment] : searchedEnvironments).map((where) => ({
      ...{ accountId, merchant },
      environment: where,
    })),
  );
  const days = when && toDayRange(when, now);
  const currency = named?.length === 1 ? named[0] : undefined;
  const list = async (filter: PayoutFilter) => {
    // All at once, they would take all connections of the database's pool.
    const lists = await mapInSequence(owners, (owner) => listPayouts(owner, filter));
    return {
      payouts: lists.flatMap(({ payouts }) => payouts),
      ends: lists.flatMap(({ before }) => before ?? []),
    };
  };
  const ofDays = days && (await list({ ...days, currency }));
  const newest = amount && (await list({ currency }));
  const ofAmounts = await mapInSequence(listExactAmounts(amount), (search) => list({ search }));
  const all = [ofDays, newest, ...ofAmounts].flatMap((one) => one?.payouts ?? []);
  const unique = [...new Map(all.map((one) => [`${one.id} ${one.accountId}`, one])).values()];
  const ofAmount = unique.filter(
    ({ net, currency }) =>
      (!named || named.includes(currency)) &&
      (!amount ||
        amount.ranges.some(
          ({ from, to, currencies }) =>
            from <= Math.abs(net) && Math.abs(net) <= to && currencies.includes(currency),
        )),
  );
  const ofDay = ofAmount.filter(({ arrivesOn }) => {
    const day = toDay(arrivesOn);
    return !days || (days.from <= day && day <= days.to);
  });
  const found = ofDay.length || !amount ? ofDay : ofAmount;
  const ends = (found.length && !amount?.about) || !amount ? [] : (ofDays ?? newest)!.ends;
  return {
    payouts: found.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, maximumResultsPerKind),
    searchedSince: ends.length ? getIdTime(ends.sort().at(-1)!) : null,
  };
}

/** Arrival dates are days without a time zone. Undefined for a day that doesn't exist. */
function toDayRange(when: TimeExpression, now: Date): { from: string; to: string } | undefined {
  const spans = resolveTimeSpans(
    { ...when, clock: undefined, utcOffset: undefined },
    { timeZone: 'UTC', now },
  );
  const [first, last] = [spans[0], spans.at(-1)];
  return first && { from: toDay(first.from!), to: toDay(new Date(last!.before!.getTime() - 1)) };
}

const toDay = (date: Date) => getDayInZone(date, 'UTC');

/** The amount as texts for the list's search, which knows exact amounts only. */
const listExactAmounts = (amount: AmountExpression | undefined): string[] => [
  ...new Set(
    (amount?.ranges ?? [])
      .filter(({ from, to }) => from === to)
      .map(({ from, currencies }) => formatAmountInput(from, currencies[0]!)),
  ),
];

async function listPayouts({ merchant, ...scope }: Owner, filter: PayoutFilter) {
  const { payouts, before } = await listMerchantPayouts({ ...scope, filter, limit: maximumPayoutsRead });
  return { payouts: payouts.map((payout) => ({ ...payout, ...scope, merchant })), before };
}
