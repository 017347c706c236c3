import { mapInSequence } from '~/platform/concurrency/in-sequence';
import type { Database } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { takeCompletePage } from '~/platform/lists/complete-page';
import { Prisma } from '~/platform/prisma/client';
import {
  searchedEnvironments,
  isInScopes,
  listAmountConditions,
  planScopes,
  toWidestIdRange,
  type Clocks,
  type SearchTime,
} from './search-scopes';
import { withSearchTimeout } from './search-timeout';
import { findPartMatches } from './part-matches';
import {
  chooseSources,
  listExactSources,
  listPartSources,
  minimumRowsPerMerchant,
  type Source,
} from './payment-sources';
import { listTextConditions, textColumns } from './text-conditions';
import type { StatusName } from '~/support/query/keyword-patterns';
import type { SearchCriteria } from '~/support/query/query-parser';

// Searches the payments of all merchants. No index spans merchants, because each payment would pay for it.
// Instead, the indexes of the merchants' own lists are used, once for each merchant and environment, which
// takes microseconds each (docs/decisions/0026).

const { sql, join, empty } = Prisma;
type Sql = Prisma.Sql;

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
  /** Whether the acquirer declined one of its refunds, or the payer's bank returned one. */
  hasFailedRefund: boolean;
  createdAt: Date;
};

/**
 * `older`: the ID at which the next page continues; null at the end. `isIncomplete`: the page ends where the first merchant
 * has more rows than were read, so it may be short. `isPartTooShort`: more references start or end with a part than were read.
 */
export type PaymentResults = {
  payments: PaymentResult[];
  older: string | null;
  isIncomplete: boolean;
  isPartTooShort: boolean;
};

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
/** The same for searches that read rows of the table instead of an index, which takes longer. */
export const tableRowBudget = 60_000;
/** Rows of one merchant are far apart in the table, so each may be a read from the disk. */
export const merchantTableRowBudget = 4_000;
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
  return withSearchTimeout(async (db) => {
    const searches = await mapInSequence(interpretations, (interpretation) =>
      planSearch(interpretation, { clocks, now }, db),
    );
    const isPartTooShort = searches.some(({ partMatches }) => partMatches?.isCut);
    const page = await readPage(searches, { before, limit, rowBudget }, db);
    return { ...page, isPartTooShort };
  });
}

/** Looks up the scopes, and the parts of references that indexes contain. */
async function planSearch(
  { criteria, accountIds }: QueryInterpretation,
  { clocks, now }: { clocks: Clocks; now: Date },
  db: Prisma.TransactionClient,
) {
  const { times, scopes, merchants } = await planScopes(
    { criteria, accountIds, prefix: 'trx' },
    { clocks, now },
    db,
  );
  const exact = listExactSources(criteria);
  const [part] = criteria.parts;
  const partMatches =
    !exact.length && part && accountIds ? await findPartMatches(part, scopes, db) : undefined;
  const sources = partMatches ? listPartSources(partMatches) : chooseSources(criteria, !accountIds);
  return {
    ...{ criteria, times, scopes, partMatches },
    sources: exact.length ? exact : sources,
    isOfAllMerchants: !accountIds,
    merchants,
  };
}

type ReadLimits = { before?: string; limit: number; rowBudget: number };

async function readPage(
  searches: readonly Awaited<ReturnType<typeof planSearch>>[],
  { before, limit, rowBudget }: ReadLimits,
  db: Prisma.TransactionClient,
): Promise<Omit<PaymentResults, 'isPartTooShort'>> {
  const scanCount = searches.reduce(
    (sum, { merchants, sources }) => sum + merchants * searchedEnvironments.length * sources.length,
    0,
  );
  const budget = Math.min(rowBudget, ...searches.map(chooseBudget));
  const rowsPerScan = Math.max(minimumRowsPerMerchant, Math.ceil(budget / Math.max(1, scanCount)));
  const page = { before, limit, rowsPerScan, rowsOfAllMerchants: Math.min(rowBudget, tableRowBudget) };
  const scans = searches.flatMap((search) =>
    search.sources.map((source) =>
      source.readsTable && search.isOfAllMerchants
        ? buildTableScan(search, page)
        : buildMerchantScan(source, search, page),
    ),
  );
  const found = join(
    scans.map(({ found }) => found),
    ' union ',
  );
  const ends = scans.flatMap(({ end }) => end ?? []);
  const ids = (
    await db.$queryRaw<{ id: string }[]>`select id from (${found}) f order by id desc limit ${limit + 1}`
  ).map(({ id }) => id);
  const [stopped] = ends.length
    ? await db.$queryRaw<{ id: string | null }[]>`select max(id) as id from (${join(ends, ' union all ')}) e`
    : [];
  const stop = stopped?.id ?? null;
  const { ids: visibleIds, end: older } = takeCompletePage(ids, { limit, stop });
  return {
    payments: await summarizePayments(visibleIds, db),
    older,
    isIncomplete: stop !== null && older === stop,
  };
}

