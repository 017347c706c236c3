import { prisma, type Database } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { getIdLowerBound } from '~/platform/ids';
import { Prisma } from '~/platform/prisma/client';
import { withSearchTimeout } from './search-timeout';
import type { StatusName } from '~/support/query/keyword-patterns';
import { resolveTimeSpans } from '~/support/query/time-spans';
import type { SearchCriteria } from '~/support/query/query-parser';

// Searches the payments of all merchants. No index spans merchants, because each payment would pay for it.
// Instead, the indexes of the merchants' own lists are used, once for each merchant and environment, which
// takes microseconds each (docs/decisions/0026).

const { sql, join, empty } = Prisma;
type Sql = Prisma.Sql;

/** The clocks that a time refers to: each merchant's own, or those of one time zone. */
export type Clocks = 'merchant' | { timeZone: string };

export type PaymentResult = {
  id: string;
  accountId: string;
  merchant: string;
  timeZone: string;
  environment: Environment;
  type: string;
  status: string;
  orderAmount: number;
  orderCurrency: string;
  cardBrand: string | null;
  cardLastFour: string | null;
  externalId: string;
  orderId: string | null;
  declineCode: string | null;
  chargebackOpen: number;
  amountChargedBack: number;
  amountCaptured: number;
  amountRefunded: number;
  disputeStage: string | null;
  disputeDueBy: Date | null;
  createdAt: Date;
};

/**
 * `older`: the ID at which the next page continues; null at the end. `isIncomplete`: not every possible match
 * was read.
 */
export type PaymentResults = { payments: PaymentResult[]; older: string | null; isIncomplete: boolean };

/** One interpretation of the query, and the accounts to search; all when null. */
export type QueryInterpretation = { criteria: SearchCriteria; accountIds: readonly string[] | null };
type PaymentSearch = {
  interpretations: readonly QueryInterpretation[];
  clocks: Clocks;
  now: Date;
  before?: string;
  limit?: number;
  rowBudget?: number;
};

/**
 * The rows that one page reads, shared between the merchants, but for each at least as many as fit on a page.
 */
const defaultRowBudget = 200_000;
const minimumRowsPerMerchant = 50;
/** IDs contain the process's time, and rows the database's. They differ by at most this. */
const maximumClockSkewMs = 3_600_000;
const environments: readonly Environment[] = ['live', 'test'];

/**
 * The payments, refunds and chargebacks that match every criterion of one of the interpretations, newest
 * first.
 * @returns too_wide when the database took too long
 */
export async function searchPayments({
  interpretations,
  clocks,
  now,
  before,
  limit = 25,
  rowBudget = defaultRowBudget,
}: PaymentSearch): Promise<PaymentResults | 'too_wide'> {
  const searches = await Promise.all(
    interpretations.map(async ({ criteria, accountIds }) => {
      const zones = await prisma.account.groupBy({
        by: 'timeZone',
        where: accountIds ? { id: { in: [...accountIds] } } : {},
        _count: true,
      });
      const times = resolveTimes(criteria, { zones: zones.map(({ timeZone }) => timeZone), clocks, now });
      return {
        sources: chooseSources(criteria),
        filter: buildFilter(criteria),
        scopes: buildScopes(accountIds, times, criteria.environment),
        merchants: zones.reduce((sum, { _count }) => sum + _count, 0),
      };
    }),
  );
  const scanCount = searches.reduce(
    (sum, { merchants, sources }) => sum + merchants * environments.length * sources.length,
    0,
  );
  const rowsPerScan = Math.max(minimumRowsPerMerchant, Math.ceil(rowBudget / Math.max(1, scanCount)));
  const scans = searches.flatMap(({ sources, scopes, filter }) =>
    sources.map(({ joinClause = empty, ...source }) => ({
      ...source,
      filter,
      scopes: sql`${scopes} ${joinClause}`,
    })),
  );
  const selectRows = (source: Sql, columns: Sql) =>
    sql`select ${columns} from transactions t where t.account_id = w.account_id and t.environment = w.environment and ${source}`;
  const buildPageCondition = (id: Sql) =>
    sql`${id} >= w.from_id and ${id} < ${before ? sql`least(w.before_id, ${before})` : sql`w.before_id`}`;
  // IDs reach past the end of the span, so the rows after it are skipped before they count as read.
  const selectNewest = (source: Sql, columns: Sql, some: Sql) =>
    sql`${selectRows(source, columns)} and ${buildPageCondition(sql`t.id`)} and t.created_at < w.before_at order by t.id desc ${some}`;
  // For few rows, `offset 0` keeps the time condition outside: PostgreSQL assumes that any time span is
  // short, and would scan through it.
  const rows = ({ source, isSelective }: Source) =>
    isSelective
      ? sql`${selectRows(source, columns)} offset 0`
      : selectNewest(source, columns, sql`limit ${rowsPerScan}`);
  const found = join(
    scans.map(
      ({ scopes, filter, ...source }) =>
        sql`(select r.id from ${scopes} cross join lateral (${rows(source)}) r where ${buildPageCondition(sql`r.id`)} and ${filter} order by r.id desc limit ${limit + 1})`,
    ),
    ' union ',
  );
  // Where a merchant has more rows than were read, results are only complete down to the newest of these
  // ends.
  const ends = join(
    scans
      .filter(({ isSelective }) => !isSelective)
      .map(
        ({ source, scopes }) =>
          sql`(select max(r.id) as id from ${scopes} cross join lateral (${selectNewest(source, sql`t.id`, sql`offset ${rowsPerScan - 1} limit 1`)}) r)`,
      ),
    ' union all ',
  );
  return withSearchTimeout(async (db) => {
    const ids = (
      await db.$queryRaw<{ id: string }[]>`select id from (${found}) f order by id desc limit ${limit + 1}`
    ).map(({ id }) => id);
    const [end] =
      ids.length > limit
        ? []
        : await db.$queryRaw<{ id: string | null }[]>`select max(id) as id from (${ends}) e`;
    const visibleIds = ids.slice(0, limit).filter((id) => !end?.id || id >= end.id);
    const older = ids.length > limit ? visibleIds.at(-1)! : (end?.id ?? null);
    return { payments: await summarizePayments(visibleIds, db), older, isIncomplete: Boolean(end?.id) };
  });
}

