import type { AcquirerEvent } from '~/acquirers/acquirer';
import { executeQuery } from '~/platform/database/query.server';
import { prisma } from '~/platform/database/db.server';

// The same event again only counts its arrival.
const insertEvents = `
  insert into acquirer_events (connection_id, event_id, type, about, subject, reference, details, occurred_at)
  select $1, id, min(type), min(about), min(subject), min(reference), coalesce((array_agg(details))[1], '{}'), min("occurredAt")
  from jsonb_to_recordset($2::jsonb) as event (position int, id text, type text, about text, subject text, reference text, details jsonb, "occurredAt" timestamptz)
  group by id order by min(position)
  on conflict (connection_id, event_id) do update set deliveries = acquirer_events.deliveries + 1`;

/** Stores events for processing, in the order in which the acquirer lists them. */
export async function storeAcquirerEvents(
  connectionId: string,
  events: readonly AcquirerEvent[],
): Promise<void> {
  // Most webhooks of some acquirers mean nothing to us, and are accepted without the database.
  if (!events.length) return;
  const rows = events.map((event, position) => ({ ...event, position }));
  await executeQuery({ text: insertEvents, values: [connectionId, JSON.stringify(rows)] });
}

/** Processed events are kept this long, to tell support what an acquirer announced. */
const retentionDays = 90;

export async function deleteOldAcquirerEvents(): Promise<void> {
  const before = new Date(Date.now() - retentionDays * 86_400_000);
  await prisma.acquirerEvent.deleteMany({
    where: { receivedAt: { lt: before }, processedAt: { not: null } },
  });
}
