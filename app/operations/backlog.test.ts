import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { recordAudit } from '~/audit/audit';
import { createId } from '~/platform/ids';
import { prisma } from '~/platform/database/db.server';
import { buildApplication } from '../../tests/world/applications';
import { queryBacklog } from './backlog';

test('pending work is counted, with the age of the oldest', async () => {
  const before = await queryBacklog();
  const subject = randomUUID();
  const hourBefore = (days: number) => new Date(Date.now() - 3_600_000 - days * 86_400_000);
  await prisma.mail.createMany({
    data: (
      [
        ['queued', 0, null],
        ['sent', 0, null],
        ['refused', 0, 0],
        ['refused', 8, 8],
        ['bounced', 8, 0],
        ['undelivered', 31, 1],
        ['undelivered', 15, 8],
      ] as const
    ).map(([status, createdDays, failedDays]) => ({
      id: createId('mail'),
      recipient: `${subject}@backlog.test`,
      template: 'password-reset',
      status,
      createdAt: hourBefore(createdDays),
      failedAt: failedDays === null ? null : hourBefore(failedDays),
    })),
  });
  await prisma.discrepancy.createMany({
    data: [null, new Date()].map((resolvedAt, i) => ({
      environment: 'test',
      kind: 'amount_differs',
      subject: `${subject}-${i}`,
      expected: '1',
      found: '2',
      resolvedAt,
    })),
  });
  await prisma.acquirerEvent.createMany({
    data: [
      { age: 3_660_000, processedAt: null },
      { age: 3_540_000, processedAt: null },
      { age: 3_660_000, processedAt: new Date() },
    ].map(({ age, processedAt }, i) => ({
      ...{
        connectionId: 'con_simulator_test',
        eventId: `${subject}-${i}`,
        type: 'dispute',
        about: 'dispute',
      },
      ...{ subject, occurredAt: new Date(), receivedAt: new Date(Date.now() - age) },
      ...{ nextAttemptAt: null, processedAt },
    })),
  });
  await prisma.document.createMany({
    data: (['uploading', 'checking', 'ready'] as const).map((status) => ({
      ...{ id: createId('doc'), accountId: subject, kind: 'bank_statement', fileName: 'a.pdf', sizeBytes: 1 },
      ...{ contentType: 'application/pdf', storageKey: `${subject}-${status}`, uploadedBy: 'nobody', status },
      createdAt: new Date(Date.now() - 3_600_000),
    })),
  });
  for (let day = 0; day < 2; day++)
    await recordAudit(prisma, {
      actor: 'system:find-lost-audit-logs',
      action: 'audit_log_lost',
      subject: `${subject}-lost`,
    });
  // An entry starts a chain: a process can't insert or delete one.
  await recordAudit(prisma, { actor: 'system:shell', action: 'account_opened', accountId: subject });
  await prisma.auditChain.update({
    where: { accountId: subject },
    data: { error: 'changed', checkedAt: new Date() },
  });
  const after = await queryBacklog();
  await prisma.auditChain.update({ where: { accountId: subject }, data: { error: null } });
  await prisma.document.deleteMany({ where: { accountId: subject } });
  await prisma.acquirerEvent.deleteMany({ where: { subject } });
  await prisma.discrepancy.deleteMany({ where: { subject: { startsWith: subject } } });
  await prisma.mail.deleteMany({ where: { recipient: `${subject}@backlog.test` } });
  expect(after.mails).toMatchObject({ pending: before.mails.pending + 1, failed: before.mails.failed + 3 });
  expect(after.mails.oldestSeconds).toBeGreaterThanOrEqual(3_599);
  expect(after.documents.pending).toBe(before.documents.pending + 1);
  expect(after.documents.oldestSeconds).toBeGreaterThanOrEqual(3_599);
  expect(after.auditLogs.broken).toBe(before.auditLogs.broken + 2);
  expect(after.discrepancies.open).toBe(before.discrepancies.open + 1);
  expect(after.acquirerEvents.overdue).toBe(before.acquirerEvents.overdue + 1);
  expect(after.unknownOutcomes.pending).toBe(before.unknownOutcomes.pending);
});

test('applications that a sanctions list was not compared with are counted in their current round', async () => {
  const before = await queryBacklog(true);
  const checks = [
    { state: 'IN_REVIEW', result: 'unavailable', round: 0 },
    { state: 'IN_REVIEW', result: 'unavailable', round: -1 },
    { state: 'IN_REVIEW', result: 'passed', round: 0 },
    { state: 'APPROVED', result: 'unavailable', round: 0 },
  ] as const;
  for (const { state, result, round } of checks) {
    const { applicationId } = await buildApplication(state);
    const application = await prisma.application.findUniqueOrThrow({ where: { id: applicationId } });
    const key = { applicationId, round: application.round + round, kind: 'sanctions' };
    const check = { result, version: 'list', sealed: '', checkedAt: new Date() };
    await prisma.applicationCheck.upsert({
      where: { applicationId_round_kind: key },
      create: { ...key, ...check },
      update: check,
    });
  }
  const [after, withoutList] = [await queryBacklog(true), await queryBacklog(false)];
  expect(after.applications.unscreened).toBe(before.applications.unscreened + 1);
  expect(withoutList.applications.unscreened).toBe(0);
});
