import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase, type RunQuery } from '../../peers/installation-queries';
import { connectMerchant, type ConnectedMerchant, type ApiReply } from '../../peers/merchant-client';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import {
  createDataDir,
  startCommand,
  startExpectingFailure,
  startServer,
  type Server,
} from '../../peers/server';

// A process that dies exactly before or after each statement and each ledger entry of a payment (threat T21).
// Six requests run side by side, and the crash hits all of them at the same boundary.

type Counts = Record<string, number>;
type Plan = { moment: 'before' | 'after'; at: Counts; gather?: Counts; hold?: string[]; sql?: string[] };

const reservations = {
  'reserve-payment': 2,
  'reserve-hold-operation': 2,
  'reserve-refund': 1,
  'reserve-intent-payment': 1,
};
const records = { 'record-payment': 5, 'record-refund': 1 };
const requestPlans: Plan[] = [
  { moment: 'before', at: reservations },
  { moment: 'after', at: reservations },
  { moment: 'before', at: { booking: 1 }, gather: reservations },
  { moment: 'after', at: { booking: 6 }, gather: reservations, hold: Object.keys(records) },
  { moment: 'before', at: records },
  { moment: 'after', at: records },
];

// Lets time pass for these payments, and runs every timer.
const sql = [
  "update transactions set capture_before = now() - interval '1 minute' where external_id = 'crash-expire'",
  // Without the trigger that keeps completed operations as they are.
  `do $$ begin
    set local session_replication_role = replica;
    update operations set completed_at = now() - interval '2 days' where transaction_id in (select id from transactions where external_id = 'crash-settle');
  end $$`,
  "update operations set inquire_at = now() where status = 'PENDING'",
  'update job_timers set next_run_at = now()',
];
// However slow the machine is, the minute after which lost authorizations are reversed passes only in reversalSql,
// and only for those on the hosted page.
const waitingSql = [
  "update transactions set created_at = now() + interval '1 hour' where status = 'PENDING'",
  ...sql,
];
const reversalSql = [
  "update transactions set created_at = now() - interval '1 minute' where status = 'PENDING' and intent_id is not null",
  ...sql,
];
const resent: Plan[] = (['before', 'after'] as const).map((moment) => ({
  moment,
  at: { booking: 1 },
  sql: waitingSql,
}));
const timerSteps: Omit<Plan, 'moment'>[] = [
  { at: { 'take-due-inquiries': 1, 'find-expired-holds': 1, 'find-unsettled': 1 }, sql: waitingSql },
  { at: { 'find-pending': 1, 'record-system-operation': 1, 'reserve-expiry': 1 }, sql: waitingSql },
  // The void of the expired hold.
  { at: { booking: 1 }, hold: Object.keys(records), sql: waitingSql },
  { at: { 'record-payment': 2 }, sql: waitingSql },
  // The reversals.
  { at: { booking: 1 }, sql: reversalSql },
];
const timerPlans: Plan[] = timerSteps.flatMap((step) =>
  (['before', 'after'] as const).map((moment) => ({ moment, ...step })),
);

const emptyPlan: Plan = { moment: 'before', at: {}, sql: reversalSql };

const [program, ...args] = startCommand;
const command = [program!, '--import', join(import.meta.dirname, '../../peers/crash-points.mjs'), ...args];
const settings = { ACQUIRER_TIMEOUT_MS: '3000', SECRET_KEY: 'c4a5'.repeat(16) };
const card = { pan: '4242424242424242', code: '123', expiry: '12/40' };
const payment = (externalId: string, operation: 'authorize' | 'authcap', pan = card.pan) => ({
  operation,
  external_id: `crash-${externalId}`,
  order: { order_amount: 10_000, order_currency: 'EUR' },
  card: { ...card, pan },
});

let postgres: Postgres;
beforeAll(async () => void (postgres = await startPostgres()));
afterAll(() => postgres.stop());

type Requests = {
  api: [path: string, body: object, expected: object][];
  form: () => Promise<unknown>;
  intent: string;
};

