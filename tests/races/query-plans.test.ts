import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { listAuditLog } from '~/merchants/accounts/audit-log';
import { findIntentRequests } from '~/merchants/api-requests/intent-requests';
import { findIdempotencyConflicts, listApiRequests } from '~/merchants/api-requests/request-list';
import { findIntentDetails } from '~/payments/checkout/intent-details';
import { listClosedChargebacks, listOpenChargebacks } from '~/payments/disputes/chargeback-list';
import { listAcquirerEvents } from '~/payments/inbox/event-list';
import { listDiscrepancies } from '~/payments/reconciliation/discrepancy-list';
import { readSupportDetails } from '~/payments/transactions/support-details';
import { findExternalIdUses } from '~/payments/idempotency/external-id-uses';
import { listExpiringHolds } from '~/payments/reporting/report';
import { checkRefundLimits } from '~/payments/operations/manual-refund-limits';
import { listUnknownOutcomes } from '~/payments/operations/unknown-outcome-list';
import { readPaymentFacts } from '~/payments/transactions/payment-facts';
import { readTimeline } from '~/payments/transactions/timeline';
import { emptyFilter } from '~/payments/reporting/transaction-filter';
import { listTransactions } from '~/payments/reporting/transaction-list';
import { findTransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { prisma } from '~/platform/database/db.server';
import { recordStaffAccess } from '~/support/access-log';
import { listStaffAudit } from '~/support/staff-audit/staff-audit-log';
import { detectUnusualReading } from '~/support/staff-audit/unusual-reading';
import { readMerchantSummary } from '~/support/merchant-summary';
import { findPayerPayment, findTwins, listPayerPayments } from '~/support/payer/payer-payments';
import { searchAll } from '~/support/search/search';
import { findDelivery, listDeliveries } from '~/webhooks/deliveries/delivery-log';
import { listPublishedEvents } from '~/webhooks/events/published-events';
import { buildApiClient } from '../world/api-client';
import { buildMerchant } from '../world/merchants';
import { buildPaymentIntent } from '../world/payments/payment-intents';
import { buildPayment } from '../world/payments/payments';
import { buildEndpoint } from '../world/webhooks';
import { ownerPool } from '../world/database-owner';

// With fewer rows, reading the ten thousand newest costs about as much as a scan.
const rows = 60_000;
const id = (prefix: string) => `'${prefix}_' || lpad(to_hex(i), 36, '0')`;
/** Half of them are the account's, and half are another account's. */
const account = `case when i % 2 = 0 then $1 else $2 end`;

/** The data of a large installation, written in a transaction that is rolled back, so no job ever sees it. */
const seedStatements: [sql: string, values: ('own' | 'other' | 'endpoint')[]][] = [
  [
    `insert into transactions (id, account_id, environment, type, status, order_amount, order_currency, external_id, authorization_id, connection_id, amount_authorized, amount_captured, amount_refunded, dispute_stage, dispute_due_by, parent_id, intent_id, capture_before, order_id, card_last_four, card_brand)
     select ${id('trx')}, ${account}, 'test', case when i > 10 and i % 50 < 2 then 'CHARGEBACK' else 'PAYMENT' end, case when i % 20 in (4, 5) and not (i > 10 and i % 50 < 2) then 'AUTHORIZED' else 'CAPTURED' end, 1000, 'EUR', 'ext-' || i, 'op-' || i, 'con_simulator_test', case when i > 10 and i % 50 < 2 then 0 else 1000 end, case when i > 10 and i % 50 < 2 or i % 20 in (4, 5) then 0 else 1000 end, case when i % 3000 = 6 then 500 else 0 end,
       case when i > 10 and i % 50 < 2 then 'needs_response' end, case when i > 10 and i % 50 < 2 then now() + i % 300 * interval '1 hour' end, case when i > 10 and i % 50 < 2 then 'trx_' || lpad(to_hex(i % 2 + 2), 36, '0') end,
       'int-' || i, case when i % 20 in (4, 5) then now() + i % 300 * interval '1 hour' end, 'order-' || i, lpad((i % 5000)::text, 4, '0'), 'visa'
     from generate_series(1, ${rows}) i`,
    ['own', 'other'],
  ],
  [
    `insert into operations (id, transaction_id, type, status, amount, currency, operator, completed_at) select ${id('op')}, ${id('trx')}, 'authcap', 'SUCCEEDED', 1000, 'EUR', 'api:key', now() from generate_series(1, ${rows}) i`,
    [],
  ],
  [
    `insert into manual_refunds (operation_id, account_id, created_at) select ${id('op')}, ${account}, now() - i * interval '1 hour' from generate_series(1, ${rows}) i`,
    ['own', 'other'],
  ],
  [
    `insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id) select ${account}, 'test', 'transaction', 'ext-' || i, 'f', ${id('trx')} from generate_series(1, ${rows}) i`,
    ['own', 'other'],
  ],
  [
    `insert into payment_intents (id, account_id, environment, external_id, operation, amount, currency, "order", success_url, failure_url, expires_at) select ${id('int')}, ${account}, 'test', 'ext-' || i, 'authcap', 1000, 'EUR', jsonb_build_object('order_id', 'order-' || i), 'https://a.example', 'https://a.example', now() from generate_series(1, ${rows}) i`,
    ['own', 'other'],
  ],
  [
    `insert into api_requests (id, account_id, environment, method, path, status, external_id, transaction_id, duration_ms) select ${id('req')}, ${account}, 'test', 'POST', '/transactions', case when i % 3000 = 0 then 500 when i % 300 = 0 then 404 else 201 end, 'ext-' || i, ${id('trx')}, 5 from generate_series(1, ${rows}) i`,
    ['own', 'other'],
  ],
  [
    `insert into webhook_events (id, account_id, environment, type, transaction_id, payload) select ${id('evt')}, ${account}, 'test', 'transaction.captured', ${id('trx')}, '{}' from generate_series(1, ${rows}) i`,
    ['own', 'other'],
  ],
  [
    `insert into webhook_deliveries (id, event_id, endpoint_id, account_id, environment, transaction_id, event_type, status, next_attempt_at, finished_at) select ${id('dlv')}, ${id('evt')}, $1, $2, 'test', ${id('trx')}, 'transaction.captured', 'delivered', null, now() from generate_series(1, ${rows}) i`,
    ['endpoint', 'own'],
  ],
  [
    `insert into webhook_attempts (delivery_id, started_at, duration_ms, status, request_headers) select ${id('dlv')}, now(), 5, 200, '{}' from generate_series(1, ${rows}) i`,
    [],
  ],
  [
    `insert into disputes (transaction_id, account_id, environment, text, decision, state, submitted_by, submitted_at, acquirer_responded_at, attempts) select ${id('trx')}, ${account}, 'test', '', 'answer', 'acknowledged', 'usr_1', now(), now(), 1 from generate_series(1, ${rows}) i where i > 10 and i % 50 < 2`,
    ['own', 'other'],
  ],
  [
    `insert into discrepancies (environment, kind, subject, transaction_id, expected, found, resolved_at) select 'test', 'counter', 's-' || i, ${id('trx')}, '1', '2', now() from generate_series(1, ${rows}) i`,
    [],
  ],
  [
    `insert into acquirer_statement_entries (connection_id, environment, reference, kind, "authorization", amount, currency, approved, handled_at) select 'con_simulator_test', 'test', ${id('op')}, 'capture', ${id('op')}, 1000, 'EUR', true, now() from generate_series(1, ${rows}) i`,
    [],
  ],
  [
    `insert into acquirer_events (connection_id, event_id, type, about, subject, reference, occurred_at, next_attempt_at, processed_at) select case when i % 5000 = 0 then 'con_simulator_live' else 'con_simulator_test' end, 'evt-' || i, 'capture', 'capture', 's', ${id('op')}, now(), null, case when i % 3000 > 0 then now() end from generate_series(1, ${rows}) i`,
    [],
  ],
  [
    `insert into audit_entries (actor, action, account_id, subject) select case when i % 5000 = 0 then 'staff:usr_1' else 'portal:usr_' || i % 9 end, case when i % 2000 = 0 then 'webhook_endpoint_created' else 'settings_changed' end, ${account}, 'trx_' || i from generate_series(1, ${rows}) i`,
    ['own', 'other'],
  ],
];
const tables = [
  'transactions',
  'operations',
  'manual_refunds',
  'idempotency_keys',
  'payment_intents',
  'api_requests',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
  'audit_entries',
  'disputes',
  'discrepancies',
  'acquirer_statement_entries',
  'acquirer_events',
];

type RecordedQuery = { text: string; values: unknown[] };
type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Rows Removed by Filter'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
};