function chooseBudget({
  sources,
  isOfAllMerchants,
}: {
  sources: readonly Source[];
  isOfAllMerchants: boolean;
}): number {
  if (sources.some(({ readsTable }) => readsTable))
    return isOfAllMerchants ? tableRowBudget : merchantTableRowBudget;
  return sources.some(({ isPartial }) => isPartial) ? tableRowBudget : defaultRowBudget;
}

type Page = { before?: string; limit: number; rowsPerScan: number; rowsOfAllMerchants: number };
type PlannedSearch = { criteria: SearchCriteria; times: readonly SearchTime[]; scopes: Sql };
/**
 * `found`: the newest matches. `end`: the ID down to which they are complete, if not everything was read.
 */
type Scan = { found: Sql; end?: Sql };

/** Looks up the source once for each merchant and environment. */
function buildMerchantScan(
  { source, joinClause = empty, isSelective, readsTable, isPartial }: Source,
  { criteria, scopes }: PlannedSearch,
  { before, limit, rowsPerScan }: Page,
): Scan {
  const scope = sql`${scopes} ${joinClause}`;
  // The source of the last four digits has filtered by them.
  const filter = buildFilter(isPartial ? { ...criteria, lastFour: undefined } : criteria, readsTable);
  const selectRows = (columns: Sql) =>
    sql`select ${columns} from transactions t where t.account_id = w.account_id and t.environment = w.environment and ${source}`;
  const buildPageCondition = (id: Sql) =>
    sql`${id} >= w.from_id and ${id} < ${before ? sql`least(w.before_id, ${before})` : sql`w.before_id`}`;
  // IDs reach past the end of the span, so the rows after it are skipped before they count as read.
  const selectNewest = (columns: Sql, some: Sql) =>
    sql`${selectRows(columns)} and ${buildPageCondition(sql`t.id`)} and t.created_at < w.before_at order by t.id desc ${some}`;
  // For few rows, `offset 0` keeps the time condition outside: PostgreSQL assumes that any time span is
  // short, and would scan through it.
  const newest = selectNewest(listColumns, sql`limit ${rowsPerScan}`);
  // The index finds the newest rows, and only then their texts are read.
  const withTexts = sql`select n.*, x.external_id, x.order_id, x.intent_id, x."order" from (${newest}) n cross join lateral (select ${textColumns} from transactions t where t.id = n.id offset 0) x`;
  const rows = isSelective ? sql`${selectRows(listColumns)} offset 0` : readsTable ? withTexts : newest;
  return {
    found: sql`(select r.id from ${scope} cross join lateral (${rows}) r where ${buildPageCondition(sql`r.id`)} and ${filter} order by r.id desc limit ${limit + 1})`,
    // Where a merchant has more rows than were read, results are only complete down to the newest of these
    // ends.
    ...(!isSelective && {
      end: sql`(select max(r.id) as id from ${scope} cross join lateral (${selectNewest(sql`t.id`, sql`offset ${rowsPerScan - 1} limit 1`)}) r)`,
    }),
  };
}

/**
 * Reads the newest payments of all merchants in the order of the primary key, where new rows are neighbors. Once for each
 * merchant would read rows from everywhere, and be complete only down to the end of the busiest merchant's.
 */
