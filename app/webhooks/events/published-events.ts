import { defineStatement, merchantCondition } from '~/platform/database/statement.server';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';

/** For `after`: skips all existing events. */
export const latestEvent = 'latest';

type PublishedEvent = {
  id: string;
  type: string;
  createdAt: Date;
  environment: Environment;
  payload: unknown;
  sample: false;
};

type EventRange = { accountId: string; environment: Environment; after?: string; limit: number };
type Owner = { accountId: string; environment: Environment };

/**
 * An event gets its time before its transaction commits, so a later one can become visible first. Every event before
 * this time is visible: the start of the oldest transaction that is writing, or else of this statement. While processes
 * use two database logins during a rotation, the transactions of the other login are hidden. They count as a minute old, because no transaction takes that long.
 */
const findSettledTime = defineStatement<object, { settled: string }>(
  'find-settled-event-time',
  `select least(now(), min(case when query = '<insufficient privilege>' then now() - interval '1 minute' else xact_start end))::text as settled
  from pg_stat_activity where datname = current_database()
    and (backend_xid is not null or query = '<insufficient privilege>' and application_name like 'tillway %')`,
);

const findEventTime = defineStatement<Owner & { id: string }, { publishedAt: string }>(
  'find-event-time',
  `select published_at::text as "publishedAt" from webhook_events where id = :id and ${merchantCondition}`,
);

const findLatestEvent = defineStatement<Owner & { settled: string }, { id: string }>(
  'find-latest-event',
  `select id from webhook_events where account_id = :accountId and environment = :environment and published_at < :settled::timestamptz and not sample
  order by published_at desc, id desc limit 1`,
);

const findEvents = defineStatement<
  Owner & { settled: string; publishedAt: string; after: string; limit: number },
  PublishedEvent
>(
  'list-published-events',
  `select id, type, created_at as "createdAt", environment, payload, sample from webhook_events
  where account_id = :accountId and environment = :environment and published_at < :settled::timestamptz and not sample
    and (published_at, id) > (:publishedAt::timestamptz, :after) order by published_at, id limit :limit::int`,
);

/**
 * The account's events after a given one, in an order that never changes: a reader who continues after the last one
 * misses none and gets none twice. Test events from the portal belong to one endpoint and aren't included.
 * @returns where to continue; undefined at the start, as long as there are no events
 */
export async function listPublishedEvents({
  after,
  limit,
  ...owner
}: EventRange): Promise<
  { events: PublishedEvent[]; hasMore: boolean; nextAfter: string | undefined } | 'unknown_event'
> {
  // In a statement of its own, because the next one must see everything before it.
  const [{ settled }] = (await findSettledTime({})) as [{ settled: string }];
  if (after === latestEvent) {
    const [latest] = await findLatestEvent({ ...owner, settled });
    return { events: [], hasMore: false, nextAfter: latest?.id };
  }
  const start = after === undefined ? '-infinity' : await findPosition(owner, after);
  if (!start) return 'unknown_event';
  const found = await findEvents({
    ...owner,
    settled,
    publishedAt: start,
    after: after ?? '',
    limit: limit + 1,
  });
  const events = found.slice(0, limit);
  return { events, hasMore: found.length > limit, nextAfter: events.at(-1)?.id ?? after };
}

async function findPosition(owner: Owner, id: string): Promise<string | null> {
  if (!isId('evt', id)) return null;
  const [event] = await findEventTime({ ...owner, id });
  return event?.publishedAt ?? null;
}
