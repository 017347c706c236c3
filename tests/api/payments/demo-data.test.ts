import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { declineCodes } from '~/acquirers/decline-codes';
import { testCards } from '~/acquirers/test-cards';
import { verifyChain } from '~/audit/chain';
import { detectCardBrand } from '~/payments/checkout/cards';
import { listOpenChargebacks, listClosedChargebacks } from '~/payments/disputes/chargeback-list';
import { runRequestedAudit } from '~/payments/reconciliation/books-audit';
import { requestBooksAudit, type Finding } from '~/payments/reconciliation/books-audit-records';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { reconcile } from '~/payments/reconciliation/reconciliation';
import { listTransactions } from '~/payments/reporting/transaction-list';
import { defaultViews } from '~/payments/reporting/saved-views';
import { parseFilter } from '~/payments/reporting/transaction-filter';
import { retrieveDailyTotals } from '~/payments/reporting/report';
import { transactionStatuses, transactionTypes } from '~/payments/transactions/states';
import { prisma } from '~/platform/database/db.server';
import { addDays, getDayInZone } from '~/platform/time/days';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { searchAll } from '~/support/search/search';
import * as endpointUrl from '~/webhooks/endpoints/endpoint-url';
import { openEndpointSecret } from '~/webhooks/endpoints/endpoint-secrets';
import { buildEventMessage } from '~/webhooks/events/event-message';
import { Webhook } from 'standardwebhooks';
import { demoCredentials, seedDemo } from '../../../prisma/seed';
import { acquirer, unknownOutcome } from '../../world/acquirers/acquirer';
import { ignoreReports } from '../../world/payments/payment-records';

const countOpenDiscrepancies = () => prisma.discrepancy.count({ where: { resolvedAt: null } });
const environments = ['test', 'live'] as const;
const timeZone = 'Europe/Berlin';

let warnings: unknown[][];
let arePostponed: boolean;
let discrepanciesBefore: number;
let accountId: string;

beforeAll(async () => {
  await importStatements();
  await reconcile(new AbortController().signal);
  discrepanciesBefore = await countOpenDiscrepancies();

  const authorize = acquirer.authorize;
  const inquiries = vi
    .spyOn(acquirer, 'authorize')
    .mockImplementationOnce(authorize)
    .mockResolvedValueOnce(unknownOutcome);
  // As in the demo's configuration.
  const allowPrivate = vi
    .spyOn(endpointUrl, 'isPrivateAddressAllowed')
    .mockImplementation((of) => of === 'test');
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  const simulateHistory = acquirer.simulateHistory!;
  const histories = vi.spyOn(acquirer, 'simulateHistory').mockImplementationOnce(async (...history) => {
    arePostponed = await areJobsPostponedWithDemo();
    return simulateHistory(...history);
  });
  await seedDemo();
  histories.mockRestore();
  warnings = [...warn.mock.calls];
  inquiries.mockRestore();
  warn.mockRestore();
  accountId = (await demoCredentials())!.clientId;
  allowPrivate.mockRestore();
});

/** Whether the transaction that creates the demo has also postponed the jobs that read statements. */
async function areJobsPostponedWithDemo(): Promise<boolean> {
  const jobs = await prisma.$queryRaw<{ together: boolean }[]>`
    select job_timers.xmin = settings.xmin and next_run_at > now() + interval '1 minute' as together
    from job_timers cross join settings where job in ('read-statements', 'reconcile') and key = 'demo_world'`;
  return jobs.length === 2 && jobs.every(({ together }) => together);
}

// Nobody receives them here.
afterAll(() =>
  prisma.webhookDelivery.updateMany({
    where: { accountId, status: 'pending' },
    data: { status: 'dropped', nextAttemptAt: null, finishedAt: new Date() },
  }),
);

const listPayments = (environment: 'test' | 'live') =>
  prisma.transaction.findMany({
    where: { accountId, environment, externalId: { startsWith: 'HT-' } },
    orderBy: { id: 'asc' },
  });

test("an unavailable acquirer makes the demo smaller and doesn't stop the start", async () => {
  expect(warnings).toEqual([[expect.stringContaining('fewer payments'), { cause: 'order-1002' }]]);
  const payments = await prisma.transaction.findMany({
    where: { accountId, environment: 'test', externalId: { startsWith: 'order-' } },
    orderBy: { id: 'asc' },
  });
  expect(payments.map(({ externalId, status }) => [externalId, status])).toEqual([
    ['order-1001', 'CAPTURED'],
    ['order-1002', 'PENDING'],
  ]);
});

