import type pg from 'pg';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { toInclusivePosition } from '~/platform/ids';
import { takeCompletePage } from '~/platform/lists/complete-page';
import { Prisma } from '~/platform/prisma/client';
import { defineStatement } from '~/platform/database/statement.server';
import { emptyFilter, isOldestFirst, type ListFilter } from './transaction-filter';
import {
  getDirection,
  hasSeveralSources,
  isAscending,
  selectStopIds,
  maximumRowsRead as defaultRowsRead,
  selectMatchingIds,
  type PageCursor,
  type Scope,
} from './transaction-sources';

type ListQuery = {
  accountId: string;
  environment: Environment;
  filter?: ListFilter;
  timeZone?: string;
  limit?: number;
  maximumRowsRead?: number;
  reader?: pg.Pool;
} & PageCursor;

/**
 * A merchant's transactions, newest first, or oldest first if the filter says so. `older` and `newer` are the IDs where the
 * adjacent pages start, null at the ends. A page can be short and still have a next one, when it reached the maximum number
 * of rows to read.
 */
export async function listTransactions({
  accountId,
  environment,
  filter = emptyFilter,
  timeZone = 'UTC',
  limit = 25,
  maximumRowsRead = defaultRowsRead,
  reader,
  ...place
}: ListQuery) {
  const scope = { accountId, environment, timeZone, filter, maximumRowsRead, reader };
  const page = await findPage(scope, place, limit);
  const transactions = await summarizeTransactions({ ids: page.ids }, reader);
  return {
    transactions: isOldestFirst(filter) ? transactions.reverse() : transactions,
    older: page.before,
    newer: page.after,
  };
}

/** A count goes no further. */
const maximumCount = 1_000;

/**
 * The number of transactions that match a filter. `isMore`: there are more than a count may take, either found, or behind the
 * maximum number of rows to read.
 */
export async function countTransactions({
  accountId,
  environment,
  filter,
  timeZone,
  maximumRowsRead = defaultRowsRead,
  reader,
}: Pick<Scope, 'accountId' | 'environment' | 'filter' | 'timeZone' | 'reader'> & {
  maximumRowsRead?: number;
}): Promise<{
  count: number;
  isMore: boolean;
}> {
  const scope = { accountId, environment, filter, timeZone, maximumRowsRead };
  const [found] = await queryRows<{ count: number; stopped: boolean }>(
    Prisma.sql`select count(*)::int as count, exists (select from (${selectStopIds(scope, {})}) e where id is not null) as stopped
      from (select id from (${selectMatchingIds(scope, {}, maximumCount + 1)}) m limit ${maximumCount + 1}) c`,
    reader,
  );
  const { count, stopped } = found!;
  return { count: Math.min(count, maximumCount), isMore: stopped || count > maximumCount };
}

type Page = { ids: string[]; before: string | null; after: string | null };

/**
 * In the list's order, whichever way the page was reached. If the previous rows were read to their end and don't fill a page,
 * it's the first page.
 */
async function findPage(scope: Scope, place: PageCursor, limit: number): Promise<Page> {
  const [next, previous] = isOldestFirst(scope.filter)
    ? (['after', 'before'] as const)
    : (['before', 'after'] as const);
  if (place[previous]) {
    const { ids, end } = await readPage(scope, { [previous]: place[previous] }, limit);
    if (!end) return findPage(scope, {}, limit);
    const page = ids.reverse();
    return toPage({
      ids: page,
      [next]: page.at(-1) ?? toInclusivePosition(next, place[previous]),
      [previous]: end,
    });
  }
  const { ids, end } = await readForward(scope, place[next], limit);
  // The previous page is read from its own end, because rows of this page would count towards its maximum.
  return toPage({ ids, [next]: end, [previous]: place[next] && toInclusivePosition(previous, place[next]) });
}

const toPage = ({ ids, before = null, after = null }: Partial<Page> & Pick<Page, 'ids'>): Page => ({
  ids,
  before,
  after,
});

/**
 * The next IDs in the list's order.
 * @param start the ID after which they start
 * @param limit IDs per page. `end`: where the next page starts, null at the end of the list
 */
export async function readForward(
  scope: Scope,
  start: string | null | undefined,
  limit: number,
): Promise<{ ids: string[]; end: string | null }> {
  return readPage(scope, start ? { [isOldestFirst(scope.filter) ? 'after' : 'before']: start } : {}, limit);
}

/** The IDs from a position on, in its direction. `end`: where the next page in this direction starts, null at the end. */
async function readPage(
  scope: Scope,
  place: PageCursor,
  limit: number,
): Promise<{ ids: string[]; end: string | null }> {
  const ids = await findIds(scope, place, limit + 1);
  // A single source didn't stop before its last match.
  const isComplete = ids.length > limit && !hasSeveralSources(scope);
  return takeCompletePage(ids, {
    limit,
    stop: isComplete ? null : await findStop(scope, place),
    isAscending: isAscending(scope, place),
  });
}

/** The row where the first source stopped, null if all were read to their end. */
async function findStop(scope: Scope, place: PageCursor): Promise<string | null> {
  const first = isAscending(scope, place) ? Prisma.sql`min(id)` : Prisma.sql`max(id)`;
  const [found] = await queryRows<{ id: string | null }>(
    Prisma.sql`select ${first} as id from (${selectStopIds(scope, place)}) e`,
    scope.reader,
  );
  return found!.id;
}

async function findIds(scope: Scope, place: PageCursor, limit: number): Promise<string[]> {
  const found = await queryRows<{ id: string }>(
    Prisma.sql`select id from (${selectMatchingIds(scope, place, limit)}) m order by id ${getDirection(scope, place)} limit ${limit}`,
    scope.reader,
  );
  return found.map(({ id }) => id);
}

/** The columns of the list, without the order, which can be large. */
export type TransactionSummary = {
  id: string;
  type: string;
  status: string;
  orderId: string | null;
  orderAmount: number;
  orderCurrency: string;
  amountCaptured: number;
  amountRefunded: number;
  chargebackOpen: number;
  amountChargedBack: number;
  disputeStage: string | null;
  disputeDueBy: Date | null;
  externalId: string;
  cardBrand: string | null;
  cardLastFour: string | null;
  declineCode: string | null;
  captureBefore: Date | null;
  createdAt: Date;
  updatedAt: Date;
  email: string | null;
};

/** What lists show of these transactions, newest first. Refunds and chargebacks have the email address of their payment. */
export const summarizeTransactions = defineStatement<{ ids: string[] }, TransactionSummary>(
  'summarize-transactions',
  `select id, type, status, order_id as "orderId", order_amount as "orderAmount", order_currency as "orderCurrency", amount_captured as "amountCaptured", amount_refunded as "amountRefunded",
    chargeback_open as "chargebackOpen", amount_charged_back as "amountChargedBack", dispute_stage as "disputeStage", dispute_due_by as "disputeDueBy", external_id as "externalId", card_brand as "cardBrand", card_last_four as "cardLastFour",
    decline_code as "declineCode", case when amount_captured + amount_voided + amount_expired < amount_authorized then capture_before end as "captureBefore", created_at as "createdAt", updated_at as "updatedAt", coalesce("order" #>> '{card_holder,email}',
      (select p."order" #>> '{card_holder,email}' from transactions p where p.id = t.parent_id)) as email
  from transactions t where id = any(:ids::text[]) order by id desc`,
);
