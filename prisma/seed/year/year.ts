import { insertApiRequests } from '~/merchants/api-requests/request-records';
import { listRolesWithPermission } from '~/merchants/team/members';
import { prisma, pool, type Database } from '~/platform/database/db.server';
import { findConnection, hasLedger } from '~/payments/connections/connections';
import { countEntireHistory } from '~/payments/reporting/daily-totals';
import { environments, type Environment } from '~/platform/environment';
import type { ShopAccount } from '../shop-account';
import type { DemoEndpoint } from '../webhooks';
import { createBuyers } from './buyers';
import { planNotableOrders } from './notable-orders';
import { countOrders, planOrder, type PlannedOrder } from './orders';
import { buildDeliveries } from './past-deliveries';
import { addOrder } from './past-order';
import { buildRequestLog, countTokens, shopAddress } from './past-requests';
import {
  createPastRows,
  insertRows,
  isRetained,
  type PastRequest,
  type PastRows,
  type Row,
} from './past-rows';
import { insertStatement, recordInLedger, type PastStatement } from './past-statement';
import type { PastContext, PastMerchant } from './past-transaction';
import { createRandom } from './random';
import { listOrderTimes, listTradingDays } from './trading-days';

/** Some customers never pay, and some need several attempts. People begin in test, so it has the whole picture. */
const ordersPerYear = { test: 1_650, live: 450 };

/** The newest orders are this old, so that everything they cause is complete. */
const quietMs = 120_000;

const firstOrderNumbers = { live: 20_417, test: 50_108 };

/** The year before `now` of a merchant in an environment: the same at every start on a day. */
export function planYear(now: number, environment: 'test' | 'live'): PlannedOrder[] {
  const buyers = createBuyers();
  const context = { buyers, seesManualOperations: environment === 'test' };
  const orders = listTradingDays(now).flatMap((day) => {
    const random = createRandom(`${environment} ${day.daysAgo}`);
    const times = listOrderTimes(day, countOrders(day, ordersPerYear[environment], random), random);
    return times.map((at) => planOrder(at, context, random));
  });
  return [...orders, ...planNotableOrders(now, { buyers, environment })]
    .filter(({ at }) => at < now - quietMs)
    .sort((one, other) => one.at - other.at);
}

/** The orders of both environments. */
export type PlannedYears = Record<Environment, PlannedOrder[]>;

export function planYears(now: number): PlannedYears {
  return { test: planYear(now, 'test'), live: planYear(now, 'live') };
}

/** What the product and the acquirer have kept of a planned year. */
export function buildYear(
  merchant: PastMerchant,
  now: number,
  {
    disputeRecipients = [],
    orders = planYear(now, merchant.environment),
  }: { disputeRecipients?: readonly string[]; orders?: readonly PlannedOrder[] } = {},
): PastRows {
  const rows = createPastRows();
  const context: PastContext = { merchant, rows, now, disputeRecipients };
  orders.forEach((order, index) =>
    addOrder(context, order, `HT-${firstOrderNumbers[merchant.environment] + index}`),
  );
  return rows;
}

/**
 * A year of payments. The acquirer's simulator gets its entries, and our rows are what the product would have
 * written at the time, because it only knows the current time.
 */
export async function seedYear(
  { accountId, userId: ownerId, financeId, secretIds }: ShopAccount,
  { endpoints, orders, now }: { endpoints: readonly DemoEndpoint[]; orders: PlannedYears; now: number },
): Promise<void> {
  const { holdDays } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const disputeRecipients = await listDisputeRecipients(accountId);
  const years: Year[] = [];
  for (const environment of environments) {
    const connection = await findConnection({ accountId, environment });
    if (!connection?.acquirer.simulateHistory || !hasLedger(connection)) continue;
    const people = { secretId: secretIds[environment], ownerId, financeId };
    const merchant = { accountId, environment, connectionId: connection.id, holdDays, ...people };
    const rows = buildYear(merchant, now, { disputeRecipients, orders: orders[environment] });
    const ledger = sortByTime(rows.ledger, ({ at }) => Date.parse(at));
    const statement = await recordInLedger(connection, ledger);
    const requests = rows.requests.filter(({ at }) => isRetained(at, now));
    await insertApiRequests(buildRequestLog(requests, merchant));
    await recordSecretUse(people.secretId, rows.requests);
    const deliveries = buildDeliveries(rows.webhook_events, environment === 'test' ? endpoints : []);
    years.push({ ...rows, ...deliveries, statement });
  }
  await writeYears(years);
  await countEntireHistory();
}

/**
 * Lets the jobs that read the acquirer's statement run next after this time, in any process. They would import and
 * compare a half-written year.
 */
export async function postponeStatementJobs(db: Database, seconds: number): Promise<void> {
  await db.$executeRaw`
    insert into job_timers (job, next_run_at)
    select job, now() + make_interval(secs => ${seconds}) from unnest(array['read-statements', 'reconcile']) as job
    on conflict (job) do update set next_run_at = excluded.next_run_at`;
}

type Year = PastRows & ReturnType<typeof buildDeliveries> & { statement: PastStatement | null };

/** The tables in the order of their references, and their rows in the order in which the product writes them. */
const tables = {
  payment_intents: 'created_at',
  transactions: 'created_at',
  operations: 'created_at',
  idempotency_keys: 'created_at',
  webhook_events: 'created_at',
  webhook_deliveries: 'created_at',
  webhook_attempts: 'started_at',
  audit_entries: 'created_at',
  disputes: 'submitted_at',
  mails: 'created_at',
  notifications: 'created_at',
} as const;

async function writeYears(years: readonly Year[]): Promise<void> {
  const db = await pool.connect();
  try {
    await db.query('begin');
    for (const [table, time] of Object.entries(tables) as [keyof typeof tables, string][]) {
      const rows: Row[] = years.flatMap((year) => year[table]);
      await insertRows(
        db,
        table,
        sortByTime(rows, (row) => Number(row[time])),
      );
    }
    for (const { statement } of years) if (statement) await insertStatement(db, statement);
    await db.query('commit');
  } catch (error) {
    await db.query('rollback');
    throw error;
  } finally {
    db.release();
  }
}

/** Rows of the same time keep their order. */
function sortByTime<T>(rows: readonly T[], timeOf: (row: T) => number): T[] {
  return [...rows].sort((one, other) => timeOf(one) - timeOf(other));
}

async function listDisputeRecipients(accountId: string): Promise<string[]> {
  const members = await prisma.member.findMany({
    where: { accountId, role: { in: listRolesWithPermission('disputes_answer') } },
    select: { user: { select: { email: true } } },
  });
  return members.map(({ user }) => user.email);
}

async function recordSecretUse(id: string, requests: readonly PastRequest[]): Promise<void> {
  const lastUsedAt = new Date(Math.max(...requests.map(({ at }) => at)));
  await prisma.apiSecret.update({
    where: { id },
    data: { lastUsedAt, lastAddress: shopAddress, requests: requests.length, tokens: countTokens(requests) },
  });
}
