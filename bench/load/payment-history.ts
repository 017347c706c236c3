// An installation's history, inserted by SQL as the product would have written it: a year of payments of many
// merchants.
import pg from 'pg';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildAuditLogStatement, buildRecordStatements } from './history-records';

const run = promisify(execFile);

/** Lets the product compute the daily totals. In a separate process, because a process knows one database. */
export async function calculateDailyTotals(url: string): Promise<void> {
  const program = `import('./app/payments/reporting/daily-totals.ts').then(({ countEntireHistory }) => countEntireHistory()).then(() => process.exit(0))`;
  await run(process.execPath, ['--import', 'tsx', '-e', program], {
    env: {
      ...process.env,
      DATABASE_URL: `${url}?options=-c%20work_mem%3D256MB`,
      NODE_ENV: 'production',
      DEMO: 'true',
    },
  });
}

export const merchantCount = 200;
/** One of this many payments belongs to the measured merchant: the largest one, ten times the usual size. */
export const measuredShare = 20;

const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** IDs as the product creates them: time first, so that old rows are adjacent. */
const idFunction = `
  create or replace function past_id(prefix text, moment timestamptz, n bigint) returns text language plpgsql immutable parallel safe as $$
    declare
      ms bigint := round(date_part('epoch', moment) * 1000);
    begin
      return prefix || '_' || ${Array.from({ length: 10 }, (_, i) => `substr('${idAlphabet}', 1 + ((ms >> ${5 * (9 - i)}) & 31)::int, 1)`).join(' || ')} || substr(md5(prefix || n), 1, 26);
    end $$`;

/**
 * The payments of a year up to an hour ago, from which all rows derive. `k` counts the payments of one
 * merchant.
 */
const buildHistoryTable = (accountId: string, total: number) => `
  create unlogged table past as
  select *, case when declined then 'DECLINED' when voided then 'VOIDED' when held then 'AUTHORIZED' when moment > now() - interval '2 days' then 'CAPTURED' else 'SETTLED' end as status,
    past_id('trx', moment, n) as id, past_id('op', moment, n) as operation, case when k % 4 = 1 then past_id('int', moment - interval '5 minutes', n) end as intent,
    case when k % 50 = 4 then past_id('tok', moment, n) end as token, moment > now() - interval '30 days' as recent
  from (
    select n, k, moment, case when own then '${accountId}' else 'acc_' || lpad((1 + n % ${merchantCount - 1})::text, 36, '0') end as account,
      case when k % 8 = 2 then 4200 else 100 + n::bigint * 7919 % 90000 end as amount, case when k % 20 = 7 then 'USD' else 'EUR' end as currency,
      case when k % 8 = 1 then '4242' else lpad((n::bigint * 7919 % 10000)::text, 4, '0') end as last_four, (array['visa', 'mastercard', 'amex'])[1 + k % 3] as brand,
      case when k % 8 = 0 then 'regular@example.com' else 'payer-' || n % 1000003 || '@' || (array['example.com', 'mail.example', 'post.example'])[1 + n % 3] end as email,
      (array['Ada', 'Ben', 'Chloe', 'Dev', 'Ewa', 'Finn', 'Grace'])[1 + n % 7] as first_name, 'Payer' || n % 5003 as last_name,
      (array['do_not_honor', 'insufficient_funds', 'insufficient_funds', 'expired_card', 'stolen_card', 'authentication_failed'])[1 + n % 6] as decline_reason,
      k % 10 = 3 as declined, k % 10 = 5 as refunded, k % 100 = 8 or k % 5 = 2 and moment between now() - interval '13 days' and now() - interval '4 days' as disputed, k % 40 = 11 as voided, k % 5 = 1 and moment > now() - interval '6 days' as held
    from (
      select n, n % ${measuredShare} = 0 as own, n / case when n % ${measuredShare} = 0 then ${measuredShare} else ${merchantCount - 1} end as k,
        date_trunc('milliseconds', now() - interval '1 hour' - interval '365 days' * (1 - n::float8 / ${total})) as moment
      from generate_series(1, ${total}) as n
    ) as numbers
  ) as payments`;

const refunded = `from past where refunded and status = 'SETTLED'`;
const disputed = `from past where disputed and status = 'SETTLED'`;

/**
 * Everything that belongs to the payments, one statement per kind of row. `owner` performs some operations in
 * the portal.
 */
