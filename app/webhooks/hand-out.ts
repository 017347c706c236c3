import { prisma } from '~/platform/db.server';
import { createId } from '~/platform/ids';
import type { Prisma } from '~/platform/prisma/client';
import { keptDays } from './retention';

const batch = 200;

type Event = {
  id: string;
  accountId: string;
  environment: string;
  type: string;
  transactionId: string | null;
};

/**
 * Makes a delivery of each new event for each endpoint that listens for it. Events that another process is handing out are
 * left to it. @returns how many there were; a full batch says that there may be more
 */
export async function handOutEvents(): Promise<{ events: number; full: boolean }> {
  return prisma.$transaction(async (db) => {
    const events = await db.$queryRaw<Event[]>`
      select id, account_id as "accountId", environment, type, transaction_id as "transactionId" from webhook_events
      where fanned_out_at is null order by id limit ${batch} for update skip locked`;
    if (!events.length) return { events: 0, full: false };
    const data = await deliveriesOf(db, events);
    // One that is there already must not hold up all others.
    if (data.length) await db.webhookDelivery.createMany({ data, skipDuplicates: true });
    await db.$executeRaw`update webhook_events set fanned_out_at = now() where id = any(${events.map(({ id }) => id)})`;
    return { events: events.length, full: events.length === batch };
  });
}

async function deliveriesOf(
  db: Prisma.TransactionClient,
  events: readonly Event[],
): Promise<Prisma.WebhookDeliveryCreateManyInput[]> {
  const now = new Date();
  const resumable = new Date(now.getTime() - keptDays * 86_400_000);
  const endpoints = await db.webhookEndpoint.findMany({
    where: {
      accountId: { in: [...new Set(events.map(({ accountId }) => accountId))] },
      deletedAt: null,
      OR: [{ status: 'enabled' }, { disabledAt: { gt: resumable } }],
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
      // What a disabled endpoint misses can be sent when it is enabled again.
      .map(({ id: endpointId, status }) => ({
        eventId,
        eventType,
        endpointId,
        ...event,
        ...(status === 'disabled' && { status: 'dropped', nextAttemptAt: null, finishedAt: now }),
      })),
  );
  // Ids of one millisecond are in no order, but deliveries stand in the log, and are sent, as their events happened.
  const ids = deliveries.map(() => createId('dlv')).sort();
  return deliveries.map((delivery, i) => ({ id: ids[i]!, ...delivery }));
}
