import { beforeAll, expect, test, vi } from 'vitest';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { reconcile } from '~/payments/reconciliation/reconciliation';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { searchAll } from '~/support/search/search';
import { parseSearchQuery } from '~/support/query/query-parser';
import { demoCredentials, seedDemo } from '../../../prisma/seed';
import { acquirer, unknownOutcome } from '../../world/payments/acquirer';

const countOpenDiscrepancies = () => prisma.discrepancy.count({ where: { resolvedAt: null } });
let warnings: unknown[][];
let discrepanciesBefore: number;

beforeAll(async () => {
  await importStatements();
  await reconcile(new AbortController().signal);
  discrepanciesBefore = await countOpenDiscrepancies();

  const authorize = acquirer.authorize;
  const inquiries = vi
    .spyOn(acquirer, 'authorize')
    .mockImplementationOnce(authorize)
    .mockResolvedValueOnce(unknownOutcome);
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  await seedDemo();
  warnings = [...warn.mock.calls];
  inquiries.mockRestore();
  warn.mockRestore();
});

test("an unavailable acquirer makes the demo smaller and doesn't stop the start", async () => {
  expect(warnings).toEqual([[expect.stringContaining('fewer payments'), { cause: 'order-1002' }]]);
  const { clientId } = (await demoCredentials())!;
  const payments = await prisma.transaction.findMany({
    where: { accountId: clientId, environment: 'test' },
    orderBy: { id: 'asc' },
  });
  expect(payments.map(({ externalId, status }) => [externalId, status])).toEqual([
    ['order-1001', 'CAPTURED'],
    ['order-1002', 'PENDING'],
  ]);
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
  await importStatements();
  await reconcile(new AbortController().signal);
  expect(await countOpenDiscrepancies()).toBe(discrepanciesBefore);

  const { clientId } = (await demoCredentials())!;
  const payments = await prisma.transaction.findMany({
    where: { accountId: clientId, environment: 'live' },
    orderBy: { id: 'asc' },
  });
  expect(payments.length).toBeGreaterThan(800);
  expect(Date.now() - payments[0]!.createdAt.getTime()).toBeGreaterThan(360 * 24 * 3600 * 1000);
  const kinds = new Set(payments.map(({ type, status }) => `${type} ${status}`));
  for (const kind of [
    'PAYMENT DECLINED',
    'PAYMENT SETTLED',
    'PAYMENT PARTIAL_CAPTURED',
    'PAYMENT VOIDED',
    'REFUND SETTLED',
  ])
    expect(kinds).toContain(kind);
  const byTime = [...payments].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  expect(byTime.map(({ id }) => id)).toEqual(payments.map(({ id }) => id));
});

test("a caller's description of yesterday's payment finds it", async () => {
  const { payments } = await searchAll({
    criteria: parseSearchQuery('last four 4242, about 40 dollars, yesterday afternoon'),
    clocks: 'merchant',
    now: new Date(),
  });
  expect(payments).toMatchObject({
    payments: expect.arrayContaining([
      expect.objectContaining({ externalId: 'order-2000', merchant: 'Harbour Tea' }),
    ]),
  });
});
