import { prisma, pool } from '~/platform/database/db.server';

/** If a process ends during its turn, another one takes over after this time at the latest. */
const leaseSeconds = 300;

/**
 * Takes the turn of a recurring job, for one of all processes.
 * @returns false when it isn't due
 */
export async function acquireTurn(job: string, everySeconds: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'take-turn',
    text: `insert into job_timers (job, next_run_at, started_at, runs) values ($1, now() + $2 * interval '1 second', now(), 1)
      on conflict (job) do update set next_run_at = excluded.next_run_at, started_at = now(), runs = job_timers.runs + 1
      where job_timers.next_run_at <= now()`,
    values: [job, Math.min(everySeconds, leaseSeconds)],
  });
  return rowCount === 1;
}

/**
 * Records the result of a turn. The next one may start a tenth early, because the timers aren't more precise.
 * Only an error's kind is stored, because its message may quote input.
 */
export async function finishTurn(job: string, everySeconds: number, error?: unknown): Promise<void> {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const failed = error !== undefined;
  await prisma.$executeRaw`
    update job_timers set finished_at = now(), next_run_at = started_at + ${everySeconds} * interval '0.9 second', failures = case when ${failed} then failures + 1 else 0 end,
      last_failed_at = case when ${failed} then now() else last_failed_at end,
      last_error = case when ${failed} then ${[name, code].filter((part) => typeof part === 'string').join(' ')} else last_error end
    where job = ${job}`;
}

/**
 * Deletes the timers of jobs that no process runs anymore after an upgrade, which would be late forever. Those of another
 * version that still runs are never due for long.
 */
export async function deleteFormerTimers(jobs: readonly string[]): Promise<void> {
  await prisma.$executeRaw`
    delete from job_timers where job <> all(${jobs}) and next_run_at < now() - interval '5 minutes'`;
}

/** Every recurring job: its last run, next run, and failures. */
export function listJobTimers() {
  return prisma.jobTimer.findMany({ orderBy: { job: 'asc' } });
}
