import { queryRows } from '~/platform/database/query.server';
import { maximumCounted } from './backlog';

/** `due`: waiting for a worker. `later`: scheduled, next at `nextAt`. */
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
 * The queues of pg-boss, which archives completed jobs after twelve hours. Only current rows are read, and
 * counts stop at ten thousand. A job's age counts from its due time.
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
