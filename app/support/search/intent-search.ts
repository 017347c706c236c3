import { getPaymentIntentStatus, type PaymentIntentStatus } from '~/payments/checkout/payment-intents';
import { mapInSequence } from '~/platform/concurrency/in-sequence';
import type { Database } from '~/platform/database/db.server';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { getIdTime } from '~/platform/ids';
import { Prisma } from '~/platform/prisma/client';
import { emptyCriteria } from '~/support/query/query-parser';
import { merchantTableRowBudget, tableRowBudget, type QueryInterpretation } from './payment-search';
import { minimumRowsPerMerchant } from './payment-sources';
import { maximumResultsPerKind } from './record-search';
import { isInScopes, listAmountConditions, planScopes, toWidestIdRange, type Clocks } from './search-scopes';
import { withSearchTimeout } from './search-timeout';
import { isPartOf, listTextConditions } from './text-conditions';

// Searches the payment intents that no payment leads to, because they are unattempted, or every attempt was declined.

const { sql, join } = Prisma;
type Sql = Prisma.Sql;

export type IntentResult = {
  id: string;
  accountId: string;
  merchant: string;
  timeZone: string;
  environment: Environment;
  externalId: string;
  orderId: string | null;
  amount: number;
  currency: string;
  status: PaymentIntentStatus;
  createdAt: Date;
};

/** `searchedSince`: the time of the oldest intent that was read, if not all of them were. */
export type IntentResults = { intents: IntentResult[]; hasMore: boolean; searchedSince: Date | null };

export const noIntents: IntentResults = { intents: [], hasMore: false, searchedSince: null };

/** The states without a payment that succeeded or may still succeed. */
const isUnpaid = sql`state in ('OPEN', 'BLOCKED', 'CANCELLED', 'EXPIRED')`;

/**
 * The newest unpaid intents that match one of the interpretations. They have no card, and often no payer, so next to a
 * reference, only the amount, the time, and the environment count. Without a reference, an amount finds intents of named
 * merchants, unless the rest of the query describes a payment.
 * @returns too_wide when the database took too long
 */
export async function searchIntents({
  interpretations,
  clocks,
  now,
  rowBudget = tableRowBudget,
}: {
  interpretations: readonly QueryInterpretation[];
  clocks: Clocks;
  now: Date;
  rowBudget?: number;
}): Promise<IntentResults | 'too_wide'> {
  const suitable = interpretations.filter(describesIntent);
  if (!suitable.length) return noIntents;
  return withSearchTimeout(async (db) => {
    const scans = (
      await mapInSequence(suitable, (interpretation) =>
        planScans(interpretation, { clocks, now, rowBudget }, db),
      )
    ).flat();
    const found = join(
      scans.map(({ found }) => found),
      ' union ',
    );
    const ids = await queryRows<{ id: string }>(
      sql`select id from (${found}) f order by id desc limit ${maximumResultsPerKind + 1}`,
      db,
    );
    const ends = scans.flatMap(({ end }) => end ?? []);
    const [end] =
      ids.length > maximumResultsPerKind || !ends.length
        ? []
        : await queryRows<{ id: string | null }>(
            sql`select max(id) as id from (${join(ends, ' union all ')}) e`,
            db,
          );
    return {
      intents: await summarizeIntents(
        ids.slice(0, maximumResultsPerKind).map(({ id }) => id),
        now,
        db,
      ),
      hasMore: ids.length > maximumResultsPerKind,
      searchedSince: end?.id ? getIdTime(end.id) : null,
    };
  });
}

function describesIntent({ criteria, accountIds }: QueryInterpretation): boolean {
  const { references, parts, idStarts, emails, emailDomains, payer } = criteria;
  const { amount, lastFour, brand, status, declineReason } = criteria;
  if (idStarts.some(({ prefix }) => prefix === 'trx')) return false;
  if (references.length || parts.length || idStarts.length) return true;
  const isPayment = Boolean(lastFour ?? brand ?? status ?? declineReason ?? payer);
  return Boolean(amount && accountIds) && !isPayment && !emails.length && !emailDomains.length;
}

/** `found`: the newest matches. `end`: the ID down to which they are complete, if not everything was read. */
type Scan = { found: Sql; end?: Sql };