/** Records the statements that some work sends to the database. */
async function recordQueries(work: () => Promise<unknown>): Promise<RecordedQuery[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const recordedQueries = spy.mock.calls.flatMap(([query, values]: unknown[]) => {
    const { text, values: own } = (typeof query === 'string' ? { text: query, values } : query) as {
      text?: string;
      values?: unknown;
    };
    return text && /^\s*(select|with)\b/i.test(text)
      ? [{ text, values: (own ?? values ?? []) as unknown[] }]
      : [];
  });
  spy.mockRestore();
  return recordedQueries;
}

const listScans = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && tables.includes(plan['Relation Name']!)
    ? [plan['Relation Name']!]
    : []),
  ...(plan.Plans ?? []).flatMap(listScans),
];

const listIndexes = (plan: Plan): string[] => [
  ...(plan['Index Name'] ? [plan['Index Name']] : []),
  ...(plan.Plans ?? []).flatMap(listIndexes),
];

/** Rows that were read but don't match. */
const countFilteredRows = (plan: Plan): number =>
  (plan['Rows Removed by Filter'] ?? 0) * (plan['Actual Loops'] ?? 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + countFilteredRows(part), 0);

test('pages read large tables through indexes', { timeout: 120_000 }, async () => {
  const [client, otherAccount] = [
    await buildApiClient(await buildMerchant({ name: 'Query Plans' })),
    await buildApiClient(),
  ];
  const { accountId } = client.merchant;
  const where = { accountId, environment: 'test' as const };
  const { id: paymentId } = await buildPayment(client, { operation: 'authcap' });
  const { id: payerPaymentId } = await buildPayment(client, {
    cardHolder: { email: 'ada@shop.example', country: 'DE' },
  });
  const { intent } = await buildPaymentIntent(client.merchant, {
    order: { order_id: 'order-2', order_amount: 1000, order_currency: 'EUR' },
  });
  const intentId = intent.id;
  const endpoint = await buildEndpoint('http://127.0.0.1:9/hooks', { merchant: client.merchant });
  const filter = emptyFilter;
  const reads: Reads = {
    'the story': async () =>
      readTimeline(
        { ...(await findTransactionWithOperations({ ...where, id: paymentId }))!, intentId: 'int_1' },
        { ...where, limit: 50, reads: true, isDeveloper: true },
      ),
    'the request log': async () => [
      await listApiRequests(where),
      await listApiRequests({ ...where, externalId: 'ext-2' }),
      await listApiRequests({ ...where, statusClass: 4 }),
    ],
    'the external_id inspector': async () => [
      await findExternalIdUses({ ...where, externalId: 'ext-2' }),
      await findIdempotencyConflicts({ ...where, externalId: 'ext-2' }),
    ],
    'webhook deliveries': async () => [
      await listDeliveries({ ...where, id: endpoint.id }),
      await listDeliveries({ ...where, id: endpoint.id, eventType: 'transaction.captured' }),
      await listDeliveries({ ...where, id: endpoint.id, status: 'failed' }),
      await findDelivery({ ...where, id: 'dlv_1' }),
    ],
    'the list of events': async () => [
      await listPublishedEvents({ ...where, limit: 100 }),
      await listPublishedEvents({ ...where, limit: 100, after: `evt_${'0'.repeat(35)}2` }),
      await listPublishedEvents({ ...where, limit: 1, after: 'latest' }),
    ],
    'the audit log': async () => [
      await listAuditLog({ accountId }),
      await listAuditLog({ accountId, filter: { who: 'usr_1' } }),
      await listAuditLog({ accountId, filter: { subject: 'trx_1' } }),
    ],
    chargebacks: async () => [await listOpenChargebacks(where), await listClosedChargebacks(where)],
    'the search of the staff': async () => {
      for (const searchText of [
        'last four 4242, about 40 dollars, yesterday afternoon',
        '4242',
        '12.50',
        'declined yesterday',
        'visa',
        'ext-2',
        'order-2',
        'order 2',
        'order ending in 2222',
        'order ending in 2222 query plans',
        'about 10 euros today query plans',
        'declined',
        'refunded',
        'yesterday',
        'guest@shop.example',
        `${paymentId} op_${'0'.repeat(36)} req_${'0'.repeat(36)} evt_${'0'.repeat(36)} dlv_${'0'.repeat(36)} int_${'0'.repeat(36)} tok_${'0'.repeat(36)}`,
      ])
        await searchAll({ input: searchText, clocks: 'merchant', now: new Date() });
    },
    'what is behind a transaction': () =>
      readSupportDetails({
        id: paymentId,
        authorizationId: 'op-2',
        connectionId: 'con_simulator_test',
        children: [],
      }),
    'outcomes that are not known': async () => [
      await listUnknownOutcomes(),
      await listUnknownOutcomes({ accountId, after: `op_${'0'.repeat(36)}` }),
    ],
    discrepancies: async () => [
      await listDiscrepancies({ isOpen: true }),
      await listDiscrepancies({ before: '1000' }),
    ],
    'acquirers’ events': async () => [
      await listAcquirerEvents(),
      await listAcquirerEvents({ before: '1000' }),
    ],
    'what staff looked at': () =>
      recordStaffAccess({
        userId: 'usr_1',
        accountId,
        action: 'staff_viewed_transaction',
        subject: paymentId,
      }),
    'the payer of a payment': async () => {
      const { payment } = (await findPayerPayment(payerPaymentId))!;
      await findTwins(payment);
      await listPayerPayments({ payment });
      await listPayerPayments({ payment, before: `trx_${'0'.repeat(35)}2` });
      await readPaymentFacts(where, [payerPaymentId]);
    },
    'a payment intent, for the staff': async () => {
      await findIntentDetails({ ...where, id: intentId });
      await findIntentRequests({ ...where, id: intentId, externalId: 'ext-2', canceledAt: new Date() });
    },
    'a merchant, for the staff': () => readMerchantSummary({ ...where, now: new Date() }),
    'holds that end soon': async () => [
      await listTransactions({ ...where, filter: { ...filter, hold: 'ending' } }),
      await listExpiringHolds({ ...where, limit: 6 }),
    ],
  };
  /** Rare values must be found by their index, without scanning another one. */
  const rare: Reads = {
    api_requests_failed: () => listApiRequests({ ...where, statusClass: 5 }),
    api_requests_refused: () => listApiRequests({ ...where, code: 'not_found' }),
    transactions_disputes_closed: () => listClosedChargebacks(where),
    transactions_account_id_environment_card_last_four_id_idx: () =>
      searchAll({ input: 'card ending 4242', clocks: 'merchant', now: new Date() }),
    // Quoted, because parts of an order number are searched for among the newest payments.
    transactions_account_id_environment_order_id_id_idx: () =>
      searchAll({ input: '"4242"', clocks: 'merchant', now: new Date() }),
    transactions_refunded: () =>
      listTransactions({ ...where, filter: { ...filter, refund: ['FULL', 'PARTIAL'] } }),
    payment_intents_account_id_environment_external_id_idx: () =>
      searchAll({ input: '"4242"', clocks: 'merchant', now: new Date() }),
    payment_intents_unattempted_order: () =>
      searchAll({ input: '"4242"', clocks: 'merchant', now: new Date() }),
    transactions_external_id: () => searchAll({ input: '"4242"', clocks: 'merchant', now: new Date() }),
    operations_pending: () => listUnknownOutcomes(),
    acquirer_events_unprocessed: () => listAcquirerEvents({ isUnprocessed: true }),
    acquirer_events_listed: () => listAcquirerEvents({ connectionId: 'con_simulator_live' }),
    discrepancies_transaction: () =>
      readSupportDetails({
        id: paymentId,
        authorizationId: 'op-2',
        connectionId: 'con_simulator_test',
        children: [],
      }),
    manual_refunds_account_id_created_at_idx: () =>
      checkRefundLimits({ accountId, operator: 'portal:usr_1', paymentId, currency: 'USD', amount: 2 }),
    audit_entries_staff: () => listAuditLog({ accountId, filter: { who: 'staff' } }),
    audit_entries_account_id_action_id_idx: () => listAuditLog({ accountId, filter: { kind: 'webhooks' } }),
  };
  // An exceeded limit, so that all queries of its check run.
  await prisma.account.update({ where: { id: accountId }, data: { memberRefundLimit: 2 } });
  await prisma.$executeRaw`insert into manual_refunds (operation_id, account_id)
    select id, ${accountId} from operations where transaction_id = ${paymentId}`;
  const ids = { own: accountId, other: otherAccount.merchant.accountId, endpoint: endpoint.id };
  const seeds = seedStatements.map(([sql, values]): Seed => [sql, values.map((name) => ids[name])]);
  await expectIndexes({ seeds, reads, rare });
});