/** One unsent request of every kind, each with its own external_id. */
async function prepareRequests(server: Server, merchant: ConnectedMerchant, name: string): Promise<Requests> {
  const made = async (what: string, operation: 'authorize' | 'authcap') =>
    (await merchant.call('/transactions', payment(`${name}-for-${what}`, operation))).json.id;
  const [captured, voided, refunded] = await Promise.all([
    made('capture', 'authorize'),
    made('void', 'authorize'),
    made('refund', 'authcap'),
  ]);
  const urls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };
  const intent = (
    await merchant.call('/intents/payment', {
      external_id: `crash-${name}-intent`,
      order: { order_amount: 10_000, order_currency: 'EUR' },
      redirect_urls: urls,
    })
  ).json.intent_id as string;
  const fields = {
    number: card.pan,
    expiry: card.expiry,
    code: card.code,
    name: 'Ada Example',
    form_id: crypto.randomUUID(),
  };
  const headers = { Origin: server.origin, 'Sec-Fetch-Site': 'same-origin' };
  const query = new URLSearchParams({ client_id: merchant.clientId, intent_id: intent });
  return {
    api: [
      [
        '/transactions',
        payment(`${name}-authorize`, 'authorize'),
        { status: 'AUTHORIZED', amount_authorized: 10_000 },
      ],
      [
        '/transactions',
        payment(`${name}-authcap`, 'authcap'),
        { status: 'CAPTURED', amount_captured: 10_000 },
      ],
      [
        `/transactions/${captured}`,
        { operation: 'capture', external_id: `crash-${name}-capture`, amount: 6_000 },
        { status: 'PARTIAL_CAPTURED', amount_captured: 6_000 },
      ],
      [
        `/transactions/${voided}`,
        { operation: 'void', external_id: `crash-${name}-void` },
        { status: 'VOIDED', amount_voided: 10_000 },
      ],
      [
        '/refunds',
        { external_id: `crash-${name}-refund`, trx_id: refunded, amount: 7_000 },
        { type: 'REFUND', status: 'CAPTURED', amount_refunded: 7_000 },
      ],
    ],
    form: () =>
      fetch(`${server.origin}/test/checkout?${query}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields),
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
      }),
    intent: `crash-${name}-intent`,
  };
}

/** Repeats the requests until each has its reply, and once more for the same bytes. */
async function expectOneAnswer(merchant: ConnectedMerchant, { api }: Requests): Promise<void> {
  const send = ([path, body]: Requests['api'][number]) => merchant.retryUntilFinal(path, body);
  const answers: ApiReply[] = await Promise.all(api.map(send));
  expect(answers.map(({ json }) => json)).toMatchObject(api.map(([, , expected]) => expected));
  expect((await Promise.all(api.map(send))).map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
}

type Booked = { kind: string; reference: string; amountMinor: number; outcome: string };

/**
 * Checks our records, also against the acquirer ledger: each operation is in both, once, with the same
 * amount.
 */
async function expectBooksToAgree(runQuery: RunQuery, dataDir: string): Promise<void> {
  const sum = (...types: string[]) =>
    `coalesce((select sum(amount)::int from operations o where o.transaction_id = t.id and status = 'SUCCEEDED' and type = any('{${types}}')), 0)`;
  const wrong =
    await runQuery(`select id, external_id, status from transactions t where external_id like 'crash-%' and type = 'PAYMENT' and (status = 'PENDING'
    or hold_reserved <> 0 or refund_reserved <> 0 or amount_captured <> ${sum('authcap', 'capture', 'partial_capture')}
    or amount_voided <> ${sum('void')} or amount_expired <> ${sum('expire')} or amount_refunded <> ${sum('refund')})`);
  expect(wrong).toEqual([]);
  const events = await runQuery(
    "select transaction_id, type, count(*)::int from webhook_events where type not in ('transaction.partial_captured') and transaction_id in (select id from transactions where external_id like 'crash-%') group by 1, 2 having count(*) > 1",
  );
  expect(events).toEqual([]);

  const ours =
    await runQuery(`select o.id, o.amount::int as amount from operations o join transactions t on t.id = o.transaction_id
    where o.status = 'SUCCEEDED' and t.external_id like 'crash-%' and o.operator not like 'system:%' and (o.type <> 'refund' or t.type = 'REFUND')`);
  const known = new Set((await runQuery('select id from operations')).map(({ id }) => id));
  const ledger = readFileSync(join(dataDir, 'simulator-test.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Booked)
    .filter(({ kind, outcome }) => outcome === 'approved' && !kind.startsWith('chargeback'));
  const mine = new Set(ours.map(({ id }) => id));
  const byId = (a: [unknown, unknown], b: [unknown, unknown]) => String(a[0]).localeCompare(String(b[0]));
  expect(
    ledger
      .filter(({ reference }) => mine.has(reference))
      .map(({ reference, amountMinor }): [unknown, unknown] => [reference, amountMinor])
      .sort(byId),
  ).toEqual(ours.map(({ id, amount }): [unknown, unknown] => [id, amount]).sort(byId));
  expect(ledger.filter(({ reference }) => !known.has(reference))).toEqual([]);
}

test.concurrent.each(['the embedded database', 'PostgreSQL'])(
  'on %s, a process killed at any boundary of the payment path leaves one effect and one reply',
  { timeout: 600_000 },
  async (database) => {
    const DATA_DIR = createDataDir();
    const DATABASE_URL = database === 'PostgreSQL' ? postgres.url : '';
    const CRASH_PLAN = join(DATA_DIR, 'crash-plan.json');
    const env = { ...settings, DATA_DIR, DATABASE_URL, CRASH_PLAN };
    const plan = (next: Plan) => writeFileSync(CRASH_PLAN, JSON.stringify(next));
    const expectCrash = (at: Plan) => {
      expect(existsSync(`${CRASH_PLAN}.reached`), JSON.stringify(at)).toBe(true);
      for (const file of [CRASH_PLAN, `${CRASH_PLAN}.reached`]) rmSync(file);
    };
    /** A start that crashes where the plan says. */
    const startAndCrash = async (at: Plan) => {
      plan(at);
      await startExpectingFailure(env, command);
      expectCrash(at);
    };

    let server = await startServer(env, command);
    let merchant = await connectMerchant(server);
    const paid: string[] = [];
    for (const [index, at] of requestPlans.entries()) {
      const requests = await prepareRequests(server, merchant, String(index));
      plan(at);
      const lost = await Promise.all(
        [...requests.api.map(([path, body]) => merchant.call(path, body)), requests.form()].map((sent) =>
          sent.then(
            () => 'answered',
            () => 'lost',
          ),
        ),
      );
      await server.kill();
      expectCrash(at);
      expect(new Set(lost)).toEqual(new Set(['lost']));
      if (at.moment === 'after' && at.at === reservations)
        for (const again of resent) await startAndCrash(again);
      server = await startServer(env, command);
      merchant = await connectMerchant(server);
      await expectOneAnswer(merchant, requests);
      paid.push(requests.intent);
    }

    const due = [
      payment('expire', 'authorize'),
      payment('settle', 'authcap'),
      payment('unknown', 'authcap', '4000000000005043'),
    ];
    for (const body of due) await merchant.call('/transactions', body);
    await server.kill();
    for (const at of timerPlans) await startAndCrash(at);
    plan(emptyPlan);
    server = await startServer(env, command);
    merchant = await connectMerchant(server);
    const statusOf = async (externalId: string) => {
      const { status, json } = await merchant.call(`/transaction?type=external_id&id=${externalId}`);
      return status === 404 ? 'not made' : json.status;
    };
    const statuses = () =>
      Promise.all([...paid, 'crash-expire', 'crash-settle', 'crash-unknown'].map(statusOf));
    for (let inquiries = 0; inquiries < 20 && (await statuses()).includes('PENDING'); inquiries++)
      await sleep(1_000);
    // Cards aren't stored: a payment on the hosted page that the acquirer has never seen fails, and all
    // others succeed.
    expect(await statuses()).toEqual([
      'not made',
      'DECLINED',
      'DECLINED',
      'CAPTURED',
      'CAPTURED',
      'CAPTURED',
      'EXPIRED',
      'SETTLED',
      'CAPTURED',
    ]);
    expect(await server.stop()).toBe(0);
    await queryDatabase(DATABASE_URL, DATA_DIR, (runQuery) => expectBooksToAgree(runQuery, DATA_DIR));
    rmSync(DATA_DIR, { recursive: true, force: true });
  },
);
