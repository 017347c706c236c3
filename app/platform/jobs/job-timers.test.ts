import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { acquireTurn, deleteFormerTimers, finishTurn, listJobTimers } from './job-timers.server';

const createJobName = () => `test-${crypto.randomUUID()}`;
const findTimer = (job: string) => prisma.jobTimer.findUniqueOrThrow({ where: { job } });

test('of many processes one gets a run, and the next one when it is due', async () => {
  const job = createJobName();
  const countAcquiredTurns = async () =>
    (await Promise.all(Array.from({ length: 20 }, () => acquireTurn(job, 300)))).filter(Boolean).length;
  expect(await countAcquiredTurns()).toBe(1);
  await finishTurn(job, 300);
  expect(await countAcquiredTurns()).toBe(0);
  const { startedAt, nextRunAt, runs, failures } = await findTimer(job);
  expect(nextRunAt.getTime() - startedAt!.getTime()).toBe(270_000);
  expect({ runs, failures }).toEqual({ runs: 1, failures: 0 });
  await prisma.jobTimer.update({ where: { job }, data: { nextRunAt: new Date(0) } });
  expect(await countAcquiredTurns()).toBe(1);
});

test('the run of a process that died is repeated within five minutes', async () => {
  const job = createJobName();
  await acquireTurn(job, 3600);
  const { startedAt, nextRunAt } = await findTimer(job);
  expect(nextRunAt.getTime() - startedAt!.getTime()).toBe(300_000);
});

test('consecutive failures are counted, by type and without their message', async () => {
  const job = createJobName();
  for (const error of [
    new TypeError('4242424242424242'),
    Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }),
  ]) {
    await acquireTurn(job, 1);
    await finishTurn(job, 1, error);
    await prisma.jobTimer.update({ where: { job }, data: { nextRunAt: new Date(0) } });
  }
  expect(await findTimer(job)).toMatchObject({ failures: 2, lastError: 'Error ECONNREFUSED' });
  await acquireTurn(job, 1);
  await finishTurn(job, 1);
  expect((await listJobTimers()).find((timer) => timer.job === job)).toMatchObject({
    failures: 0,
    lastError: 'Error ECONNREFUSED',
    lastFailedAt: expect.any(Date),
  });
});

test('the timer of a job that no process runs anymore is deleted', async () => {
  const [current, former, other] = [createJobName(), createJobName(), createJobName()];
  const now = Date.now();
  const rows = [
    { job: current, nextRunAt: new Date(now - 360_000) },
    { job: former, nextRunAt: new Date(now - 360_000) },
    { job: other, nextRunAt: new Date(now - 240_000) },
  ];
  await prisma.jobTimer.createMany({ data: rows });
  const existing = (await listJobTimers()).map(({ job }) => job);
  await deleteFormerTimers(existing.filter((job) => job !== former && job !== other));
  const remaining = (await listJobTimers()).map(({ job }) => job);
  expect(existing.filter((job) => !remaining.includes(job))).toEqual([former]);
  await prisma.jobTimer.deleteMany({ where: { job: { in: [current, other] } } });
});
