import { pool } from '~/platform/db.server';
import { mostCounted } from './backlog';

export type QueueState = { name: string; waiting: number; active: number; failed: number; oldestSeconds: number };

/**
 * The queues of pg-boss, which puts away what is done after twelve hours: only those rows are looked at, and no count goes past
 * ten thousand. A job that is due later, as after a failed try, is waiting too; its age counts from when it was due.
 */
export async function listQueues(): Promise<QueueState[]> {
  const { rows } = await pool.query<QueueState>(
    `select q.name, waiting.count as waiting, taken.active, taken.failed, greatest(0, floor(coalesce(waiting.age, 0)))::int as "oldestSeconds"
    from pgboss.queue q,
    lateral (select count(*)::int, extract(epoch from now() - min(start_after)) as age from (select start_after from pgboss.job j where j.name = q.name and j.state < 'active' order by start_after limit ${mostCounted}) w) waiting,
    lateral (select (count(*) filter (where state = 'active'))::int as active, (count(*) filter (where state = 'failed'))::int as failed
      from (select state from pgboss.job j where j.name = q.name and j.state in ('active', 'failed') limit ${mostCounted}) t) taken
    where q.name not like '\\_\\_pgboss%' order by q.name`,
  );
  return rows;
}