test('no process imports a statement while the demo is created', async () => {
  expect(arePostponed).toBe(true);
  const timers = await prisma.jobTimer.findMany({ where: { job: { in: ['read-statements', 'reconcile'] } } });
  for (const { nextRunAt } of timers) expect(nextRunAt.getTime()).toBeLessThanOrEqual(Date.now());
});

test('the demo has a merchant at each step to live, and a staff member with each role', async () => {
  const accounts = await prisma.account.findMany({
    where: { members: { some: { user: { email: { startsWith: 'demo@' } } } } },
    include: { application: true },
    orderBy: { id: 'asc' },
  });
  expect(accounts.map(({ name, mode, application }) => [name, mode, application?.state])).toEqual([
    ['Harbour Tea', 'live', 'APPROVED'],
    ['North Sea Bikes', 'test', undefined],
    ['Lighthouse Books', 'test', 'IN_REVIEW'],
    ['Clover Ceramics', 'test', 'CHANGES_REQUESTED'],
    ['Juniper Candles', 'test', 'SUBMITTED'],
    ['Trailhead Prints', 'test', 'IN_REVIEW'],
  ]);
  const staff = await prisma.staffMember.findMany({
    where: { user: { email: { endsWith: '@demo.example' } } },
    include: { user: { include: { secondFactor: true } } },
  });
  expect(staff.map(({ role, user }) => [role, user.secondFactor !== null]).sort()).toEqual([
    ['admin', true],
    ['reviewer', true],
    ['support', true],
  ]);
});

test("its year of payments agrees with the acquirer's ledger, to the cent", async () => {
  expect(await importStatements()).toBeLessThan(20);
  await reconcile(new AbortController().signal);
  expect(await countOpenDiscrepancies()).toBe(discrepanciesBefore);
});

test('a books audit finds nothing in the year, and the audit log is intact', async () => {
  await requestBooksAudit('system:audit-books');
  const findings: Finding[] = [];
  // Other test files leave impossible payments in the same database.
  await ignoreReports(() => runRequestedAudit(undefined, (slice) => findings.push(...slice.findings)));
  const ids = new Set((await prisma.transaction.findMany({ where: { accountId } })).map(({ id }) => id));
  expect(
    findings.filter(({ transaction_id: id, subject }) => ids.has(id ?? '') || subject.includes(accountId)),
  ).toEqual([]);
  expect(await verifyChain(accountId)).toMatchObject({ sequence: expect.any(BigInt) });
  const entries = await prisma.auditEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  expect(entries.map(({ createdAt }) => createdAt)).toEqual(
    entries.map(({ createdAt }) => createdAt).sort((a, b) => Number(a) - Number(b)),
  );
});

test.each([
  ['test', 1_500, 1_900],
  ['live', 420, 600],
] as const)(
  'the year in %s has busy weekdays, quiet Sundays, and growth',
  async (environment, least, most) => {
    const payments = (await listPayments(environment)).filter(({ type }) => type === 'PAYMENT');
    expect(payments.length).toBeGreaterThan(least);
    expect(payments.length).toBeLessThan(most);
    expect(Date.now() - payments[0]!.createdAt.getTime()).toBeGreaterThan(360 * 86_400_000);
    const byTime = [...payments].sort(
      (a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1),
    );
    expect(byTime.map(({ id }) => id)).toEqual(payments.map(({ id }) => id));

    const count = (condition: (payment: (typeof payments)[number]) => boolean) =>
      payments.filter(condition).length;
    const weekday = ({ createdAt }: { createdAt: Date }) =>
      new Date(getDayInZone(createdAt, timeZone)).getUTCDay();
    const hour = ({ createdAt }: { createdAt: Date }) =>
      Number(
        new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(createdAt),
      );
    expect(count((payment) => weekday(payment) === 2)).toBeGreaterThan(
      2 * count((payment) => weekday(payment) === 0),
    );
    expect(count((payment) => hour(payment) < 6)).toBeLessThan(payments.length / 20);
    const middle = new Date(Date.now() - 182 * 86_400_000);
    expect(count(({ createdAt }) => createdAt > middle)).toBeGreaterThan(
      1.2 * count(({ createdAt }) => createdAt <= middle),
    );
    const lastMonth = new Date(Date.now() - 30 * 86_400_000);
    expect(count(({ createdAt }) => createdAt > lastMonth)).toBeGreaterThan(payments.length / 6);
    for (const [currency, share] of [
      ['EUR', 0.6],
      ['USD', 0.15],
    ] as const)
      expect(count(({ orderCurrency }) => orderCurrency === currency)).toBeGreaterThan(
        payments.length * share,
      );
  },
);

