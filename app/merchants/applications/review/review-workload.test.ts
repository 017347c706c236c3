import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApplication, buildReviewer, buildReviewStep } from '../../../../tests/world/applications';
import { snoozeCase } from './assignments';
import { retrieveReviewWorkload } from './review-workload';

test('the workload counts what is due, missed, and unassigned, and who works on it', async () => {
  const before = await retrieveReviewWorkload();
  const mia = await buildReviewer('Mia');
  const promise = (id: string, promisedAt: Date) =>
    prisma.application.update({ where: { id }, data: { promisedAt } });
  const endOfToday = new Date();
  endOfToday.setUTCHours(23, 59, 59, 999);
  const today = await buildApplication('IN_REVIEW', { reviewerId: mia });
  await promise(today.applicationId, endOfToday);
  const late = await buildApplication('SUBMITTED');
  await promise(late.applicationId, new Date(Date.now() - 1_000));
  // Its new date is in the future.
  const extended = await buildApplication('IN_REVIEW', { reviewerId: mia });
  await prisma.applicationEvent.create({
    data: { applicationId: extended.applicationId, type: 'delayed', round: 1, actor: 'system:test' },
  });
  await snoozeCase({
    ...(await buildReviewStep(extended.applicationId, mia)),
    until: new Date(Date.now() + 3_600_000),
    reason: 'Later.',
  });
  const after = await retrieveReviewWorkload();
  expect({
    missed: after.missed - before.missed,
    dueToday: after.dueToday - before.dueToday,
    unassigned: after.unassigned - before.unassigned,
  }).toEqual({ missed: 2, dueToday: 1, unassigned: 1 });
  expect(after.team.find(({ userId }) => userId === mia)).toMatchObject({
    name: 'Mia',
    assigned: 2,
    snoozed: 1,
  });
});

test('the median time is from a submission to its answer', async () => {
  // Long after those of other tests.
  const submittedAt = new Date('2099-01-02T00:00:00Z');
  for (const hours of [1, 5, 30]) {
    const { applicationId } = await buildApplication('SUBMITTED');
    const event = { applicationId, round: 2, actor: 'system:test' };
    const answeredAt = new Date(submittedAt.getTime() + hours * 3_600_000);
    await prisma.applicationEvent.createMany({
      data: [
        { ...event, type: 'submitted', createdAt: submittedAt },
        { ...event, type: 'assigned', createdAt: submittedAt },
        { ...event, type: 'changes_requested', createdAt: answeredAt },
      ],
    });
  }
  expect((await retrieveReviewWorkload(new Date('2099-01-01T00:00:00Z'))).medianHours).toBe(5);
  expect((await retrieveReviewWorkload(submittedAt)).medianHours).toBeNull();
});
