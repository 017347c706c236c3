import { createHook } from 'node:async_hooks';
import pg from 'pg';

type RecordedWork = {
  /** Their texts without values, in order. */
  statements: string[];
  /** Passwords hashed or compared with a hash. */
  hashes: number;
};

/** What is done while `run` runs: what takes the same time, in so far as the product decides it, is the same here (threat T7). */
export async function recordWork(action: () => Promise<unknown>): Promise<RecordedWork> {
  const recordedWork: RecordedWork = { statements: [], hashes: 0 };
  // The one library in use that does its work in threads and names it nothing.
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
 * The queue looks for its jobs, and tidies up under a lock of its own, whenever it likes; a job put into it is somebody's
 * work. The rate limits delete what has expired every five minutes.
 */
function isMaintenance(text: string): boolean {
  if (/pg_advisory_xact_lock[^;]*\.pgboss\./.test(text)) return true;
  if (/^delete from "rate_limits" where expire </i.test(text)) return true;
  return /pgboss\.(job|queue|version|schedule)\b/.test(text) && !/insert into/i.test(text);
}