test.each(environments)(
  'every status, type, card brand and decline in %s has something to show',
  async (environment) => {
    const payments = await listPayments(environment);
    const present = <T>(value: (payment: (typeof payments)[number]) => T) => new Set(payments.map(value));
    // No outcome stays unknown, because the simulator answers each inquiry.
    expect(present(({ status }) => status)).toEqual(
      new Set(transactionStatuses.filter((status) => status !== 'PENDING')),
    );
    const all = await prisma.transaction.findMany({
      where: { accountId, environment },
      select: { type: true },
    });
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(transactionTypes));
    expect(present(({ cardBrand }) => cardBrand)).toEqual(
      new Set(testCards.map(({ pan }) => detectCardBrand(pan))),
    );
    const declines = new Set(
      testCards.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'approved'),
    );
    expect([...declines].filter((code) => !present(({ declineCode }) => declineCode).has(code))).toEqual([]);
    for (const code of declines) expect(declineCodes).toHaveProperty(code);
    const kinds = present(({ type, status, amountRefunded, amountCaptured, amountExpired, amountVoided }) =>
      [
        type,
        status,
        amountRefunded === amountCaptured ? 'all' : amountRefunded ? 'part' : 'nothing',
        amountExpired > 0,
        amountVoided > 0,
      ].join(' '),
    );
    for (const kind of [
      'PAYMENT SETTLED all false false',
      'PAYMENT SETTLED part false false',
      'PAYMENT PARTIAL_CAPTURED nothing false false',
      'PAYMENT PARTIAL_CAPTURED nothing false true',
      'PAYMENT PARTIAL_CAPTURED nothing true false',
      'REFUND DECLINED all false false',
    ])
      expect([...kinds]).toContain(kind);
    const open = await listOpenChargebacks({ accountId, environment });
    const closed = await listClosedChargebacks({ accountId, environment });
    expect([...open.chargebacks, ...closed.chargebacks].map(({ stage }) => stage)).toEqual([
      'needs_response',
      'under_review',
      'won',
      'lost',
    ]);
  },
);

test.each(environments)('every filter and period in %s has something to show', async (environment) => {
  const queries = [
    ...defaultViews.map(({ query }) => query),
    'currency=USD',
    'brand=jcb',
    'min=50&max=60',
    'by=api',
    'by=checkout',
    ...(environment === 'test' ? await listManualQueries() : []),
    'search=maya',
  ].filter((query) => query !== 'search=maya');
  for (const query of queries) {
    const { filter, problems } = parseFilter(new URLSearchParams(query));
    const { transactions } = await listTransactions({ accountId, environment, filter, timeZone });
    expect({ query, problems, found: transactions.length > 0 }).toEqual({ query, problems: {}, found: true });
  }
  const today = getDayInZone(new Date(), timeZone);
  for (const days of [7, 30, 90, 365]) {
    const { totals } = await retrieveDailyTotals({
      accountId,
      environment,
      days: { from: addDays(today, -days), to: today },
    });
    for (const currency of ['EUR', 'USD'])
      expect(totals.filter((day) => day.currency === currency && day.captured > 0).length).toBeGreaterThan(
        days / 10,
      );
  }
});

/** The filters by the people who refund in the portal. */
async function listManualQueries(): Promise<string[]> {
  const members = await prisma.member.findMany({ where: { accountId, role: { in: ['owner', 'finance'] } } });
  return members.map(({ userId }) => `by=${userId}`);
}

