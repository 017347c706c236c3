import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApplication } from '../../../../tests/world/applications';
import { yesterday } from '../../../../tests/world/payments/elapsed-time';
import { expectConsoleError } from '../../../../tests/setup/errors';
import { listMailsToOwner } from '../../../../tests/world/mails/mails';
import { requireApplication } from '~/merchants/applications/applications';
import { notifyDelays } from './delay-notifications';
import { listApplicationHistory } from '~/merchants/applications/history';
import { ownerPrisma } from '../../../../tests/world/database-owner';

/** An overdue application in this state. */
async function buildLateApplication(state: 'SUBMITTED' | 'IN_REVIEW') {
  const applicant = await buildApplication(state);
  const missedAt = yesterday();
  await prisma.application.update({ where: { id: applicant.applicationId }, data: { promisedAt: missedAt } });
  return { ...applicant, missedAt };
}

const delayMails = async (merchant: { ownerId: string }) =>
  (await listMailsToOwner(merchant)).filter(({ template }) => template === 'application-delayed');

test.each(['SUBMITTED', 'IN_REVIEW'] as const)(
  'a missed deadline is reported once, with a new date, while it is %s',
  async (state) => {
    const { merchant, applicationId, missedAt } = await buildLateApplication(state);
    await notifyDelays();
    await notifyDelays();
    const { promisedAt } = await requireApplication({ id: applicationId });
    expect(promisedAt!.getTime()).toBeGreaterThan(Date.now());
    expect(await delayMails(merchant)).toMatchObject([
      { props: { missedAt: missedAt.toISOString(), promisedAt: promisedAt!.toISOString() } },
    ]);
    expect((await listApplicationHistory({ applicationId, for: 'merchant' }))[0]).toMatchObject({
      type: 'delayed',
      actor: 'Automatic',
    });
  },
);

test("a merchant who can't be notified doesn't block the others", async () => {
  const broken = await buildLateApplication('SUBMITTED');
  await prisma.application.update({
    where: { id: broken.applicationId },
    data: { promisedAt: new Date(Date.now() - 3 * 86_400_000) },
  });
  const { merchant } = await buildLateApplication('SUBMITTED');
  await ownerPrisma.$executeRawUnsafe(
    `alter table application_events add constraint no_such_event check (application_id <> '${broken.applicationId}' or type <> 'delayed')`,
  );
  expectConsoleError();
  try {
    await notifyDelays();
  } finally {
    await ownerPrisma.$executeRawUnsafe('alter table application_events drop constraint no_such_event');
  }
  expect(await delayMails(merchant)).toHaveLength(1);
  expect(await delayMails(broken.merchant)).toEqual([]);
});

test('of several processes at once, one notifies', async () => {
  const { merchant } = await buildLateApplication('SUBMITTED');
  await Promise.all(Array.from({ length: 6 }, () => notifyDelays()));
  expect(await delayMails(merchant)).toHaveLength(1);
});

test("a future deadline isn't mentioned, nor one met by a decision", async () => {
  const waiting = await buildApplication('SUBMITTED');
  const decided = await buildApplication('APPROVED');
  await prisma.application.update({
    where: { id: decided.applicationId },
    data: { promisedAt: yesterday() },
  });
  await notifyDelays();
  for (const { merchant } of [waiting, decided]) expect(await delayMails(merchant)).toEqual([]);
});
