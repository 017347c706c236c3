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
 * A merchant's transactions, newest first. `older` and `newer` are the ids from which the neighboring pages go on, null where there is
 * none. A page may be short and still have older ones, when so many rows were read that the rest is left to the next page.
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

/** Newest first, whichever way they were found. Newer ones that do not fill a page are shown as the first page is. */
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

/** @param limit ids of one page. `older`: where the next one goes on; null at the end of the list */
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

/** What a list shows of a transaction: without the order, which may be large. */
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

/** Of a page with nothing on it: what the page before it ends with lies above. */
const getIdBelow = (before: string) => before.slice(0, -1);
