import type pg from 'pg';
import { getDaySpan } from '~/platform/time/days';
import type { Environment } from '~/platform/environment';
import { getIdLowerBound } from '~/platform/ids';
import { currenciesByDecimals, maximumAmount } from '~/platform/money/currencies';
import { Prisma } from '~/platform/prisma/client';
import { parseAmountBound, type AmountInterpretation } from '~/platform/money/amount-input';
import type { RefundExtent } from '~/payments/transactions/states';
import { isOldestFirst, type ListFilter } from './transaction-filter';
import { expiresSoonCondition } from './expiring-holds';
import { interpretSearch, type SearchInterpretation } from './transaction-search';

// The sources of a list's rows. Each source walks one index by ID, in the list's order, and checks the other filters
// on the way, mostly in the index itself. A page reads a limited number of rows per source, so that even the
// rarest combination on the largest account has a bounded cost. The next page continues from there.

const { sql, join, empty } = Prisma;
type Sql = Prisma.Sql;

/** `maximumRowsRead`: the maximum number of rows that one page reads from a source. `newestId`: newer rows are left out. */
export type Scope = {
  accountId: string;
  environment: Environment;
  timeZone: string;
  filter: ListFilter;
  maximumRowsRead: number;
  newestId?: string;
  /** Where it's read, if not on the primary. */
  reader?: pg.Pool | undefined;
};

/** Older or newer than an ID. */
export type PageCursor = { before?: string; after?: string };

export const maximumRowsRead = 5_000;

/**
 * IDs carry the clock of the process that created them, rows the clock of the database. They never differ by
 * more than this.
 */
export const maximumClockSkewMs = 3_600_000;

/** The filtered rows of every source at a position, `limit` of each: one query that returns IDs. */
export function selectMatchingIds(scope: Scope, cursor: PageCursor, limit: number): Sql {
  const found = listSources(scope).map(
    (source) =>
      sql`(select id from (${selectFromIndex(scope, source, cursor, filtered, sql`limit ${scope.maximumRowsRead}`)}) r ${toFilterCondition(scope)} order by id ${getDirection(scope, cursor)} limit ${limit})`,
  );
  return join(found, ' union ');
}

/** For each source with more rows than a page may read, the ID where it stopped. */
export function selectStopIds(scope: Scope, cursor: PageCursor): Sql {
  const last = isAscending(scope, cursor) ? sql`min(id)` : sql`max(id)`;
  const read = listSources(scope).map(
    (source) =>
      sql`(select case when count(*) > 1 then ${last} end as id from (${selectFromIndex(scope, source, cursor, sql`t.id`, sql`offset ${scope.maximumRowsRead - 1} limit 2`)}) r)`,
  );
  return join(read, ' union all ');
}

/** Towards newer or older IDs. Without a position, the list's order. */
export const isAscending = ({ filter }: Pick<Scope, 'filter'>, { before, after }: PageCursor): boolean =>
  Boolean(after) || (!before && isOldestFirst(filter));

export const getDirection = (scope: Pick<Scope, 'filter'>, cursor: PageCursor): Sql =>
  isAscending(scope, cursor) ? sql`asc` : sql`desc`;

/** Whether one of the sources may stop while another continues. */
export const hasSeveralSources = (scope: Scope): boolean => listSources(scope).length > 1;

/** A source of rows: a condition that an index serves, or rows of another table that lead to them. */
type Source = { where: Sql; from?: (cursor: PageCursor) => Sql };

/** The filters that the index starting with the account contains. */
const filtered = sql`t.id, t.type, t.status, t.order_currency, t.order_amount, t.card_brand, t.created_at`;

function selectFromIndex(
  scope: Scope,
  { where, from }: Source,
  cursor: PageCursor,
  columns: Sql,
  limitClause: Sql,
): Sql {
  const { accountId, environment, timeZone, filter, newestId } = scope;
  const bounds = [
    ...timeBounds(filter, timeZone),
    ...toCursorBounds(cursor, sql`t.id`),
    ...(newestId === undefined ? [] : [sql`t.id <= ${newestId}`]),
  ];
  return sql`select ${columns}
    from ${from ? sql`${from(cursor)} o join transactions t on t.id = o.transaction_id` : sql`transactions t`}
    where ${join([sql`t.account_id = ${accountId} and t.environment = ${environment}`, where, ...bounds], ' and ')}
    order by t.id ${getDirection(scope, cursor)} ${limitClause}`;
}

