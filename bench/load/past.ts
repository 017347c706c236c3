// The past of an installation, written by SQL as the product would have written it: a year of payments of many merchants.
import type pg from 'pg';

export const merchants = 200;

const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ids as the product makes them: time first, so that old rows lie together. */
const idFunction = `
  create or replace function past_id(prefix text, moment timestamptz, n bigint) returns text language sql immutable as $$
    select prefix || '_' || ${Array.from({ length: 10 }, (_, i) => `substr('${letters}', 1 + ((floor(extract(epoch from moment) * 1000)::bigint >> ${5 * (9 - i)}) & 31)::int, 1)`).join(' || ')}
      || substr(md5(prefix || n) || md5(n || prefix), 1, 26)
  $$`;

/** The stories of a year up to an hour ago: what each payment was, from which all rows follow. */
const stories = (accountId: string, total: number) => `
  create unlogged table past as
  select *, case when declined then 'DECLINED' when held then 'AUTHORIZED' when moment > now() - interval '2 days' then 'CAPTURED' else 'SETTLED' end as status,
    past_id('trx', moment, n) as id, past_id('op', moment, n) as operation
  from (
    select n, moment, case when n % ${merchants} = 0 then '${accountId}' else 'acc_' || lpad((n % ${merchants})::text, 36, '0') end as account,
      100 + (n * 7919) % 90000 as amount, case when k % 20 = 7 then 'USD' else 'EUR' end as currency, k % 10 = 3 as declined, k % 10 = 5 as refunded,
      k % 100 = 8 as disputed, k % 5 = 1 and moment > now() - interval '6 days' as held
    from (
      select n, n / ${merchants} as k, date_trunc('milliseconds', now() - interval '1 hour' - interval '365 days' * (1 - n::float8 / ${total})) as moment
      from generate_series(1, ${total}) as n
    ) as numbers
  ) as payments`;

/** Everything that a table of stories leads to, one statement per table. */
const inserts = [
  `insert into accounts (id, name) select 'acc_' || lpad(n::text, 36, '0'), 'Merchant ' || n from generate_series(1, ${merchants - 1}) as n on conflict do nothing`,
  `insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, amount_authorized, amount_captured, amount_refunded, chargeback_open,
      amount_charged_back, external_id, authorization_id, "order", acquirer, card_brand, card_bin, card_last_four, card_expiry, decline_code, capture_before, settled_at, version,
      created_at, updated_at)
    select id, account, 'test', 'PAYMENT', status, 'order-' || n, amount, currency, case when declined then 0 else amount end,
      case when status in ('CAPTURED', 'SETTLED') then amount else 0 end, case when refunded and status = 'SETTLED' then amount else 0 end,
      0, case when disputed and status = 'SETTLED' then amount else 0 end, 'past-' || n, operation,
      jsonb_build_object('order_id', 'order-' || n, 'card_holder', jsonb_build_object('email', 'payer-' || n % 100003 || '@example.com')), 'simulator',
      (array['visa', 'mastercard', 'amex'])[1 + n % 3], '424242', lpad((n % 10000)::text, 4, '0'), '2040-12', case when declined then 'do_not_honor' end,
      case when held then moment + interval '7 days' end, case when status = 'SETTLED' then moment + interval '1 day' end, 3, moment, moment
    from past`,
  `insert into operations (id, transaction_id, type, status, amount, currency, external_id, operator, acquirer_reference, decline_code, created_at, completed_at, response_body)
    select operation, id, case when held then 'authorize' else 'authcap' end, case when declined then 'FAILED' else 'SUCCEEDED' end, amount, currency, 'past-' || n, 'api:key', 'sim',
      case when declined then 'do_not_honor' end, moment, moment, repeat('x', 600)
    from past`,
  `insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id, created_at)
    select account, 'test', 'transaction', 'past-' || n, repeat('0', 200), id, operation, moment from past`,
  // Refunds a day later, each with its own transaction and an operation on both.
  `insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, amount_refunded, external_id, parent_id, authorization_id, acquirer, card_brand,
      card_bin, card_last_four, card_expiry, settled_at, version, created_at, updated_at)
    select past_id('trx', moment + interval '1 day', -n), account, 'test', 'REFUND', 'SETTLED', 'order-' || n, amount, currency, amount, 'back-' || n, id, operation, 'simulator', 'visa',
      '424242', lpad((n % 10000)::text, 4, '0'), '2040-12', moment + interval '2 days', 2, moment + interval '1 day', moment + interval '1 day'
    from past where refunded and status = 'SETTLED'`,
  `insert into operations (id, transaction_id, type, status, amount, currency, external_id, operator, acquirer_reference, created_at, completed_at)
    select past_id('op', moment + interval '1 day', -n), past_id('trx', moment + interval '1 day', -n), 'refund', 'SUCCEEDED', amount, currency, 'back-' || n, 'api:key', 'sim',
      moment + interval '1 day', moment + interval '1 day'
    from past where refunded and status = 'SETTLED'
    union all
    select past_id('op', moment + interval '1 day', -n - 1000000000), id, 'refund', 'SUCCEEDED', amount, currency, 'back-' || n, 'api:key', 'sim', moment + interval '1 day',
      moment + interval '1 day'
    from past where refunded and status = 'SETTLED'`,
  // Disputes that were lost, four days later.
  `insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, chargeback_open, external_id, parent_id, authorization_id, acquirer, card_brand,
      card_last_four, dispute_stage, dispute_reason, dispute_due_by, settled_at, version, created_at, updated_at)
    select past_id('trx', moment + interval '4 days', -n), account, 'test', 'CHARGEBACK', 'SETTLED', 'order-' || n, amount, currency, amount, 'cb-' || n, id, 'cb-' || n, 'simulator', 'visa',
      lpad((n % 10000)::text, 4, '0'), 'lost', 'fraudulent', moment + interval '14 days', moment + interval '5 days', 2, moment + interval '4 days', moment + interval '5 days'
    from past where disputed and status = 'SETTLED'`,
  `insert into operations (id, transaction_id, type, status, amount, currency, operator, created_at, completed_at)
    select past_id('op', moment + interval '4 days', -n), past_id('trx', moment + interval '4 days', -n), 'chargeback', 'SUCCEEDED', amount, currency, 'system:read-statements',
      moment + interval '4 days', moment + interval '4 days'
    from past where disputed and status = 'SETTLED'`,
];

/** Writes a year of so many payments, shared equally by 200 merchants of whom one is the given account. To be called once for a database. */
export async function writePast(database: pg.Client, { accountId, payments, more = [] }: { accountId: string; payments: number; more?: string[] }): Promise<void> {
  await database.query(idFunction);
  await database.query('drop table if exists past');
  await database.query(stories(accountId, payments));
  for (const statement of [...inserts, ...more]) await database.query(statement);
  await database.query('vacuum analyze');
  await database.query('checkpoint');
}