function buildTableScan(
  { criteria, times, scopes }: PlannedSearch,
  { before, limit, rowsOfAllMerchants }: Page,
): Scan {
  const { from, before: to } = toWidestIdRange(times, criteria, 'trx');
  const end = before && before < to ? before : to;
  const select = (columns: Sql, some: Sql) =>
    sql`select ${columns} from transactions t where t.id >= ${from} and t.id < ${end} order by t.id desc ${some}`;
  const rows = select(
    sql`t.account_id, t.environment, ${paymentColumns}, ${textColumns}`,
    sql`limit ${rowsOfAllMerchants}`,
  );
  return {
    found: sql`(select r.id from (${rows}) r where ${join(buildConditions(criteria, true), ' and ')}
      and ${isInScopes(scopes)}
      order by r.id desc limit ${limit + 1})`,
    end: sql`(select max(r.id) as id from (${select(sql`t.id`, sql`offset ${rowsOfAllMerchants - 1} limit 1`)}) r)`,
  };
}

/** What a list of several merchants' payments shows, newest first. */
export function summarizePayments(ids: readonly string[], db?: Database): Promise<PaymentResult[]> {
  if (!ids.length) return Promise.resolve([]);
  return queryRows<PaymentResult>(
    sql`
    select t.id, t.account_id as "accountId", a.name as merchant, a.time_zone as "timeZone", t.environment, t.type, t.status, t.order_amount as "orderAmount", t.order_currency as "orderCurrency", t.card_brand as "cardBrand",
      t.card_last_four as "cardLastFour", t.external_id as "externalId", t.order_id as "orderId", t.decline_code as "declineCode", t.chargeback_open as "chargebackOpen", t.amount_charged_back as "amountChargedBack", t.amount_captured as "amountCaptured", t.amount_refunded as "amountRefunded",
      t.dispute_stage as "disputeStage", t.dispute_due_by as "disputeDueBy",
      exists (select from transactions c where c.parent_id = t.id and c.type = 'REFUND' and c.status = 'DECLINED' offset 0) as "hasFailedRefund", t.created_at as "createdAt"
    from transactions t join accounts a on a.id = t.account_id where t.id = any(${[...ids]}::text[]) order by t.id desc`,
    db,
  );
}

/** The filter columns, all in the index of the merchant's list. */
const paymentColumns = sql`t.id, t.type, t.status, t.order_currency, t.order_amount, t.card_brand, t.created_at`;
const listColumns = sql`${paymentColumns}, w.from_at, w.before_at`;

// `offset 0`: once for each row that was read, instead of a join with all rows that have the value.
const existsWith = (name: Sql) =>
  sql`exists (select from transactions x where x.id = r.id and ${name} offset 0)`;

const statuses: Record<StatusName, Sql> = {
  declined: sql`r.status = 'DECLINED'`,
  // With refunds that failed, which leave no refunded amount.
  refunded: sql`(r.type = 'REFUND' or ${existsWith(sql`x.amount_refunded > 0`)} or exists (select from transactions c where c.parent_id = r.id and c.type = 'REFUND' offset 0))`,
  refund_failed: sql`(r.type = 'REFUND' and r.status = 'DECLINED' or exists (select from transactions c where c.parent_id = r.id and c.type = 'REFUND' and c.status = 'DECLINED' offset 0))`,
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

function buildFilter(criteria: SearchCriteria, hasTexts?: boolean): Sql {
  return join(
    [sql`r.created_at >= r.from_at and r.created_at < r.before_at`, ...buildConditions(criteria, hasTexts)],
    ' and ',
  );
}

/** @param hasTexts whether the rows contain the columns of texts; otherwise each row's are looked up */
function buildConditions(criteria: SearchCriteria, hasTexts = false): Sql[] {
  const { lastFour, cardStart, brand, status, declineReason } = criteria;
  const conditions = [
    ...listAmountConditions(criteria, { amount: sql`r.order_amount`, currency: sql`r.order_currency` }),
    criteria.currencies && sql`r.order_currency = any(${[...criteria.currencies]}::text[])`,
    brand && sql`r.card_brand = ${brand}`,
    status && statuses[status],
    declineReason &&
      sql`r.status = 'DECLINED' and ${existsWith(sql`x.decline_code = any(${[...declineReason.codes]}::text[])`)}`,
    ...(hasTexts
      ? listTextConditions(criteria, sql`r`)
      : listTextConditions(criteria, sql`x`).map((condition) => existsWith(condition))),
    lastFour && existsWith(sql`x.card_last_four = ${lastFour}`),
    // Chargebacks have none.
    cardStart && existsWith(sql`(x.card_bin is null or x.card_bin like ${`${cardStart}%`})`),
  ].filter((condition) => typeof condition === 'object');
  return conditions.length ? conditions : [sql`true`];
}