function listSources({ accountId, environment, filter }: Scope): Source[] {
  const meanings = interpretSearch(filter.search ?? '');
  if (meanings.length)
    return meanings.flatMap((meaning) =>
      toSources(meaning, sql`account_id = ${accountId} and environment = ${environment}`),
    );
  if (isPerson(filter.by)) return [{ where: sql`true`, from: (cursor) => selectOperatedBy(filter, cursor) }];
  if (filter.hold)
    return [
      {
        where: sql`true`,
        from: (cursor) =>
          selectExpiringHolds(sql`t.account_id = ${accountId} and t.environment = ${environment}`, cursor),
      },
    ];
  // These are rare and have their own indexes.
  if (filter.refund.length) return [{ where: sql`t.type = 'PAYMENT' and t.amount_refunded > 0` }];
  if (filter.type.length && !filter.type.includes('PAYMENT'))
    return filter.type.map((type) => ({
      where: type === 'REFUND' ? sql`t.type = 'REFUND'` : sql`t.type = 'CHARGEBACK'`,
    }));
  return [{ where: sql`true` }];
}

/** Every interpretation of a meaning, each served by an index. */
function toSources(meaning: SearchInterpretation, ofMerchant: Sql): Source[] {
  switch (meaning.kind) {
    case 'transaction':
      return [{ where: sql`t.id = ${meaning.id}` }];
    case 'intent':
      return [
        {
          where: sql`t.intent_id = ${meaning.id} and t.external_id = (select external_id from payment_intents where id = ${meaning.id} and ${ofMerchant})`,
        },
      ];
    case 'operation':
      return [{ where: sql`t.id = (select transaction_id from operations where id = ${meaning.id})` }];
    case 'card_token':
      return [{ where: sql`t.card_token_id = ${meaning.id}` }];
    case 'email': {
      const hasEmail = sql`t."order" #>> '{card_holder,email}' is not null and lower(t."order" #>> '{card_holder,email}') = ${meaning.email}`;
      return [
        { where: hasEmail },
        { where: sql`true`, from: () => selectChildren(sql`${ofMerchant} and ${hasEmail}`) },
      ];
    }
    case 'last_four':
      return [{ where: sql`t.card_last_four = ${meaning.digits}` }];
    case 'amount':
      return meaning.readings.map(({ amountMinor, currencies }) => ({
        where: sql`t.order_amount = ${amountMinor} and t.order_currency = any(${currencies})`,
      }));
    case 'reference':
      return meaning.spellings
        .flatMap((reference) => [
          sql`t.external_id = ${reference}`,
          sql`t.order_id = ${reference}`,
          sql`t.id = (select resource_id from idempotency_keys where ${ofMerchant} and family = 'operation' and external_id = ${reference})`,
        ])
        .map((where) => ({ where }));
  }
}

/**
 * Refunds and chargebacks, whose rows don't repeat the payer's email. The fence lets the database read only those of
 * the payments.
 */
function selectChildren(ofPayments: Sql): Sql {
  return sql`(select child.id as transaction_id
    from (select t.id from transactions t where ${ofPayments} order by t.id desc limit ${maximumRowsRead}) payment,
      lateral (select c.id from transactions c where c.parent_id = payment.id offset 0) child)`;
}

/** The transactions that a person operated on in the portal, each once, in any account. */
function selectOperatedBy(filter: ListFilter, cursor: PageCursor): Sql {
  return sql`(select distinct transaction_id from operations where operator like 'portal:%' and operator = ${`portal:${filter.by}`}
    and ${join([sql`true`, ...toCursorBounds(cursor, sql`transaction_id`)], ' and ')} order by transaction_id ${getDirection({ filter }, cursor)})`;
}

/**
 * Ordered by expiration on an index of holds. Without the fence, every payment of the merchant would be read.
 */
function selectExpiringHolds(ofMerchant: Sql, cursor: PageCursor): Sql {
  return sql`(select t.id as transaction_id from transactions t where ${join([ofMerchant, expiresSoonCondition, ...toCursorBounds(cursor, sql`t.id`)], ' and ')} offset 0)`;
}

