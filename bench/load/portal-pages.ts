// Every portal page, with filters that have something to find.
import type { World } from '../world';

/** URLs by name. */
export async function listPortalPages({
  database,
  accountId,
}: Pick<World, 'database' | 'accountId'>): Promise<[name: string, path: string][]> {
  const one = async (sql: string) => {
    const { rows } = await database.query<{ value: string }>(
      `select (${sql})::text as value`,
      sql.includes('$1') ? [accountId] : [],
    );
    if (rows[0]?.value == null) throw new Error(`nothing found by: ${sql}`);
    return rows[0].value;
  };
  const transaction = (where: string, place = 'desc limit 1') =>
    one(
      `select id from transactions where account_id = $1 and environment = 'test' and ${where} order by id ${place}`,
    );
  const middle = (table: string) =>
    one(
      `select id from ${table} where account_id = $1 and environment = 'test' order by id desc offset (select count(*) / 2 from ${table} where account_id = $1 and environment = 'test') limit 1`,
    );
  const refunded = await transaction(
    `type = 'PAYMENT' and amount_refunded > 0 and external_id like 'past-%'`,
  );
  const captured = await transaction(
    `type = 'PAYMENT' and status = 'SETTLED' and amount_refunded = 0 and amount_charged_back = 0 and chargeback_open = 0 and external_id like 'past-%'`,
  );
  const authorized = await transaction(`status = 'AUTHORIZED' and external_id like 'past-%'`);
  const paidByIntent = await transaction(`intent_id is not null and external_id like 'past-%'`);
  const openDispute = await transaction(
    `type = 'CHARGEBACK' and dispute_stage = 'needs_response' and dispute_due_by > now()`,
  );
  const owner = await one(`select user_id from members where account_id = $1 order by created_at limit 1`);
  const [middleTransaction, dayInTheMiddle] = [
    await middle('transactions'),
    await one(`select (now() - interval '180 days')::date::text`),
  ];
  const endpoint = await one(`select 'hook_1' || right($1, 35)`);
  const delivery = await one(
    `select id from webhook_deliveries where account_id = $1 and endpoint_id like 'hook_1%' order by id desc limit 1`,
  );
  const middleDelivery = await one(
    `select id from webhook_deliveries where account_id = $1 and endpoint_id like 'hook_1%' order by id offset (select count(*) / 2 from webhook_deliveries where account_id = $1 and endpoint_id like 'hook_1%') limit 1`,
  );
  const middleAuditEntry = await one(
    `select id from audit_entries where account_id = $1 order by id offset (select count(*) / 2 from audit_entries where account_id = $1) limit 1`,
  );
  const { rows: views } = await database.query<{ id: string; name: string; query: string }>(
    'select id, name, query from saved_views where account_id = $1 order by name',
    [accountId],
  );
  const lists = (path: string, queries: Record<string, string>) =>
    Object.entries(queries).map(([name, query]): [string, string] => [
      `${path.slice(1)}, ${name}`,
      `${path}?${query}`,
    ]);
  return [
    ['empty', '/dev/empty'],
    ['home, 30 days', '/'],
    ...lists('/', {
      '7 days': 'period=7',
      '90 days': 'period=90',
      '12 months': 'period=year',
      'own days': `period=own&from=${dayInTheMiddle}&to=${await one(`select (now() - interval '120 days')::date::text`)}`,
    }),
    ['transactions', '/transactions'],
    ...lists('/transactions', {
      'deep in the past': `before=${middleTransaction}`,
      'newer than the middle': `after=${middleTransaction}`,
      declined: 'status=DECLINED',
      authorized: 'status=AUTHORIZED',
      voided: 'status=VOIDED',
      settled: 'status=SETTLED',
      'a status nothing has': 'status=EXPIRED',
      'card brand': 'brand=amex',
      'amount range': 'min=100&max=200&currency=EUR',
      'an amount nothing has': 'min=5000',
      'one amount': 'search=42.00',
      'last four': 'search=4242',
      email: 'search=regular%40example.com',
      'order id': `search=${await one(`select order_id from transactions where id = '${refunded}' and account_id = $1`)}`,
      'external id': `search=${await one(`select external_id from transactions where id = '${refunded}' and account_id = $1`)}`,
      'nothing like it': 'search=nothing-like-it',
      intent: `search=${await one(`select intent_id from transactions where id = '${paidByIntent}' and account_id = $1`)}`,
      'by a person': `by=${owner}`,
      'by the checkout': 'by=checkout',
      'by the API': 'by=api',
      'by the API, refunds': 'by=api&type=REFUND',
      refunds: 'type=REFUND',
      chargebacks: 'type=CHARGEBACK',
      'days half a year ago': `from=${dayInTheMiddle}&to=${await one(`select (now() - interval '90 days')::date::text`)}`,
      'declined half a year ago': `status=DECLINED&brand=visa&to=${dayInTheMiddle}`,
      currency: 'currency=USD',
    }),
    ['views', '/transactions/views'],
    ...views.flatMap(({ id, name, query }): [string, string][] => [
      [`${name}, applied`, `/transactions?${query}`],
      [name, `/transactions/views/${id}`],
    ]),
    ['csv, first byte', '/transactions/export'],
    ['csv of the declined, first byte', '/transactions/export?status=DECLINED'],
    ['transaction, refunded', `/transactions/${refunded}`],
    ['transaction, all of its story', `/transactions/${refunded}?all`],
    ['transaction, paid on our page', `/transactions/${paidByIntent}`],
    ['transaction, held', `/transactions/${authorized}`],
    ['capture', `/transactions/${authorized}/captures`],
    ['void', `/transactions/${authorized}/voids`],
    ['refund', `/transactions/${captured}/refunds`],
    ['chargebacks', '/chargebacks'],
    ...lists('/chargebacks', {
      older: `before=${await transaction(`type = 'CHARGEBACK'`, `desc offset 1 limit 1`)}`,
    }),
    ['dispute', `/transactions/${openDispute}/dispute`],
    ['accept a dispute', `/transactions/${openDispute}/dispute/accept`],
    ['cards', '/cards'],
    ...lists('/cards', {
      older: `before=${await one(`select id from card_tokens where account_id = $1 order by id desc offset 1 limit 1`)}`,
    }),
    [
      'delete a card',
      `/cards/${await one(`select id from card_tokens where account_id = $1 and deleted_at is null order by id desc limit 1`)}/delete`,
    ],
    ['application', '/application'],
    ['developers', '/developers'],
    ['addresses', '/developers/addresses'],
    ['test cards', '/developers/test-cards'],
    ['redirect hosts', '/developers/redirect-hosts'],
    ['signing secret', '/developers/signing-secret'],
    ['requests', '/developers/requests'],
    ...lists('/developers/requests', {
      older: `before=${await middle('api_requests')}`,
      failed: 'status=4',
      'server errors': 'status=5',
      operation: 'operation=retrieveTransaction',
      'an operation nothing has': 'operation=voidTransaction',
      code: 'code=external_id_conflict',
      'external id': `external_id=${await one(`select external_id from api_requests where account_id = $1 and external_id is not null order by id desc limit 1`)}`,
      days: `from=${await one(`select (now() - interval '20 days')::date::text`)}&to=${await one(`select (now() - interval '10 days')::date::text`)}`,
    }),
    [
      'request',
      `/developers/requests/${await one(`select id from api_requests where account_id = $1 and request_body is not null order by id desc limit 1`)}`,
    ],
    ['external ids', '/developers/external-ids'],
    ...lists('/developers/external-ids', {
      'one that was used': `external_id=${await one(`select external_id from idempotency_keys where account_id = $1 and external_id like 'past-%' order by created_at desc limit 1`)}`,
      'one that was not': 'external_id=never',
    }),
    ['webhooks', '/developers/webhooks'],
    ['new endpoint', '/developers/webhooks/new'],
    ['endpoint', `/developers/webhooks/${endpoint}`],
    ...lists(`/developers/webhooks/${endpoint}`, {
      failed: 'status=failed',
      'one type': 'type=refund.created',
      'a type it never had': 'type=chargeback.won',
      'failed of one type': 'status=failed&type=transaction.captured',
      pending: 'status=pending',
      older: `before=${middleDelivery}`,
    }).map(([name, path]): [string, string] => [`endpoint, ${name.split(', ')[1]}`, path]),
    ['delivery', `/developers/webhooks/deliveries/${delivery}`],
    ['verifier', '/developers/verify'],
    ['checkout design', '/checkout-design'],
    ['design history', '/checkout-design/history'],
    ['team', '/team'],
    [
      'member',
      `/team/members/${await one(`select user_id from members where account_id = $1 order by created_at desc limit 1`)}`,
    ],
    ['go live', '/go-live'],
    ['audit log', '/audit-log'],
    ...lists('/audit-log', {
      older: `before=${middleAuditEntry}`,
      'a person': `who=${owner}`,
      'the staff': 'who=staff',
      payments: 'kind=payments',
      'what is rare': 'kind=webhooks',
      'what never was': 'kind=export',
      'half a year ago': `from=${dayInTheMiddle}&to=${await one(`select (now() - interval '90 days')::date::text`)}`,
      'rare half a year ago': `kind=webhooks&to=${dayInTheMiddle}`,
      subject: `subject=${await one(`select subject from audit_entries where account_id = $1 and subject is not null order by id desc limit 1`)}`,
    }),
    ['audit log csv, first byte', '/audit-log.csv?kind=team'],
    ['settings', '/settings'],
    ['notifications', '/settings/notifications'],
    ['accounts', '/accounts'],
    ['security', '/security'],
  ];
}
