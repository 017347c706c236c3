// The records that belong to past payments: requests, webhooks, the audit log, cards, and views. See
// payment-history.ts for the payments.

/** Bodies as stored in the request log, without secrets. */
const requestBody = `json_build_object('external_id', 'past-' || n, 'operation', 'authcap', 'order', json_build_object('order_id', 'order-' || n, 'order_amount', amount, 'order_currency', currency,
  'order_items', json_build_array(json_build_object('name', 'First flush Darjeeling, 100 g', 'quantity', 2, 'unit_price', amount / 2)), 'card_holder', json_build_object('email', '[redacted]', 'name', '[redacted]',
  'address', '[redacted]', 'phone', '[redacted]')), 'card', json_build_object('number', '[redacted]', 'cvv', '[redacted]', 'expiry', '[redacted]'))::text`;
const replyBody = `json_build_object('id', id, 'type', 'PAYMENT', 'status', status, 'order_id', 'order-' || n, 'order_amount', amount, 'order_currency', currency, 'amount_authorized', amount, 'amount_captured', amount,
  'amount_voided', 0, 'amount_refunded', 0, 'external_id', 'past-' || n, 'card', json_build_object('brand', brand, 'last_four', last_four), 'created_at', moment, 'updated_at', moment)`;
const problem = `json_build_object('type', 'https://docs.example/errors/conflict', 'title', 'The external_id is taken', 'status', 409, 'code', 'external_id_conflict')::text`;

const headers = `'{"content-type":"application/json","user-agent":"Tillway","webhook-id":"evt_0","webhook-timestamp":"1790000000","webhook-signature":"v1,2cX8kq0nP3m0sX8kq0nP3m0sX8kq0nP3m0sX8kq0nP3="}'`;

/** The requests of 30 days: one for each payment, a read for half of them, and some errors. */
const request = (
  id: string,
  values: {
    method: string;
    path: string;
    operation: string;
    status: string;
    code?: string;
    outcome?: string;
    request?: string;
    response: string;
    where: string;
    after: string;
  },
) => `
  insert into api_requests (id, account_id, environment, secret_id, method, path, operation, status, code, external_id, outcome, transaction_id, intent_id, request_body, response_body, request_bytes, response_bytes,
      duration_ms, address, user_agent, created_at)
    select past_id('req', moment + interval '${values.after}', ${id}), account, 'test', 'key_' || right(account, 36), '${values.method}', ${values.path}, '${values.operation}', ${values.status}, ${values.code ?? 'null'},
      ${values.method === 'GET' ? 'null' : "'past-' || n"}, ${values.outcome ?? 'null'}, case when intent is null or '${values.method}' = 'GET' then id end, intent, ${values.request ?? 'null'}, ${values.response},
      ${values.request ? 900 : 'null'}, 700, 20 + (n % 90)::int, '192.0.2.' || n % 250, 'shop/2.4 (+https://shop.example)', moment + interval '${values.after}'
    from past where recent and ${values.where}`;

/**
 * Events and deliveries: every merchant has two endpoints, and one of ten deliveries takes three attempts.
 */
const events = (kind: string, sign: string, moment: string, where: string) => [
  `insert into webhook_events (id, account_id, environment, type, transaction_id, payload, created_at, fanned_out_at)
    select past_id('evt', ${moment}, ${sign}n), account, 'test', '${kind}', id, ${replyBody}::jsonb, ${moment}, ${moment} from past where recent and ${where}`,
  `insert into webhook_deliveries (id, event_id, endpoint_id, account_id, environment, transaction_id, event_type, status, attempts, scheduled_attempts, next_attempt_at, created_at, finished_at)
    select past_id('dlv', ${moment}, ${sign}n * 10 - e), past_id('evt', ${moment}, ${sign}n), 'hook_' || e || right(account, 35), account, 'test', id, '${kind}', case when k % 50 = 7 then 'failed' else 'delivered' end,
      case when k % 10 = 7 then 3 else 1 end, case when k % 10 = 7 then 3 else 1 end, null, ${moment}, ${moment} + interval '10 minutes'
    from past, generate_series(1, 2) as e where recent and ${where}`,
  `insert into webhook_attempts (delivery_id, started_at, duration_ms, status, request_headers, response_headers, response_body)
    select past_id('dlv', ${moment}, ${sign}n * 10 - e), ${moment} + try * interval '3 minutes', 40 + (n % 300)::int, case when k % 10 = 7 and try < 3 or k % 50 = 7 then 503 else 200 end, ${headers},
      '{"content-type":"text/plain"}', 'ok'
    from past, generate_series(1, 2) as e, generate_series(1, case when k % 10 = 7 then 3 else 1 end) as try where recent and ${where}`,
];

const views = [
  'status=DECLINED',
  'brand=visa&from=2026-01-01',
  'min=10&max=500&currency=EUR',
  'type=REFUND',
  'by=checkout',
  'search=regular%40example.com',
];

