import { createHook } from 'node:async_hooks';
import pg from 'pg';
import { flushRequests } from '~/api/request-log/request-log';

type RecordedWork = {
  /** Their texts without values, in order. */
  statements: string[];
  /** The number of passwords hashed or verified. */
  hashes: number;
};

/**
 * Records the work of `action`: what takes the same time, as far as the product decides it, is equal here
 * (threat T7).
 */
export async function recordWork(action: () => Promise<unknown>): Promise<RecordedWork> {
  // API requests of earlier tests are recorded in the background.
  await flushRequests();
  const recordedWork: RecordedWork = { statements: [], hashes: 0 };
  // The only library that works in threads without naming them.
  const hook = createHook({
    init: (_, type) => void (type === 'undefined' && recordedWork.hashes++),
  }).enable();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
    if (!isMaintenance(text)) recordedWork.statements.push(text);
    return query.apply(this, args);
  } as never;
  try {
    await action();
  } finally {
    hook.disable();
    pg.Client.prototype.query = query as never;
  }
  return recordedWork;
}

/**
 * The queue polls and cleans up under a lock whenever it likes, but a job that is added is work. The rate
 * limits delete expired entries every five minutes.
 */
function isMaintenance(text: string): boolean {
  if (/pg_advisory_xact_lock[^;]*\.pgboss\./.test(text)) return true;
  if (/^delete from "rate_limits" where expire </i.test(text)) return true;
  return /pgboss\.(job|queue|version|schedule)\b/.test(text) && !/insert into/i.test(text);
}
