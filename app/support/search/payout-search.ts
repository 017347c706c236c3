import { searchedEnvironments } from './search-scopes';
import { listMerchantPayouts } from '~/payments/payouts/payout-list';
import { readMerchantPayouts, type PayoutSummary } from '~/payments/payouts/payout-summaries';
import type { Environment } from '~/platform/environment';
import type { SearchCriteria } from '~/support/query/query-parser';
import { resolveTimeSpans } from '~/support/query/time-spans';
import { findPayoutOwners } from '~/support/record-owners';
import { maximumResultsPerKind } from './record-search';

type Owner = { accountId: string; environment: Environment; merchant: string };
export type PayoutResult = PayoutSummary & Owner;

/** Of a merchant and environment, this many payouts are compared with the search, the newest ones. */
const maximumPayoutsRead = 100;

/** Payouts by ID, once for each merchant that has a part of them. */
export async function findPayoutsById(ids: readonly string[]): Promise<PayoutResult[]> {
  const owners = await findPayoutOwners({ ids });
  return (
    await Promise.all(
      owners.map(async ({ payoutId, accountId, environment, merchant }) => {
        const payouts = await readMerchantPayouts({ accountId, environment, ids: [payoutId] });
        return payouts.map((payout) => ({ ...payout, accountId, environment, merchant }));
      }),
    )
  ).flat();
}

/**
 * The merchants' payouts of an amount, on a day, or both. If none of the amount arrived on the day, those of other days:
 * banks take their time. Nothing without an amount and a day.
 */
export async function searchPayouts(
  merchants: readonly { id: string; name: string }[],
  { amount, currencies: named, when, environment }: SearchCriteria,
  now: Date,
): Promise<PayoutResult[]> {
  if (!amount && !when) return [];
  const owners = merchants.flatMap(({ id: accountId, name: merchant }) =>
    (environment ? [environment] : searchedEnvironments).map((where) => ({
      ...{ accountId, merchant },
      environment: where,
    })),
  );
  const payouts = (await Promise.all(owners.map(listNewestPayouts))).flat();
  const ofAmount = payouts.filter(
    ({ net, currency }) =>
      (!named || named.includes(currency)) &&
      (!amount ||
        amount.ranges.some(
          ({ from, to, currencies }) =>
            from <= Math.abs(net) && Math.abs(net) <= to && currencies.includes(currency),
        )),
  );
  // Arrival dates are days without a time zone.
  const days =
    when && resolveTimeSpans({ ...when, clock: undefined, utcOffset: undefined }, { timeZone: 'UTC', now });
  const ofDay = ofAmount.filter(
    ({ arrivesOn }) =>
      !days ||
      days.some(({ from, before }) => (!from || arrivesOn >= from) && (!before || arrivesOn < before)),
  );
  return (ofDay.length || !amount ? ofDay : ofAmount)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, maximumResultsPerKind);
}

async function listNewestPayouts({ merchant, ...scope }: Owner): Promise<PayoutResult[]> {
  const { payouts } = await listMerchantPayouts({ ...scope, limit: maximumPayoutsRead });
  return payouts.map((payout) => ({ ...payout, ...scope, merchant }));
}
