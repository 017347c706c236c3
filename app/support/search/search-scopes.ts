import type { Environment } from '~/platform/environment';
import { getIdLowerBound } from '~/platform/ids';
import { Prisma } from '~/platform/prisma/client';
import type { IdStart } from '~/support/query/partial-references';
import type { SearchCriteria } from '~/support/query/query-parser';
import { resolveTimeSpans } from '~/support/query/time-spans';
import { toLastId } from './payment-sources';

// Where a search looks: the merchants and environments, each with a span of time and the IDs of that time.

const { sql, empty } = Prisma;
type Sql = Prisma.Sql;

/** The clocks that a time refers to: each merchant's own, or those of one time zone. */
export type Clocks = 'merchant' | { timeZone: string };

export type SearchTime = { zone: string | null; from: Date; before: Date };

/** IDs contain the process's time, and rows the database's. They differ by at most this. */
const maximumClockSkewMs = 3_600_000;
export const searchedEnvironments: readonly Environment[] = ['live', 'test'];
const allTime = { from: new Date(0), before: new Date('2100-01-01') };

/**
 * `scopes`: rows `w` of the accounts and environments, with their times and ranges of IDs. `merchants`: how many there are.
 * @param accountIds all accounts when null
 * @param prefix of the IDs that are searched for
 */
export async function planScopes(
  {
    criteria,
    accountIds,
    prefix,
  }: { criteria: SearchCriteria; accountIds: readonly string[] | null; prefix: IdStart['prefix'] },
  { clocks, now }: { clocks: Clocks; now: Date },
  db: Prisma.TransactionClient,
) {
  const zones = await db.account.groupBy({
    by: 'timeZone',
    where: accountIds ? { id: { in: [...accountIds] } } : {},
    _count: true,
  });
  const times = resolveTimes(criteria, { zones: zones.map(({ timeZone }) => timeZone), clocks, now });
  return {
    times,
    scopes: buildScopes(accountIds, times, criteria, prefix),
    merchants: zones.reduce((sum, { _count }) => sum + _count, 0),
  };
}

/** The time spans of the query, one set for each time zone that differs. */
function resolveTimes(
  { when }: SearchCriteria,
  { zones, clocks, now }: { zones: readonly string[]; clocks: Clocks; now: Date },
): SearchTime[] {
  const spans = (timeZone: string, zone: string | null) =>
    resolveTimeSpans(when!, { timeZone, now }).map((span) => ({ zone, ...allTime, ...span }));
  if (!when) return [{ zone: null, ...allTime }];
  return clocks === 'merchant' ? zones.flatMap((zone) => spans(zone, zone)) : spans(clocks.timeZone, null);
}

/** The IDs of a time span, and those that start as the query says. */
function toIdRange({ from, before }: SearchTime, { idStarts }: SearchCriteria, prefix: IdStart['prefix']) {
  const [first, last] = [
    getIdLowerBound(prefix, new Date(from.getTime() - maximumClockSkewMs)),
    getIdLowerBound(prefix, new Date(before.getTime() + maximumClockSkewMs)),
  ];
  const start = idStarts.find((one) => one.prefix === prefix)?.text;
  if (!start) return { from: first, before: last };
  const end = toLastId(start);
  return { from: start > first ? start : first, before: end < last ? end : last };
}

/** The range that contains the IDs of all times. */
export function toWidestIdRange(
  times: readonly SearchTime[],
  criteria: SearchCriteria,
  prefix: IdStart['prefix'],
): { from: string; before: string } {
  const ranges = times.map((time) => toIdRange(time, criteria, prefix));
  return {
    from: ranges.map(({ from }) => from).reduce((a, b) => (a < b ? a : b), ranges[0]?.from ?? ''),
    before: ranges.map(({ before }) => before).reduce((a, b) => (a > b ? a : b), ''),
  };
}

function buildScopes(
  accountIds: readonly string[] | null,
  times: readonly SearchTime[],
  criteria: SearchCriteria,
  prefix: IdStart['prefix'],
): Sql {
  const { environment } = criteria;
  const ranges = times.map((time) => toIdRange(time, criteria, prefix));
  const spanRows = sql`unnest(${times.map(({ zone }) => zone)}::text[], ${times.map(({ from }) => from.toISOString())}::timestamptz[], ${times.map(({ before }) => before.toISOString())}::timestamptz[],
    ${ranges.map(({ from }) => from)}::text[], ${ranges.map(({ before }) => before)}::text[]) s (zone, from_at, before_at, from_id, before_id)`;
  return sql`(select a.id as account_id, e.environment, s.from_at, s.before_at, s.from_id, s.before_id
    from accounts a cross join unnest(${environment ? [environment] : [...searchedEnvironments]}::text[]) e (environment) cross join ${spanRows}
    where (s.zone is null or s.zone = a.time_zone) ${accountIds ? sql`and a.id = any(${[...accountIds]}::text[])` : empty} offset 0) w`;
}

/** Whether a row `r` of all merchants is in one of the scopes. `offset 0`: looked up only for rows that match everything else. */
export const isInScopes = (scopes: Sql): Sql =>
  sql`exists (select from ${scopes} where w.account_id = r.account_id and w.environment = r.environment and r.id >= w.from_id and r.id < w.before_id and r.created_at >= w.from_at and r.created_at < w.before_at offset 0)`;

/** Conditions on an amount and a currency; none without an amount. */
export function listAmountConditions(
  { amount }: SearchCriteria,
  columns: { amount: Sql; currency: Sql },
): Sql[] {
  if (!amount) return [];
  const ranges = amount.ranges.map(
    ({ from, to, currencies }) =>
      sql`${columns.amount} between ${from}::bigint and ${to}::bigint and ${columns.currency} = any(${[...currencies]}::text[])`,
  );
  return [sql`(${Prisma.join(ranges, ' or ')})`];
}
