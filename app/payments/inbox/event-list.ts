import type { AcquirerEvent } from '~/acquirers/acquirer';
import type { AcquirerName } from '~/acquirers/acquirer-names';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { haveSameAccount } from '~/payments/connections/acquirer-accounts';
import { Prisma } from '~/platform/prisma/client';

type EventFilter = {
  connectionId?: string;
  /** Only events that haven't been applied. */
  isUnprocessed?: boolean;
  /** The last sequence of a page. The next one starts below it. */
  before?: string;
  limit?: number;
};

/**
 * An acquirer event for staff. `nextAttemptAt`: null after it was processed, or after the last attempt. `transactionId`: of
 * the operation that its reference names, if the operation was made with a connection to the same account.
 */
export type ListedEvent = {
  sequence: string;
  eventId: string;
  type: string;
  about: AcquirerEvent['about'];
  subject: string;
  reference: string | null;
  details: Record<string, string | number | boolean>;
  occurredAt: Date;
  receivedAt: Date;
  deliveries: number;
  attempts: number;
  nextAttemptAt: Date | null;
  processedAt: Date | null;
  connectionId: string;
  connectionName: string;
  acquirer: AcquirerName;
  environment: Environment;
  transactionId: string | null;
};

/** Acquirer events, newest first. `before`: for the next page, null at the end. */
export async function listAcquirerEvents({
  connectionId,
  isUnprocessed = false,
  before,
  limit = 50,
}: EventFilter = {}): Promise<{ events: ListedEvent[]; before: string | null }> {
  const ofConnection = connectionId ? Prisma.sql`and connection_id = ${connectionId}` : Prisma.empty;
  const belowPosition = before ? Prisma.sql`and sequence < ${before}::bigint` : Prisma.empty;
  const newest = Prisma.sql`${belowPosition} order by sequence desc limit ${limit + 1}`;
  // It reads the newest events of each connection, because those of a quiet one may be older than millions of others.
  const events = isUnprocessed
    ? Prisma.sql`select * from acquirer_events where processed_at is null ${ofConnection} ${newest}`
    : Prisma.sql`select one.* from acquirer_connections c,
        lateral (select * from acquirer_events where connection_id = c.id ${ofConnection} ${newest}) one
        order by sequence desc limit ${limit + 1}`;
  const found = await queryRows<ListedEvent>(Prisma.sql`
    select e.sequence::text, e.event_id as "eventId", e.type, e.about, e.subject, e.reference, e.details,
      e.occurred_at as "occurredAt", e.received_at as "receivedAt", e.deliveries, e.attempts,
      e.next_attempt_at as "nextAttemptAt", e.processed_at as "processedAt",
      c.id as "connectionId", c.name as "connectionName", c.acquirer, c.environment, t.id as "transactionId"
    from (${events}) e join acquirer_connections c on c.id = e.connection_id
      left join operations o on o.id = e.reference
      left join transactions t on t.id = o.transaction_id and exists (
        select from acquirer_connections own where own.id = t.connection_id and ${Prisma.raw(haveSameAccount('own', 'c'))})
    order by e.sequence desc`);
  const page = found.slice(0, limit);
  return { events: page, before: found.length > limit ? page.at(-1)!.sequence : null };
}
