import { expect, test, vi } from 'vitest';
import type { AuditAction } from '~/audit/audit';
import { registerOperationMetrics } from '~/operations/operation-metrics';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { renderMetrics } from '~/platform/observability/metrics';
import { recordStaffSearch } from '~/support/access-log';
import { readPage, readVisibleText } from '../../../tests/world/browser';
import { buildStaff } from '../../../tests/world/identity/staff';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildSupportSession } from '../../../tests/world/support-sessions';
import { detectUnusualReading, listUnusualReading } from './unusual-reading';

/** This many views of different payments, some time ago. */
async function viewPayments(
  userId: string,
  count: number,
  { minutesAgo = 0, action = 'staff_viewed_transaction' as AuditAction } = {},
) {
  const createdAt = new Date(Date.now() - minutesAgo * 60_000);
  const subjects = Array.from({ length: count }, () => createId('trx'));
  await prisma.auditEntry.createMany({
    data: subjects.map((subject) => ({ actor: `staff:${userId}`, action, subject, createdAt })),
  });
  return subjects;
}

async function search(userId: string, ...queries: string[]) {
  for (const query of queries) await recordStaffSearch({ userId, query, isLaterPage: false });
}

const find = async (userId: string) =>
  (await listUnusualReading({ days: 7 })).filter((reading) => reading.userId === userId);

test('more than 60 different records within an hour are unusual, and 60 are not', async () => {
  const { userId } = await buildStaff('support');
  await viewPayments(userId, 59);
  const [again] = await viewPayments(userId, 1);
  await prisma.auditEntry.create({
    data: { actor: `staff:${userId}`, action: 'staff_viewed_transaction', subject: again },
  });
  await viewPayments(userId, 10, { minutesAgo: 62 });
  await viewPayments(userId, 10, { action: 'mail_resent' });
  await detectUnusualReading();
  expect(await find(userId)).toEqual([]);
  await viewPayments(userId, 1, { action: 'staff_viewed_payer_payments' });
  await detectUnusualReading();
  expect(await find(userId)).toMatchObject([{ records: 61, search: null, name: 'Mia Example' }]);
});

test('pages of support sessions count, and a payment counts once', async () => {
  const [{ userId }, { accountId }] = [await buildStaff('support'), await buildMerchant()];
  const subjects = await viewPayments(userId, 40);
  const paths = [
    ...subjects.map((id) => `/transactions/${id}`),
    ...Array.from({ length: 20 }, (_, i) => `/page-${i}`),
  ];
  const supportSessionId = await buildSupportSession({ accountId, staffUserId: userId, paths });
  const refused = { supportSessionId, environment: 'test', address: '192.0.2.1', refused: true };
  await prisma.supportSessionPage.create({ data: { ...refused, path: '/settings' } });
  await detectUnusualReading();
  expect(await find(userId)).toEqual([]);
  await prisma.supportSessionPage.create({ data: { ...refused, path: '/payouts', refused: false } });
  await detectUnusualReading();
  expect(await find(userId)).toMatchObject([{ records: 61 }]);
});

test('the fifth search for the same full name within an hour is unusual, whatever else it contains', async () => {
  const { userId } = await buildStaff('support');
  const { userId: busy } = await buildStaff('support');
  await buildMerchant({ name: 'Quiet Lighthouse Books' });
  await search(userId, 'Lena Baker', 'lena baker', 'Lena Baker yesterday', 'Lena Baker 25 EUR', 'Lena Boker');
  await search(busy, ...Array.from({ length: 8 }, (_, i) => `quiet lighthouse order ${i}1`));
  await search(busy, ...Array.from({ length: 8 }, () => 'Lena'));
  await detectUnusualReading();
  expect(await find(userId)).toEqual([]);
  await search(userId, 'Lena Baker, declined');
  await detectUnusualReading();
  expect(await find(userId)).toMatchObject([{ records: null, search: { name: 'lena baker', times: 5 } }]);
  expect(await find(busy)).toEqual([]);
});

test('is recorded once per person and hour, and logged without a name', async () => {
  const { userId } = await buildStaff('support');
  await viewPayments(userId, 61);
  const warn = vi.spyOn(log, 'warn');
  await detectUnusualReading();
  await viewPayments(userId, 5);
  await detectUnusualReading();
  expect(await find(userId)).toHaveLength(1);
  expect(warn.mock.calls).toEqual([['unusual reading by staff', { code: 'many_records' }]]);
  warn.mockRestore();
  const { userId: late } = await buildStaff('support');
  await prisma.auditEntry.create({
    data: {
      actor: 'system:detect-unusual-reading',
      action: 'unusual_reading_detected',
      subject: late,
      details: { records: 61 },
      createdAt: new Date(Date.now() - 62 * 60_000),
    },
  });
  await viewPayments(late, 61);
  await detectUnusualReading();
  expect(await find(late)).toHaveLength(2);
});

test('admins see who, when, and what on the audit log, that it happened on the operations page, and it is a metric', async () => {
  const [admin, sam] = [await buildStaff('admin'), await buildStaff('support', { name: 'Sam Reader' })];
  await viewPayments(sam.userId, 61);
  await search(sam.userId, ...Array.from({ length: 5 }, () => 'Nora Winter'));
  await detectUnusualReading();
  const { html } = await readPage(await admin.open('/staff/audit-log'));
  expect(readVisibleText(html)).toContain(
    'Sam Reader opened 61 records within an hour and searched 5 times for “nora winter” within an hour , until',
  );
  expect(html).toMatch(new RegExp(`href="/staff/audit-log\\?who=${sam.userId}&amp;from=`));
  const operations = readVisibleText((await readPage(await admin.open('/staff/operations'))).html);
  expect(operations).toContain('Unusual reading by staff in the last seven days');
  expect(operations).not.toContain('Sam Reader');
  registerOperationMetrics();
  expect((await renderMetrics()).body).toMatch(/^tillway_unusual_reading [1-9]/m);
});
