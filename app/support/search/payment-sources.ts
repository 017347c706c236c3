import { Prisma } from '~/platform/prisma/client';
import type { StatusName } from '~/support/query/keyword-patterns';
import type { SearchCriteria } from '~/support/query/query-parser';
import type { PartMatches } from './part-matches';
import { listTextConditions } from './text-conditions';

const { sql } = Prisma;
type Sql = Prisma.Sql;

/** At least this many rows of each merchant are read for a page. */
export const minimumRowsPerMerchant = 50;

/** The last ID with this start, in any collation. */
export const toLastId = (start: string) => start.padEnd(41, 'z');

/**
 * A condition that an index of the merchant's list serves. `isSelective`: a merchant has only one or two
 * matches for each value, so all are read. `readsTable`: the filter reads texts of rows, which no index contains.
 * `isPartial`: the index lacks columns of the filter, so the rows are read, too.
 */
export type Source = {
  source: Sql;
  joinClause?: Sql;
  isSelective?: true;
  readsTable?: true;
  isPartial?: true;
};

/**
 * Sources of complete references, emails, and starts of intent IDs. A reference may mean several columns. One order ID may
 * have any number of payments, so each of its spellings is looked up separately, newest first.
 */
export function listExactSources({ references, emails, idStarts }: SearchCriteria): Source[] {
  const payer = sql`t."order" #>> '{card_holder,email}'`;
  const eachSpelling = sql`cross join unnest(${references.flatMap((reference) => reference.spellings)}::text[]) x (spelling)`;
  return [
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
    ...idStarts
      .filter(({ prefix }) => prefix === 'int')
      .map(({ text }) => ({ source: isOfNewestIntents(text), isSelective: true }) as const),
  ];
}

/** Without those, the source with the fewest rows. */
export function chooseSources(criteria: SearchCriteria, isOfAllMerchants: boolean): Source[] {
  const { lastFour, amount, status } = criteria;
  if (isOfAllMerchants && listTextConditions(criteria, sql`r`).length)
    return [{ source: sql`true`, readsTable: true }];
  if (lastFour) return [{ source: sql`t.card_last_four = ${lastFour}`, isPartial: true }];
  if (!amount || amount.about) {
    if (listTextConditions(criteria, sql`r`).length) return [{ source: sql`true`, readsTable: true }];
    return (status && statusSources[status]) ?? [{ source: sql`true` }];
  }
  return amount.ranges.map(({ from, currencies }) => ({
    source: sql`t.order_amount = ${from} and t.order_currency = any(${[...currencies]}::text[])`,
  }));
}

export const listPartSources = ({ ids, externalIds, intentIds }: PartMatches): Source[] =>
  [
    sql`t.id = any(${ids}::text[])`,
    sql`t.external_id = any(${externalIds}::text[])`,
    isOfIntents(sql`i.id = any(${intentIds}::text[])`),
  ].map((source) => ({ source, isSelective: true }));

/** The newest intents that start like this lead to their payments. */
const isOfNewestIntents = (start: string): Sql =>
  isOfIntents(
    sql`i.id >= ${start} and i.id < ${toLastId(start)} order by i.id desc limit ${minimumRowsPerMerchant}`,
  );

const isOfIntents = (condition: Sql): Sql =>
  sql`t.id = any(array(select x.id from (select i.id, i.external_id from payment_intents i where i.account_id = w.account_id and i.environment = w.environment and ${condition}) i
    join transactions x on x.account_id = w.account_id and x.environment = w.environment and x.external_id = i.external_id and x.intent_id = i.id))`;

const isRefundedPayment: Source = { source: sql`t.type = 'PAYMENT' and t.amount_refunded > 0` };

/** Statuses of so few payments that they have an index. */
const statusSources: Partial<Record<StatusName, Source[]>> = {
  refunded: [{ source: sql`t.type = 'REFUND'` }, isRefundedPayment],
  fully_refunded: [isRefundedPayment],
  partially_refunded: [isRefundedPayment],
};