/** What a list of several merchants' payments shows, newest first. */
export function summarizePayments(ids: readonly string[], db?: Database): Promise<PaymentResult[]> {
  if (!ids.length) return Promise.resolve([]);
  return queryRows<PaymentResult>(
    sql`
    select t.id, t.account_id as "accountId", a.name as merchant, a.time_zone as "timeZone", t.environment, t.type, t.status, t.order_amount as "orderAmount", t.order_currency as "orderCurrency", t.card_brand as "cardBrand",
      t.card_last_four as "cardLastFour", t.external_id as "externalId", t.order_id as "orderId", t.decline_code as "declineCode", t.chargeback_open as "chargebackOpen", t.amount_charged_back as "amountChargedBack", t.amount_captured as "amountCaptured", t.amount_refunded as "amountRefunded",
      t.dispute_stage as "disputeStage", t.dispute_due_by as "disputeDueBy", t.created_at as "createdAt"
    from transactions t join accounts a on a.id = t.account_id where t.id = any(${[...ids]}::text[]) order by t.id desc`,
    db,
  );
}

/** The filter columns, all in the index of the merchant's list. */
const columns = sql`t.id, t.type, t.status, t.order_currency, t.order_amount, t.card_brand, t.created_at, w.from_at, w.before_at`;

type Time = { zone: string | null; from: Date; before: Date };

const allTime = { from: new Date(0), before: new Date('2100-01-01') };

/** The time spans of the query, one set for each time zone that differs. */
function resolveTimes(
  { when }: SearchCriteria,
  { zones, clocks, now }: { zones: readonly string[]; clocks: Clocks; now: Date },
): Time[] {
  const spans = (timeZone: string, zone: string | null) =>
    resolveTimeSpans(when!, { timeZone, now }).map((span) => ({ zone, ...allTime, ...span }));
  if (!when) return [{ zone: null, ...allTime }];
  return clocks === 'merchant' ? zones.flatMap((zone) => spans(zone, zone)) : spans(clocks.timeZone, null);
}

function buildScopes(
  accountIds: readonly string[] | null,
  times: readonly Time[],
  environment: Environment | undefined,
): Sql {
  const spanRows = sql`unnest(${times.map(({ zone }) => zone)}::text[], ${times.map(({ from }) => from.toISOString())}::timestamptz[], ${times.map(({ before }) => before.toISOString())}::timestamptz[],
    ${times.map(({ from }) => getIdLowerBound('trx', new Date(from.getTime() - maximumClockSkewMs)))}::text[], ${times.map(({ before }) => getIdLowerBound('trx', new Date(before.getTime() + maximumClockSkewMs)))}::text[]) s (zone, from_at, before_at, from_id, before_id)`;
  return sql`(select a.id as account_id, e.environment, s.from_at, s.before_at, s.from_id, s.before_id
    from accounts a cross join unnest(${environment ? [environment] : [...environments]}::text[]) e (environment) cross join ${spanRows}
    where (s.zone is null or s.zone = a.time_zone) ${accountIds ? sql`and a.id = any(${[...accountIds]}::text[])` : empty} offset 0) w`;
}