test('nothing is in the future, except deadlines', async () => {
  const deadlines = [
    'expires_at',
    'capture_before',
    'dispute_due_by',
    'next_attempt_at',
    'promised_at',
    'ends_at',
    'inquire_at',
    'idle_expires_at',
    'next_run_at',
    'free_at',
  ];
  const columns = await prisma.$queryRaw<{ table: string; column: string }[]>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
      join information_schema.columns a on (a.table_schema, a.table_name, a.column_name) = (c.table_schema, c.table_name, 'account_id')
    where c.table_schema = 'public' and c.data_type = 'timestamp with time zone'`;
  expect(columns.length).toBeGreaterThan(20);
  for (const { table, column } of columns.filter((one) => !deadlines.includes(one.column))) {
    const [{ count }] = await prisma.$queryRawUnsafe<[{ count: number }]>(
      `select count(*)::int from ${table} where account_id = $1 and ${column} > now()`,
      accountId,
    );
    expect({ table, column, count }).toEqual({ table, column, count: 0 });
  }
});

test('events reach back a month, and the shop has received and verified each of them', async () => {
  const events = await prisma.webhookEvent.findMany({
    where: { accountId, environment: 'test', createdAt: { lt: new Date(Date.now() - 120_000) } },
    orderBy: { id: 'asc' },
    include: { deliveries: { include: { deliveryAttempts: { orderBy: { id: 'asc' } }, endpoint: true } } },
  });
  const ageDays = (Date.now() - events[0]!.createdAt.getTime()) / 86_400_000;
  expect(ageDays).toBeGreaterThan(28);
  expect(ageDays).toBeLessThan(30);
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(12);
  for (const { type, createdAt, environment, payload, sample, deliveries } of events) {
    expect(deliveries.length).toBe(type.startsWith('refund.') && type !== 'refund.settled' ? 2 : 1);
    for (const { status, deliveryAttempts, endpoint } of deliveries) {
      expect(status).toBe('delivered');
      const { requestHeaders, startedAt } = deliveryAttempts.at(-1)!;
      const body = buildEventMessage({ type, createdAt, environment, payload, sample });
      const verifier = new Webhook(openEndpointSecret(endpoint.id, endpoint.sealed));
      vi.setSystemTime(startedAt);
      expect(() => verifier.verify(body, requestHeaders as Record<string, string>)).not.toThrow();
    }
  }
  vi.useRealTimers();
});

test('the request log has replays and errors, and no card', async () => {
  const requests = await prisma.apiRequest.findMany({ where: { accountId } });
  expect(requests.length).toBeGreaterThan(250);
  expect(new Set(requests.map(({ outcome }) => outcome))).toEqual(
    new Set(['executed', 'replayed', 'conflicted', null]),
  );
  for (const environment of environments)
    expect(
      requests
        .flatMap((request) => (request.environment === environment && request.code ? [request.code] : []))
        .sort(),
    ).toEqual(['external_id_conflict', 'invalid_state']);
  expect(new Set(requests.map(({ operation }) => operation))).toEqual(
    new Set([
      'createToken',
      'createTransaction',
      'operateOnTransaction',
      'createRefund',
      'createPaymentIntent',
      'retrieveTransaction',
    ]),
  );
  expect(
    requests.filter(({ requestBody }) =>
      /\d{13}|@example\.(com|net|org)"/.test(requestBody?.replaceAll(/[a-z]\*\*\*@[a-z.]+/g, '') ?? ''),
    ),
  ).toEqual([]);
});

test("the demo's webhook endpoints follow the installation to another port", async () => {
  const findEndpoints = () =>
    prisma.webhookEndpoint.findMany({ where: { accountId, deletedAt: null }, orderBy: { id: 'asc' } });
  const before = await findEndpoints();
  const urls = before.map(({ url }) => url);
  expect(urls.map((url) => new URL(url).pathname)).toEqual(['/demo/shop/webhooks', '/demo/shop/warehouse']);
  const own = await prisma.webhookEndpoint.create({
    data: { ...before[0]!, id: createId('hook'), url: 'http://localhost:4999/my/webhooks' },
  });
  // Its secret is the first endpoint's, so every later delivery to it would fail.
  onTestFinished(async () => void (await prisma.webhookEndpoint.delete({ where: { id: own.id } })));
  for (const { id, url } of before)
    await prisma.webhookEndpoint.update({
      where: { id },
      data: { url: url.replace(/:\d+/, ':4999'), failingSince: new Date(), failures: 3 },
    });
  await prisma.webhookDelivery.updateMany({
    where: { accountId, status: 'pending' },
    data: { nextAttemptAt: new Date(Date.now() + 3_600_000) },
  });

  const allowPrivate = vi
    .spyOn(endpointUrl, 'isPrivateAddressAllowed')
    .mockImplementation((of) => of === 'test');
  await seedDemo();
  allowPrivate.mockRestore();
  const after = await findEndpoints();
  expect(after.map(({ url, failures, failingSince }) => [url, failures, failingSince])).toEqual([
    ...urls.map((url) => [url, 0, null]),
    [own.url, 0, null],
  ]);
  expect(
    await prisma.webhookDelivery.count({
      where: { accountId, status: 'pending', nextAttemptAt: { gt: new Date() } },
    }),
  ).toBe(0);
  const entries = await prisma.auditEntry.findMany({
    where: { accountId, action: 'webhook_endpoint_edited' },
  });
  // Both can be written in the same millisecond, and their IDs then have no order.
  expect(new Set(entries.map(({ actor, after: values }) => [actor, values]))).toEqual(
    new Set(urls.map((url) => ['system:demo', { url }])),
  );
});

test("a caller's description of yesterday's payment finds it", async () => {
  const { payments } = await searchAll({
    input: 'last four 4242, about 40 dollars, yesterday afternoon',
    clocks: 'merchant',
    now: new Date(),
  });
  expect(payments).toMatchObject({
    payments: expect.arrayContaining([
      expect.objectContaining({
        externalId: expect.stringMatching(/^HT-/),
        merchant: 'Harbour Tea',
        orderAmount: 4_100,
      }),
    ]),
  });
});