/** Staff entries of many accounts among those of the accounts' own people. */
const staffSeed = `insert into audit_entries (actor, action, account_id, subject, created_at)
  select case when i % 6 = 0 then 'staff:usr_' || i % 7 else 'portal:usr_' || i % 9 end,
    case when i % 6 > 0 then 'settings_changed' when i % 3000 = 0 then 'second_factor_reset' else 'staff_viewed_transaction' end,
    'acc_' || i % 101, 'trx_' || i, now() - i * interval '1 minute' from generate_series(1, ${rows}) i`;

test('the staff’s audit log is read through its indexes', { timeout: 120_000 }, async () => {
  await expectIndexes({
    seeds: [[staffSeed, []]],
    reads: { 'unusual reading by staff': detectUnusualReading },
    rare: {
      audit_entries_by_staff: () => listStaffAudit({}),
      audit_entries_by_staff_action: () => listStaffAudit({ filter: { kind: 'factor' } }),
      audit_entries_by_staff_actor: () => listStaffAudit({ filter: { actor: 'staff:usr_3' } }),
      audit_entries_by_staff_account: () => listStaffAudit({ filter: { accountId: 'acc_3' } }),
    },
  });
});

type Seed = [sql: string, values: string[]];
type Reads = Record<string, () => Promise<unknown>>;