const payments = ({ accountId, owner }: { accountId: string; owner: string }) => [
  `insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, amount_authorized, amount_captured, amount_voided, amount_refunded, chargeback_open,
      amount_charged_back, external_id, intent_id, authorization_id, "order", connection_id, card_brand, card_bin, card_last_four, card_expiry, card_token_id, decline_code, capture_before, settled_at,
      version, created_at, updated_at)
    select id, account, 'test', 'PAYMENT', status, 'order-' || n, amount, currency, case when declined then 0 else amount end,
      case when status in ('CAPTURED', 'SETTLED') then amount else 0 end, case when status = 'VOIDED' then amount else 0 end, case when refunded and status = 'SETTLED' then amount else 0 end,
      case when disputed and status = 'SETTLED' and moment > now() - interval '14 days' then amount else 0 end,
      case when disputed and status = 'SETTLED' and moment <= now() - interval '14 days' then amount else 0 end, 'past-' || n, intent, operation,
      jsonb_build_object('order_id', 'order-' || n, 'card_holder', jsonb_build_object('first_name', first_name, 'last_name', last_name, 'email', email)), 'con_simulator_test',
      brand, '424242', last_four, '2040-12', token, case when declined then decline_reason end,
      case when status = 'AUTHORIZED' then moment + interval '7 days' end, case when status = 'SETTLED' then moment + interval '1 day' end, 3, moment, moment
    from past`,
  `insert into operations (id, transaction_id, type, status, amount, currency, external_id, operator, acquirer_reference, decline_code, created_at, completed_at, response_body)
    select operation, id, case when status in ('AUTHORIZED', 'VOIDED') then 'authorize' else 'authcap' end, case when declined then 'FAILED' else 'SUCCEEDED' end, amount, currency, 'past-' || n,
      case when intent is null then 'api:key' else 'checkout' end, 'sim_' || operation, case when declined then decline_reason end, moment, moment, repeat('x', 600)
    from past`,
  `insert into operations (id, transaction_id, type, status, amount, currency, operator, acquirer_reference, created_at, completed_at, response_body)
    select past_id('op', moment + interval '1 hour', -n), id, 'void', 'SUCCEEDED', amount, currency, case when account = '${accountId}' then 'portal:${owner}' else 'portal:usr_' || right(account, 36) end, 'sim',
      moment + interval '1 hour', moment + interval '1 hour', repeat('x', 600)
    from past where status = 'VOIDED'`,
  `insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id, created_at)
    select account, 'test', 'transaction', 'past-' || n, repeat('0', 200), id, operation, moment from past where intent is null
    union all
    select account, 'test', 'payment_intent', 'past-' || n, repeat('0', 200), intent, null, moment from past where intent is not null`,
  `insert into payment_intents (id, account_id, environment, external_id, operation, amount, currency, "order", success_url, failure_url, state, attempts, form_ids, transaction_id, created_at, expires_at,
      language, opened_at, redirected_at)
    select intent, account, 'test', 'past-' || n, 'authcap', amount, currency, jsonb_build_object('order_id', 'order-' || n, 'card_holder', jsonb_build_object('first_name', first_name, 'last_name', last_name, 'email', email)),
      'https://shop.example/thanks', 'https://shop.example/again', case when declined then 'OPEN' else 'PAID' end, 1, array['form-' || n], id, moment - interval '5 minutes', moment + interval '1 day',
      'en', moment - interval '4 minutes', moment + interval '2 seconds'
    from past where intent is not null`,
  // Refunds a day later, each with its own transaction and an operation on both.
  `insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, amount_refunded, external_id, parent_id, authorization_id, connection_id, card_brand,
      card_bin, card_last_four, card_expiry, settled_at, version, created_at, updated_at)
    select past_id('trx', moment + interval '1 day', -n), account, 'test', 'REFUND', 'SETTLED', 'order-' || n, amount, currency, amount, 'back-' || n, id, operation, 'con_simulator_test', brand,
      '424242', last_four, '2040-12', moment + interval '2 days', 2, moment + interval '1 day', moment + interval '1 day'
    ${refunded}`,
  `insert into operations (id, transaction_id, type, status, amount, currency, external_id, operator, acquirer_reference, created_at, completed_at)
    select past_id('op', moment + interval '1 day', -n), past_id('trx', moment + interval '1 day', -n), 'refund', 'SUCCEEDED', amount, currency, 'back-' || n, 'api:key', 'sim',
      moment + interval '1 day', moment + interval '1 day'
    ${refunded}
    union all
    select past_id('op', moment + interval '1 day', -n - 1000000000), id, 'refund', 'SUCCEEDED', amount, currency, 'back-' || n, 'api:key', 'sim', moment + interval '1 day',
      moment + interval '1 day'
    ${refunded}`,
  `insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id, created_at)
    select account, 'test', 'refund', 'back-' || n, repeat('0', 200), past_id('trx', moment + interval '1 day', -n), past_id('op', moment + interval '1 day', -n), moment + interval '1 day' ${refunded}`,
  // Lost disputes four days later, and those of the last ten days, which need a response.
  `insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, chargeback_open, external_id, parent_id, authorization_id, connection_id, card_brand,
      card_last_four, dispute_stage, dispute_reason, dispute_due_by, settled_at, version, created_at, updated_at)
    select past_id('trx', moment + interval '4 days', -n), account, 'test', 'CHARGEBACK', case when closed then 'SETTLED' else 'CAPTURED' end, 'order-' || n, amount, currency, amount, 'cb-' || n, id, 'cb-' || n,
      'con_simulator_test', brand, last_four, case when closed then 'lost' else 'needs_response' end, 'fraudulent', moment + interval '14 days', case when closed then moment + interval '5 days' end, 2,
      moment + interval '4 days', moment + interval '5 days'
    from (select *, moment <= now() - interval '14 days' as closed ${disputed} and moment < now() - interval '4 days') as disputes`,
  `insert into operations (id, transaction_id, type, status, amount, currency, operator, created_at, completed_at)
    select past_id('op', moment + interval '4 days', -n), past_id('trx', moment + interval '4 days', -n), 'chargeback', 'SUCCEEDED', amount, currency, 'system:read-statements',
      moment + interval '4 days', moment + interval '4 days'
    ${disputed} and moment < now() - interval '4 days'`,
  `insert into disputes (transaction_id, account_id, environment, text, decision, state, submitted_by, submitted_at, acquirer_responded_at, attempts, reminded_at)
    select past_id('trx', moment + interval '4 days', -n), account, 'test', 'The parcel was signed for.', case when closed then 'answer' end, case when closed then 'acknowledged' end,
      case when closed then '${owner}' end, case when closed then moment + interval '4 days 1 hour' end, case when closed then moment + interval '4 days 1 hour' end, closed::int, moment + interval '13 days'
    from (select *, moment <= now() - interval '14 days' as closed ${disputed} and moment < now() - interval '4 days') as disputes`,
];