async function planScans(
  { criteria, accountIds }: QueryInterpretation,
  { rowBudget, ...page }: { clocks: Clocks; now: Date; rowBudget: number },
  db: Prisma.TransactionClient,
): Promise<Scan[]> {
  const { times, scopes } = await planScopes({ criteria, accountIds, prefix: 'int' }, page, db);
  const spellings = criteria.references.flatMap((reference) => reference.spellings);
  const conditions = join(
    [
      isUnpaid,
      ...listAmountConditions(criteria, { amount: sql`r.amount`, currency: sql`r.currency` }),
      ...listTextConditions({ ...emptyCriteria, parts: criteria.parts }, sql`r`),
      ...(spellings.length
        ? [sql`(r.external_id = any(${spellings}::text[]) or r.order_id = any(${spellings}::text[]))`]
        : []),
    ],
    ' and ',
  );
  const select = (rows: Sql, scopeCondition: Sql) =>
    sql`(select r.id from ${rows} where ${conditions} and ${scopeCondition} order by r.id desc limit ${maximumResultsPerKind + 1})`;
  if (spellings.length)
    return [
      sql`i.external_id = x.spelling`,
      sql`i."order" ->> 'order_id' = x.spelling and i.transaction_id is null`,
    ].map((source) => ({
      found: select(
        sql`${scopes} cross join unnest(${spellings}::text[]) x (spelling) cross join lateral (select ${columns} from payment_intents i where ${isOfScope} and ${source} order by i.id desc limit ${maximumResultsPerKind + 1}) r`,
        isOfTime,
      ),
    }));
  if (!accountIds) {
    const { from, before } = toWidestIdRange(times, criteria, 'int');
    const newest = (selected: Sql, some: Sql) =>
      sql`select ${selected} from payment_intents i where i.id >= ${from} and i.id < ${before} order by i.id desc ${some}`;
    return [
      {
        found: select(withOrderId(newest(rowColumns, sql`limit ${rowBudget}`)), isInScopes(scopes)),
        end: sql`(${newest(sql`i.id`, sql`offset ${rowBudget - 1} limit 1`)})`,
      },
    ];
  }
  const isOfIds = sql`i.id >= w.from_id and i.id < w.before_id`;
  const newest = (selected: Sql, some: Sql) =>
    sql`select ${selected} from payment_intents i where ${isOfScope} and ${isOfIds} order by i.id desc ${some}`;
  const merchantBudget = Math.min(rowBudget, merchantTableRowBudget);
  const rowsPerScan = Math.max(minimumRowsPerMerchant, Math.ceil(merchantBudget / accountIds.length));
  const [part] = criteria.parts;
  return [
    {
      found: select(
        sql`${scopes} cross join lateral (select * from ${withOrderId(newest(rowColumns, sql`limit ${rowsPerScan}`))} offset 0) r`,
        isOfTime,
      ),
      end: sql`(select max(e.id) as id from ${scopes} cross join lateral (${newest(sql`i.id`, sql`offset ${rowsPerScan - 1} limit 1`)}) e)`,
    },
    // Of all of the merchant's intents, the indexes contain the IDs and external_ids, but not the order IDs.
    ...(part ? ['id', 'external_id'].map((column) => findPart(column as 'id' | 'external_id')) : []),
  ];

  function findPart(column: 'id' | 'external_id'): Scan {
    const key = Prisma.raw(`i.${column}`);
    // `offset 0` makes PostgreSQL read the index alone.
    const keys = sql`select o.key from (select ${key} from payment_intents i where ${isOfScope} offset 0) o (key) where ${isPartOf(part!, sql`o.key`)} order by o.key desc limit ${maximumKeys}`;
    return {
      found: select(
        sql`${scopes} cross join lateral (${keys}) k cross join lateral (select ${columns} from payment_intents i where ${isOfScope} and ${key} = k.key offset 0) r`,
        isOfTime,
      ),
    };
  }
}

/** Of each kind and merchant. */
const maximumKeys = 1_000;

const isOfScope = sql`i.account_id = w.account_id and i.environment = w.environment`;
const isOfTime = sql`r.id >= w.from_id and r.id < w.before_id and r.created_at >= w.from_at and r.created_at < w.before_at`;
const rowColumns = sql`i.id, i.account_id, i.environment, i.external_id, i.state, i.amount, i.currency, i.created_at, i."order"`;
const columns = sql`${rowColumns}, i."order" ->> 'order_id' as order_id, null::text as intent_id`;

/** Of paid intents, which are the most, the order isn't read. */
const withOrderId = (rows: Sql): Sql =>
  sql`(select n.*, n."order" ->> 'order_id' as order_id, null::text as intent_id from (${rows}) n where n.${isUnpaid} offset 0) r`;

/** What a list of several merchants' intents shows, newest first. Paid intents are left out. */
export async function summarizeIntents(
  ids: readonly string[],
  now: Date,
  db?: Database,
): Promise<IntentResult[]> {
  if (!ids.length) return [];
  const found = await queryRows<Omit<IntentResult, 'status'> & { state: string; expiresAt: Date }>(
    sql`
    select i.id, i.account_id as "accountId", a.name as merchant, a.time_zone as "timeZone", i.environment, i.external_id as "externalId", i."order" ->> 'order_id' as "orderId",
      i.amount, i.currency, i.state, i.expires_at as "expiresAt", i.created_at as "createdAt"
    from payment_intents i join accounts a on a.id = i.account_id where i.id = any(${[...ids]}::text[]) and i.${isUnpaid} order by i.id desc limit ${maximumResultsPerKind}`,
    db,
  );
  return found.map(({ state, expiresAt, ...intent }) => ({
    ...intent,
    status: getPaymentIntentStatus({ state, expiresAt }, now),
  }));
}
