import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { Prisma } from '~/platform/prisma/client';
import { defineStatement } from '~/platform/database/statement.server';
import type { ListFilter } from './transaction-filter';
import {
  direction,
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
} & PageCursor;

const emptyFilter: ListFilter = { status: [], type: [] };

/**
 * A merchant's transactions, newest first. `older` and `newer` are the IDs where the adjacent pages start,
 * null at the ends. A page can be short and still have older ones, when it reached the maximum number of rows
 * to read.
 */
export async function listTransactions({
  accountId,
  environment,
  filter = emptyFilter,
  timeZone = 'UTC',
  limit = 25,
  maximumRowsRead = defaultRowsRead,
  ...place
}: ListQuery) {
  const page = await findPage({ accountId, environment, timeZone, filter, maximumRowsRead }, place, limit);
  return { transactions: await summarize({ ids: page.ids }), older: page.older, newer: page.newer };
}

/** Newest first in both directions. If the newer ones don't fill a page, the first page is shown. */
async function findPage(
  scope: Scope,
  place: PageCursor,
  limit: number,
): Promise<{ ids: string[]; older: string | null; newer: string | null }> {
  if (place.after) {
    const ids = await findIds(scope, place, limit + 1);
    if (ids.length <= limit) return findPage(scope, {}, limit);
    const page = ids.slice(0, limit).reverse();
    return { ids: page, older: page.at(-1)!, newer: page[0]! };
  }
  const found = await readOlder(scope, place, limit);
  return { ...found, newer: place.before ? (found.ids[0] ?? getIdBelow(place.before)) : null };
}

/** @param limit IDs per page. `older`: where the next page starts, null at the end of the list */
export async function readOlder(
  scope: Scope,
  place: { before?: string },
  limit: number,
): Promise<{ ids: string[]; older: string | null }> {
  const ids = await findIds(scope, place, limit + 1);
  if (ids.length > limit) return { ids: ids.slice(0, limit), older: ids[limit - 1]! };
  const [{ end }] = (await queryRows<{ end: string | null }>(
    Prisma.sql`select max(id) as end from (${selectStopIds(scope, place)}) e`,
  )) as [{ end: string | null }];
  return { ids: end ? ids.filter((id) => id >= end) : ids, older: end };
}

async function findIds(scope: Scope, place: PageCursor, limit: number): Promise<string[]> {
  const found = await queryRows<{ id: string }>(
    Prisma.sql`select id from (${selectMatchingIds(scope, place, limit)}) m order by id ${direction(place)} limit ${limit}`,
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

const summarize = defineStatement<{ ids: string[] }, TransactionSummary>(
  'summarize-transactions',
  `select id, type, status, order_id as "orderId", order_amount as "orderAmount", order_currency as "orderCurrency", amount_captured as "amountCaptured", amount_refunded as "amountRefunded",
    chargeback_open as "chargebackOpen", amount_charged_back as "amountChargedBack", dispute_stage as "disputeStage", dispute_due_by as "disputeDueBy", external_id as "externalId", card_brand as "cardBrand", card_last_four as "cardLastFour",
    decline_code as "declineCode", capture_before as "captureBefore", created_at as "createdAt", updated_at as "updatedAt", "order" #>> '{card_holder,email}' as email
  from transactions where id = any(:ids::text[]) order by id desc`,
);

/** For an empty page: the end of the previous page. */
const getIdBelow = (before: string) => before.slice(0, -1);