/**
 * Inserts a year of payments for 200 merchants, of which the given one has a twentieth, with everything that
 * the product stores about them. Call it once per database. `workers`: concurrent statements.
 */
export async function writePaymentHistory(
  url: string,
  { accountId, payments: total, workers = 2 }: { accountId: string; payments: number; workers?: number },
): Promise<void> {
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    // Part of the same statement.
    client.on('error', () => {});
    await client.connect();
    // Referenced rows are inserted at the same time.
    for (const setting of [
      "session_replication_role = 'replica'",
      'synchronous_commit = off',
      "work_mem = '256MB'",
      "maintenance_work_mem = '512MB'",
    ])
      await client.query(`set ${setting}`);
    return client;
  };
  const clients = await Promise.all(Array.from({ length: workers }, connect));
  const [first] = clients as [pg.Client];
  const runAll = async (statements: string[]) => {
    const left = [...statements];
    await Promise.all(
      clients.map(async (client) => {
        for (let next = left.shift(); next; next = left.shift()) await timed(client, next);
      }),
    );
  };
  for (const [name, value] of Object.entries(unsafeServerSettings))
    await first.query(`alter system set ${name} = '${value}'`);
  await first.query('select pg_reload_conf()');
  const {
    rows: [owner],
  } = await first.query<{ user_id: string }>(
    'select user_id from members where account_id = $1 order by created_at limit 1',
    [accountId],
  );
  await first.query(
    `insert into accounts (id, name) select 'acc_' || lpad(n::text, 36, '0'), 'Merchant ' || n from generate_series(1, ${merchantCount - 1}) as n on conflict do nothing`,
  );
  await first.query(idFunction);
  await timed(first, buildHistoryTable(accountId, total));
  await first.query('create index on past (n)');
  // Building an index is faster than maintaining it.
  const { rows: indexes } = await first.query<{ name: string; definition: string }>(
    `
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace s on s.oid = t.relnamespace
    where s.nspname = 'public' and t.relname = any($1) and not i.indisunique`,
    [growingTables],
  );
  for (const { name } of indexes) await first.query(`drop index ${name}`);
  await runAll([
    ...payments({ accountId, owner: owner!.user_id }),
    ...buildRecordStatements({ accountId, userId: owner!.user_id }),
  ]);
  const chainClient = await connect();
  await chainClient.query("set session_replication_role = 'origin'");
  await Promise.all([
    timed(chainClient, buildAuditLogStatement({ accountId, userId: owner!.user_id })),
    runAll(indexes.map(({ definition }) => definition)),
  ]);
  await chainClient.end();
  await runAll(growingTables.map((table) => `vacuum analyze ${table}`));
  await first.query('drop table past');
  await calculateDailyTotals(url);
  await first.query('vacuum analyze');
  for (const name of Object.keys(unsafeServerSettings)) await first.query(`alter system reset ${name}`);
  await first.query('select pg_reload_conf()');
  await first.query('checkpoint');
  for (const client of clients) await client.end();
}

/** A power failure may lose everything while it runs. */
const unsafeServerSettings = {
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  fsync: 'off',
  full_page_writes: 'off',
};

/** The tables that grow with merchants' activity. */
export const growingTables = [
  'transactions',
  'operations',
  'idempotency_keys',
  'payment_intents',
  'api_requests',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
  'audit_entries',
  'audit_links',
  'daily_totals',
  'disputes',
  'blocked_attempts',
  'card_tokens',
  'card_intents',
  'page_reports',
];

async function timed(client: pg.Client, statement: string): Promise<void> {
  const startTime = performance.now();
  await client.query(statement).catch((error: Error) => {
    throw new Error(`${error.message}\n${statement}`);
  });
  const seconds = (performance.now() - startTime) / 1000;
  if (seconds > 10)
    console.error(`  ${seconds.toFixed(0)} s  ${statement.trim().slice(0, 80).replace(/\s+/g, ' ')}`);
}
