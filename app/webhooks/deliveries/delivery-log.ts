import { prisma } from '~/platform/database/db.server';
import { isId } from '~/platform/ids';
import { getMaximumAttempts } from './delivery-attempts';
import type { EndpointKey } from '~/webhooks/endpoints/endpoint-key';

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const;
type DeliveryStatus = (typeof deliveryStatuses)[number];
/** The status, and what a pending delivery waits for: its first attempt, a running attempt, or a retry. */
export type DeliveryState = DeliveryStatus | 'sending' | 'retrying';

/** The state of a delivery now. A resend starts a new series of scheduled attempts. */
export function getDeliveryState({
  status,
  scheduledAttempts,
  leasedUntil,
}: {
  status: string;
  scheduledAttempts: number;
  leasedUntil: Date | null;
}): DeliveryState {
  if (status !== 'pending') return status as DeliveryStatus;
  if (leasedUntil && leasedUntil > new Date()) return 'sending';
  return scheduledAttempts ? 'retrying' : 'pending';
}

const pageLength = 25;

type DeliveryFilter = { status?: DeliveryStatus; eventType?: string; before?: string };

/**
 * Deliveries to an endpoint, newest first, each with its last attempt. `createdAt` is the event's. `before` of the next page
 * is null at the end.
 */
export async function listDeliveries({
  accountId,
  environment,
  id: endpointId,
  status,
  eventType,
  before,
}: EndpointKey & DeliveryFilter) {
  const found = await prisma.webhookDelivery.findMany({
    where: { endpointId, accountId, environment, status, eventType, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: pageLength + 1,
    select: {
      id: true,
      eventType: true,
      status: true,
      scheduledAttempts: true,
      nextAttemptAt: true,
      leasedUntil: true,
      transactionId: true,
      event: { select: { createdAt: true } },
      deliveryAttempts: {
        orderBy: { id: 'desc' },
        take: 1,
        select: { status: true, error: true, startedAt: true },
      },
    },
  });
  const deliveries = found.slice(0, pageLength).map(({ deliveryAttempts: [last], event, ...delivery }) => ({
    ...delivery,
    createdAt: event.createdAt,
    state: getDeliveryState(delivery),
    last: last ? { status: last.status, fault: last.error, startedAt: last.startedAt } : null,
  }));
  return { deliveries, before: found.length > pageLength ? deliveries.at(-1)!.id : null };
}

/**
 * The deliveries with the ID of the event, one for each endpoint that gets it, or the one with its own ID. `createdAt` is the
 * event's.
 */
export async function findDeliveriesById({ accountId, environment, id }: EndpointKey) {
  const found = await prisma.webhookDelivery.findMany({
    where: { ...(isId('evt', id) ? { eventId: id } : { id }), accountId, environment },
    orderBy: { id: 'desc' },
    select: {
      id: true,
      eventType: true,
      event: { select: { createdAt: true } },
      endpoint: { select: { url: true } },
    },
  });
  return found.map(({ event, endpoint, ...delivery }) => ({
    ...delivery,
    createdAt: event.createdAt,
    url: endpoint.url,
  }));
}

/** A delivery can have many attempts and resends. The page shows this many attempts. */
const maximumListedAttempts = 50;

/** A delivery with its requests and responses, newest attempt first. `isQueued`: it's due but waiting for other deliveries. */
export async function findDelivery({ accountId, environment, id }: EndpointKey) {
  // One snapshot, so that its status and its attempts agree while an attempt ends.
  const found = await prisma.$transaction(
    async (db) => {
      const delivery = await db.webhookDelivery.findFirst({
        where: { id, accountId, environment },
        include: {
          event: {
            select: { id: true, type: true, createdAt: true, environment: true, payload: true, sample: true },
          },
        },
      });
      if (!delivery) return null;
      const endpoint = await db.webhookEndpoint.findUniqueOrThrow({
        where: { id: delivery.endpointId, accountId, environment },
        select: { id: true, url: true, status: true, deletedAt: true, failingSince: true },
      });
      const deliveryAttempts = await db.webhookAttempt.findMany({
        where: { deliveryId: id },
        orderBy: { id: 'desc' },
        take: maximumListedAttempts,
      });
      return { ...delivery, endpoint, deliveryAttempts };
    },
    { isolationLevel: 'RepeatableRead' },
  );
  if (!found) return null;
  const deliveryAttempts = found.deliveryAttempts.map(({ id, error: fault, ...attempt }) => ({
    ...attempt,
    fault,
    id: String(id),
    requestHeaders: toHeaders(attempt.requestHeaders),
    responseHeaders: toHeaders(attempt.responseHeaders),
  }));
  const state = getDeliveryState(found);
  const isDue = state !== 'sending' && found.nextAttemptAt !== null && found.nextAttemptAt <= new Date();
  return { ...found, state, isQueued: isDue && (await isEndpointBusy(found.endpoint)), deliveryAttempts };
}

/** Whether as many deliveries to the endpoint are in progress as are sent to it at the same time. */
async function isEndpointBusy({
  id,
  failingSince,
}: {
  id: string;
  failingSince: Date | null;
}): Promise<boolean> {
  const leased = await prisma.webhookDelivery.count({
    where: { endpointId: id, leasedUntil: { gt: new Date() } },
  });
  return leased >= getMaximumAttempts(failingSince !== null);
}

function toHeaders(value: unknown): [name: string, value: string][] {
  return Object.entries((value ?? {}) as Record<string, string>);
}

const healthSampleSize = 100;

export type EndpointHealth = {
  endpointId: string;
  ended: number;
  arrived: number;
  retrying: number;
  dropped: number;
  lastAt: Date | null;
};

/**
 * For each endpoint's last hundred deliveries: how many completed, succeeded, will be retried, or weren't sent, and when the
 * last successful one finished.
 */
export async function readEndpointHealth(endpointIds: readonly string[]): Promise<EndpointHealth[]> {
  return prisma.$queryRaw<EndpointHealth[]>`
    select e.id as "endpointId", count(*) filter (where d.status in ('delivered', 'failed'))::int as ended, count(*) filter (where d.status = 'delivered')::int as arrived,
      count(*) filter (where d.status = 'pending' and d.scheduled_attempts > 0 and coalesce(d.leased_until <= now(), true))::int as retrying,
      count(*) filter (where d.status = 'dropped')::int as dropped,
      max(d.finished_at) filter (where d.status = 'delivered') as "lastAt"
    from unnest(${endpointIds}::text[]) as e(id)
    left join lateral (select status, scheduled_attempts, leased_until, finished_at from webhook_deliveries where endpoint_id = e.id order by id desc limit ${healthSampleSize}) d on true
    group by e.id`;
}
