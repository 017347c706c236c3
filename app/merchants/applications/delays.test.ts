import { expect, test } from 'vitest';
import { prisma } from '~/platform/db.server';
import { buildApplication } from '../../../tests/world/applications';
import { yesterday } from '../../../tests/world/clock';
import { expectConsoleError } from '../../../tests/setup/errors';
import { mailsTo } from '../../../tests/world/mails';
import { requireApplication } from './applications';
import { tellDelays } from './delays';
import { listHistory } from './history';

/** An application in this state whose promise is broken. */
async function late(state: 'SUBMITTED' | 'IN_REVIEW') {
  const applicant = await buildApplication(state);
  const missedAt = yesterday();
  await prisma.application.update({ where: { id: applicant.applicationId }, data: { promisedAt: missedAt } });
  return { ...applicant, missedAt };
}

const delaysTold = async (merchant: { ownerId: string }) =>
  (await mailsTo(merchant)).filter(({ template }) => template === 'application-delayed');

test.each(['SUBMITTED', 'IN_REVIEW'] as const)(
  'a broken promise is told once, with a new date, while it is %s',
  async (state) => {
    const { merchant, applicationId, missedAt } = await late(state);
    await tellDelays();
    await tellDelays();
    const { promisedAt } = await requireApplication({ id: applicationId });
    expect(promisedAt!.getTime()).toBeGreaterThan(Date.now());
    expect(await delaysTold(merchant)).toMatchObject([
      { props: { missedAt: missedAt.toISOString(), promisedAt: promisedAt!.toISOString() } },
    ]);
    expect((await listHistory({ applicationId, for: 'merchant' }))[0]).toMatchObject({
      type: 'delayed',
      actor: 'Automatic',
    });
  },
);

test('one that cannot be told keeps nobody else from being told', async () => {
  const broken = await late('SUBMITTED');
  await prisma.application.update({
    where: { id: broken.applicationId },
    data: { promisedAt: new Date(Date.now() - 3 * 86_400_000) },
  });
  const { merchant } = await late('SUBMITTED');
  await prisma.$executeRawUnsafe(
    `alter table application_events add constraint no_such_event check (application_id <> '${broken.applicationId}' or type <> 'delayed')`,
  );
  expectConsoleError();
  try {
    await tellDelays();
  } finally {
    await prisma.$executeRawUnsafe('alter table application_events drop constraint no_such_event');
  }
  expect(await delaysTold(merchant)).toHaveLength(1);
  expect(await delaysTold(broken.merchant)).toEqual([]);
});

test('of several that look at once, one tells it', async () => {
  const { merchant } = await late('SUBMITTED');
  await Promise.all(Array.from({ length: 6 }, () => tellDelays()));
  expect(await delaysTold(merchant)).toHaveLength(1);
});

test('a promise that stands is not mentioned, nor is one that a decision has kept', async () => {
  const waiting = await buildApplication('SUBMITTED');
  const decided = await buildApplication('APPROVED');
  await prisma.application.update({
    where: { id: decided.applicationId },
    data: { promisedAt: yesterday() },
  });
  await tellDelays();
  for (const { merchant } of [waiting, decided]) expect(await delaysTold(merchant)).toEqual([]);
});