/** One statement per kind of row. The person's own views don't depend on the number of payments. */
export function buildRecordStatements({
  accountId,
  userId,
}: {
  accountId: string;
  userId: string;
}): string[] {
  return [
    request('n', {
      method: 'POST',
      path: `'/test/api/transactions'`,
      operation: 'createTransaction',
      status: '201',
      outcome: `'executed'`,
      request: requestBody,
      response: `${replyBody}::text`,
      where: 'intent is null',
      after: '0',
    }),
    request('n', {
      method: 'POST',
      path: `'/test/api/intents/payment'`,
      operation: 'createPaymentIntent',
      status: '201',
      outcome: `'executed'`,
      request: requestBody,
      response: `json_build_object('intent_id', intent)::text`,
      where: 'intent is not null',
      after: '-5 minutes',
    }),
    request('-n', {
      method: 'GET',
      path: `'/test/api/transactions/' || id`,
      operation: 'retrieveTransaction',
      status: '200',
      response: `${replyBody}::text`,
      where: 'k % 2 = 0',
      after: '1 minute',
    }),
    request('-n - 1000000000', {
      method: 'POST',
      path: `'/test/api/transactions'`,
      operation: 'createTransaction',
      status: '409',
      code: `'external_id_conflict'`,
      outcome: `'conflicted'`,
      request: requestBody,
      response: problem,
      where: 'k % 25 = 6 and intent is null',
      after: '1 second',
    }),
    `insert into webhook_endpoints (id, account_id, environment, url, sealed, secret_created_by, created_by, created_at)
      select distinct 'hook_' || e || right(account, 35), account, 'test', 'https://shop.example/hooks/' || e, 'v1:0', 'portal:${userId}', 'portal:${userId}', now() - interval '365 days' from past, generate_series(1, 2) as e`,
    ...events('transaction.captured', '', 'moment', `status in ('CAPTURED', 'SETTLED')`),
    ...events('transaction.declined', '', 'moment', `status = 'DECLINED'`),
    ...events('transaction.authorized', '', 'moment', `status in ('AUTHORIZED', 'VOIDED')`),
    ...events('refund.created', '-', `moment + interval '1 day'`, `refunded and status = 'SETTLED'`),
    `insert into blocked_attempts (account_id, environment, count, first_at, last_at, ended_at)
      select account, 'test', 5 + (n % 60)::int, moment, moment + interval '5 minutes', moment + interval '15 minutes' from past where k % 100 = 9 and moment > now() - interval '90 days'`,
    `insert into card_tokens (id, account_id, environment, external_id, brand, last_four, expiry, fingerprint, sealed, wrapped_key, key_id, created_at, deleted_at)
      select token, account, 'test', 'customer-' || n, brand, last_four, '2040-12', md5(n::text), 'sealed', 'wrapped', 'past', moment, null from past where token is not null`,
    `insert into card_intents (id, account_id, environment, external_id, state, success_url, failure_url, attempts, card_token_id, created_at, expires_at)
      select past_id('cin', moment - interval '5 minutes', n), account, 'test', 'customer-' || n, 'COMPLETED', 'https://shop.example/kept', 'https://shop.example/again', 1, token, moment - interval '5 minutes',
        moment + interval '1 day' from past where token is not null`,
    `insert into page_reports (day, environment, directive, blocked, count)
      select current_date - d, 'test', 'script-src-elem', 'https://extension-' || b || '.example', 1 + b from generate_series(0, 89) as d, generate_series(1, 5) as b on conflict do nothing`,
    ...views.map(
      (query, i) =>
        `insert into saved_views (id, account_id, user_id, name, query, shared) values (past_id('view', now(), ${i + 1}), '${accountId}', '${userId}', 'View ${i + 1}', '${query}', ${i % 2 === 0})`,
    ),
  ];
}

/**
 * Audit entries in chronological order, in parts, as the product's trigger chains them. Requires active
 * triggers.
 */
export const buildAuditLogStatement = ({ accountId, userId }: { accountId: string; userId: string }) => `
  do $$ begin
    for part in 0..(select max(n) / 10000 from past) loop
      insert into audit_entries (actor, action, account_id, subject, details, address, created_at)
        select case when account = '${accountId}' then 'portal:${userId}' else 'portal:usr_' || right(account, 36) end, (array['capture_requested', 'refund_requested', 'void_requested', 'logged_in'])[1 + k / 10 % 4], account, id,
          jsonb_build_object('amount', amount, 'currency', currency), '192.0.2.' || n % 250, moment
        from past where k % 10 = 1 and (account = '${accountId}' or n % 5 = 1) and n > part * 10000 and n <= (part + 1) * 10000 order by n;
      commit;
    end loop;
  end $$`;
