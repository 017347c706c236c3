import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { prisma } from '~/platform/db.server';
import { askBacklog } from './backlog';

test('what waits is counted, with the age of the oldest', async () => {
  const before = await askBacklog();
  const subject = randomUUID();
  await prisma.mail.createMany({
    data: (['queued', 'refused', 'sent'] as const).map((status) => ({
      id: createId('mail'),
      recipient: `${subject}@backlog.test`,
      template: 'password-reset',
      status,
      createdAt: new Date(Date.now() - 3_600_000),
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
  const after = await askBacklog();
  await prisma.discrepancy.deleteMany({ where: { subject: { startsWith: subject } } });
  await prisma.mail.deleteMany({ where: { recipient: `${subject}@backlog.test` } });
  expect(after.mails).toMatchObject({ waiting: before.mails.waiting + 1, refused: before.mails.refused + 1 });
  expect(after.mails.oldestSeconds).toBeGreaterThanOrEqual(3_599);
  expect(after.breaks.open).toBe(before.breaks.open + 1);
  expect(after.unknownOutcomes.waiting).toBe(before.unknownOutcomes.waiting);
});
