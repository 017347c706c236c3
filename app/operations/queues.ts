import { queryRows } from '~/platform/database/query.server';
import { maximumCounted } from './backlog';

/** `due` waits for its turn now, `later` for its moment, the next of which is `nextAt`. */
export type QueueState = {
  name: string;
  due: number;
  oldestDueSeconds: number;
  later: number;
  nextAt: Date | null;
  active: number;
  failed: number;
};

/**
 * The queues of pg-boss, which puts away what is done after twelve hours: only those rows are looked at, and no count goes past
 * ten thousand. The age of a job counts from when it was due.
 */
export async function listQueues(): Promise<QueueState[]> {
  return queryRows<QueueState>({
    text: `select q.name, due.count as due, greatest(0, floor(coalesce(due.age, 0)))::int as "oldestDueSeconds", later.count as later, later.next as "nextAt", taken.active, taken.failed
    from pgboss.queue q,
    lateral (select count(*)::int, extract(epoch from now() - min(start_after)) as age from (select start_after from pgboss.job j where j.name = q.name and j.state < 'active' and start_after <= now() order by start_after limit ${maximumCounted}) w) due,
    lateral (select count(*)::int, min(start_after) as next from (select start_after from pgboss.job j where j.name = q.name and j.state < 'active' and start_after > now() order by start_after limit ${maximumCounted}) w) later,
    lateral (select (count(*) filter (where state = 'active'))::int as active, (count(*) filter (where state = 'failed'))::int as failed
      from (select state from pgboss.job j where j.name = q.name and j.state in ('active', 'failed') limit ${maximumCounted}) t) taken
    where q.name not like '\\_\\_pgboss%' order by q.name`,
  });
}