/**
 * A condition that an index of the merchant's list serves. `isSelective`: a merchant has only one or two
 * matches for each value, so all are read.
 */
type Source = { source: Sql; joinClause?: Sql; isSelective?: true };

/**
 * The source with the fewest rows. A reference may mean several columns. One order ID may have any number of
 * payments, so each of its spellings is looked up separately, newest first.
 */
function chooseSources({ references, emails, lastFour, amount, status }: SearchCriteria): Source[] {
  const payer = sql`t."order" #>> '{card_holder,email}'`;
  const eachSpelling = sql`cross join unnest(${references.flatMap((reference) => reference.spellings)}::text[]) x (spelling)`;
  const exact: Source[] = [
    ...(references.length
      ? [
          { source: sql`t.external_id = x.spelling`, joinClause: eachSpelling, isSelective: true } as const,
          {
            source: sql`t.id = any(array(select resource_id from idempotency_keys k where k.account_id = w.account_id and k.environment = w.environment and k.family = 'operation' and k.external_id = x.spelling))`,
            joinClause: eachSpelling,
            isSelective: true,
          } as const,
          { source: sql`t.order_id = x.spelling`, joinClause: eachSpelling },
        ]
      : []),
    ...emails.map((email) => ({ source: sql`${payer} is not null and lower(${payer}) = ${email}` })),
  ];
  if (exact.length) return exact;
  if (lastFour) return [{ source: sql`t.card_last_four = ${lastFour}` }];
  if (!amount || amount.about) return (status && statusSources[status]) ?? [{ source: sql`true` }];
  return amount.ranges.map(({ from, currencies }) => ({
    source: sql`t.order_amount = ${from} and t.order_currency = any(${[...currencies]}::text[])`,
  }));
}

const isRefundedPayment: Source = { source: sql`t.type = 'PAYMENT' and t.amount_refunded > 0` };

/** Statuses of so few payments that they have an index. */
const statusSources: Partial<Record<StatusName, Source[]>> = {
  refunded: [{ source: sql`t.type = 'REFUND'` }, isRefundedPayment],
  fully_refunded: [isRefundedPayment],
  partially_refunded: [isRefundedPayment],
};

const existsWith = (name: Sql) => sql`exists (select from transactions x where x.id = r.id and ${name})`;

const statuses: Record<StatusName, Sql> = {
  declined: sql`r.status = 'DECLINED'`,
  refunded: sql`(r.type = 'REFUND' or ${existsWith(sql`x.amount_refunded > 0`)})`,
  fully_refunded: sql`(r.type = 'PAYMENT' and ${existsWith(sql`x.amount_refunded > 0 and x.amount_refunded = x.amount_captured`)})`,
  partially_refunded: sql`(r.type = 'PAYMENT' and ${existsWith(sql`x.amount_refunded > 0 and x.amount_refunded < x.amount_captured`)})`,
  disputed: sql`(r.type = 'CHARGEBACK' or ${existsWith(sql`(x.chargeback_open > 0 or x.amount_charged_back > 0)`)})`,
  pending: sql`(r.status = 'PENDING' or ${existsWith(sql`(x.hold_reserved > 0 or x.refund_reserved > 0)`)})`,
  authorized: sql`r.status in ('AUTHORIZED', 'PARTIAL_CAPTURED')`,
  paid: sql`r.status in ('AUTHORIZED', 'PARTIAL_CAPTURED', 'CAPTURED', 'SETTLED')`,
  settled: sql`r.status = 'SETTLED'`,
  voided: sql`r.status = 'VOIDED'`,
  expired: sql`r.status = 'EXPIRED'`,
};

function buildFilter({ lastFour, amount, brand, status }: SearchCriteria): Sql {
  const conditions = [
    sql`r.created_at >= r.from_at and r.created_at < r.before_at`,
    lastFour && existsWith(sql`x.card_last_four = ${lastFour}`),
    amount &&
      sql`(${join(
        amount.ranges.map(
          ({ from, to, currencies }) =>
            sql`r.order_amount between ${from}::bigint and ${to}::bigint and r.order_currency = any(${[...currencies]}::text[])`,
        ),
        ' or ',
      )})`,
    brand && sql`r.card_brand = ${brand}`,
    status && statuses[status],
  ].filter((condition) => typeof condition === 'object');
  return join(conditions, ' and ');
}