/** `rare`: by the name of the index that must be used. */
async function expectIndexes({ seeds, reads, rare }: { seeds: Seed[]; reads: Reads; rare: Reads }) {
  const recordedQueries: [string, RecordedQuery[]][] = [];
  for (const [name, read] of Object.entries({ ...reads, ...rare }))
    recordedQueries.push([name, await recordQueries(read)]);
  const database = await ownerPool.connect();
  try {
    await database.query('begin');
    for (const [sql, values] of seeds) await database.query(sql, values);
    await database.query(`analyze ${tables.join(', ')}`);
    for (const [name, statements] of recordedQueries) {
      expect(statements.length, name).toBeGreaterThan(0);
      const used: string[] = [];
      await database.query('savepoint settings');
      for (const { text, values } of statements) {
        // The search plans its statements with settings of its own.
        if (/^\s*select set_config\(/.test(text)) {
          await database.query(text, values as string[]);
          continue;
        }
        const {
          rows: [answer],
        } = await database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `explain (format json${rare[name] ? ', analyze' : ''}) ${text}`,
          values as string[],
        );
        const [{ Plan: plan }] = answer!['QUERY PLAN'];
        expect(listScans(plan), `${name}: ${text}`).toEqual([]);
        expect(countFilteredRows(plan), `${name}: ${text}`).toBeLessThan(rows / 20);
        used.push(...listIndexes(plan));
      }
      await database.query('rollback to savepoint settings');
      if (rare[name]) expect(used).toContain(name);
    }
  } finally {
    await database.query('rollback');
    // The rows are gone, but without this the indexes stay as large as with them, and the planner takes each
    // of them for expensive in later tests.
    await database.query(`vacuum (full, analyze) ${tables.join(', ')}`);
    database.release();
  }
}
