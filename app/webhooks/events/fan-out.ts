import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import type { Prisma } from '~/platform/prisma/client';
import { webhookRetentionDays } from './event-retention';

const batchSize = 200;

type PendingEvent = {
  id: string;
  accountId: string;
  environment: string;
  type: string;
  transactionId: string | null;
};

/**
 * Creates a delivery of each new event for each subscribed endpoint. Skips events that another process is
 * fanning out.
 * @returns how many events there were. A full batch means that there may be more
 */
export async function fanOutEvents(): Promise<{ events: number; isBatchFull: boolean }> {
  return prisma.$transaction(async (db) => {
    const events = await db.$queryRaw<PendingEvent[]>`
      select id, account_id as "accountId", environment, type, transaction_id as "transactionId" from webhook_events
      where fanned_out_at is null order by id limit ${batchSize} for update skip locked`;
    if (!events.length) return { events: 0, isBatchFull: false };
    const data = await buildDeliveries(db, events);
    // An existing delivery must not block all others.
    if (data.length) await db.webhookDelivery.createMany({ data, skipDuplicates: true });
    await db.$executeRaw`update webhook_events set fanned_out_at = now() where id = any(${events.map(({ id }) => id)})`;
    return { events: events.length, isBatchFull: events.length === batchSize };
  });
}

async function buildDeliveries(
  db: Prisma.TransactionClient,
  events: readonly PendingEvent[],
): Promise<Prisma.WebhookDeliveryCreateManyInput[]> {
  const now = new Date();
  const retentionStart = new Date(now.getTime() - webhookRetentionDays * 86_400_000);
  const endpoints = await db.webhookEndpoint.findMany({
    where: {
      accountId: { in: [...new Set(events.map(({ accountId }) => accountId))] },
      deletedAt: null,
      OR: [{ status: 'enabled' }, { disabledAt: { gt: retentionStart } }],
    },
    orderBy: { id: 'asc' },
    select: { id: true, accountId: true, environment: true, events: true, status: true },
  });
  const deliveries = events.flatMap(({ id: eventId, type: eventType, ...event }) =>
    endpoints
      .filter(
        ({ accountId, environment, events: types }) =>
          accountId === event.accountId &&
          environment === event.environment &&
          (!types.length || types.includes(eventType)),
      )
      // The events that a disabled endpoint misses can be sent after it's enabled.
      .map(({ id: endpointId, status }) => ({
        eventId,
        eventType,
        endpointId,
        ...event,
        ...(status === 'disabled' && { status: 'dropped', nextAttemptAt: null, finishedAt: now }),
      })),
  );
  // IDs of the same millisecond aren't ordered, but deliveries are listed and sent in the order of their
  // events.
  const ids = deliveries.map(() => createId('dlv')).sort();
  return deliveries.map((delivery, i) => ({ id: ids[i]!, ...delivery }));
}