function toFilterCondition({ timeZone, filter }: Scope): Sql {
  const { from, before } = getDaySpan({ ...filter, timeZone });
  const conditions = [
    filter.status.length && sql`r.status = any(${filter.status})`,
    filter.type.length && sql`r.type = any(${filter.type})`,
    filter.currency && sql`r.order_currency = ${filter.currency}`,
    filter.brand && sql`r.card_brand = ${filter.brand}`,
    from && sql`r.created_at >= ${from}`,
    before && sql`r.created_at < ${before}`,
    (filter.min || filter.max) && amountBetween(filter),
    filter.by && isInitiatedBy(filter.by),
    filter.refund.length && hasRefund(filter.refund),
    filter.hold && sql`exists (select from transactions t where t.id = r.id and ${expiresSoonCondition})`,
  ].filter((condition) => typeof condition === 'object');
  return conditions.length ? sql`where ${join(conditions, ' and ')}` : empty;
}

/** In each currency by its decimals: 42 is 42 JPY and 4200 cents. */
function amountBetween({ min, max }: ListFilter): Sql {
  const [least, most] = [
    min ? parseAmountBound(min, 'up') : null,
    max ? parseAmountBound(max, 'down') : null,
  ];
  const ranges = currenciesByDecimals.flatMap(({ currencies }) => {
    const of = (readings: AmountInterpretation[] | null) =>
      readings?.find((reading) => currencies.includes(reading.currencies[0]!));
    const [from, to] = [of(least), of(most)];
    if ((least && !from) || (most && !to)) return [];
    const matchingCurrencies = currencies.filter(
      (code) => (from?.currencies.includes(code) ?? true) && (to?.currencies.includes(code) ?? true),
    );
    return matchingCurrencies.length
      ? [
          sql`r.order_currency = any(${matchingCurrencies}) and r.order_amount between ${from?.amountMinor ?? 0}::bigint and ${to?.amountMinor ?? maximumAmount}::bigint`,
        ]
      : [];
  });
  return ranges.length ? sql`(${join(ranges, ' or ')})` : sql`false`;
}

function isInitiatedBy(by: string): Sql {
  // Checked row by row after all other filters, because no index contains it.
  const intent = sql`(select intent_id from transactions p where p.id = r.id)`;
  if (by === 'checkout') return sql`r.type = 'PAYMENT' and ${intent} is not null`;
  if (by === 'api')
    return sql`(r.type = 'PAYMENT' and ${intent} is null or r.type = 'REFUND' and exists (select from operations o where o.transaction_id = r.id and o.type = 'refund' and o.operator like 'api:%'))`;
  return sql`exists (select from operations o where o.transaction_id = r.id and o.operator like 'portal:%' and o.operator = ${`portal:${by}`})`;
}

const refundConditions: Record<RefundExtent, Sql> = {
  FULL: sql`p.amount_refunded = p.amount_captured`,
  PARTIAL: sql`p.amount_refunded < p.amount_captured`,
};

function hasRefund(extents: readonly RefundExtent[]): Sql {
  // Row by row, too: as a join, the planner may read the refunded payments of all merchants.
  const isOfExtent = join(
    extents.map((extent) => refundConditions[extent]),
    ' or ',
  );
  return sql`r.type = 'PAYMENT' and (select p.amount_refunded > 0 and (${isOfExtent}) from transactions p where p.id = r.id)`;
}

const isPerson = (by: string | undefined): boolean => Boolean(by) && by !== 'api' && by !== 'checkout';

function toCursorBounds({ before, after }: PageCursor, id: Sql): Sql[] {
  return [...(before ? [sql`${id} < ${before}`] : []), ...(after ? [sql`${id} > ${after}`] : [])];
}

/** The range of IDs that certainly contains the days. The exact times are compared row by row. */
function timeBounds(filter: ListFilter, timeZone: string): Sql[] {
  const { from, before } = getDaySpan({ ...filter, timeZone });
  return [
    ...(from ? [sql`t.id >= ${getIdLowerBound('trx', new Date(from.getTime() - maximumClockSkewMs))}`] : []),
    ...(before
      ? [sql`t.id < ${getIdLowerBound('trx', new Date(before.getTime() + maximumClockSkewMs))}`]
      : []),
  ];
}
