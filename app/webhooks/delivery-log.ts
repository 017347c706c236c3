import { prisma } from '~/platform/db.server';
import type { EndpointKey } from './endpoint-key';

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const;
type DeliveryStatus = (typeof deliveryStatuses)[number];

const pageLength = 25;

type Filter = { status?: DeliveryStatus; eventType?: string; before?: string };

/** What was sent to an endpoint, newest first, each with its last try. `before` of the next page is null when there is none. */
export async function listDeliveries({
  accountId,
  environment,
  id: endpointId,
  status,
  eventType,
  before,
}: EndpointKey & Filter) {
  const found = await prisma.webhookDelivery.findMany({
    where: { endpointId, accountId, environment, status, eventType, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: pageLength + 1,
    select: {
      id: true,
      eventType: true,
      status: true,
      attempts: true,
      nextAttemptAt: true,
      leasedUntil: true,
      createdAt: true,
      transactionId: true,
      deliveryAttempts: {
        orderBy: { id: 'desc' },
        take: 1,
        select: { status: true, error: true, startedAt: true },
      },
    },
  });
  const deliveries = found.slice(0, pageLength).map(({ deliveryAttempts: [last], ...delivery }) => ({
    ...delivery,
    status: delivery.status as DeliveryStatus,
    last: last ? { status: last.status, fault: last.error, startedAt: last.startedAt } : null,
  }));
  return { deliveries, before: found.length > pageLength ? deliveries.at(-1)!.id : null };
}

/** A delivery may be tried for a long time, and be sent again; the page shows this many tries. */
const shownTries = 50;

/** One delivery with what was sent and answered, newest try first. */
export async function findDelivery({ accountId, environment, id }: EndpointKey) {
  const found = await prisma.webhookDelivery.findFirst({
    where: { id, accountId, environment },
    include: {
      event: {
        select: { id: true, type: true, createdAt: true, environment: true, payload: true, sample: true },
      },
      endpoint: { select: { id: true, url: true, status: true, deletedAt: true } },
      deliveryAttempts: { orderBy: { id: 'desc' }, take: shownTries },
    },
  });
  if (!found) return null;
  const tries = found.deliveryAttempts.map(({ id, error: fault, ...made }) => ({
    ...made,
    fault,
    id: String(id),
    requestHeaders: toHeaders(made.requestHeaders),
    responseHeaders: toHeaders(made.responseHeaders),
  }));
  return {
    ...found,
    status: found.status as DeliveryStatus,
    tries,
    triedNow: found.leasedUntil !== null && found.leasedUntil > new Date(),
  };
}

function toHeaders(value: unknown): [name: string, value: string][] {
  return Object.entries((value ?? {}) as Record<string, string>);
}

const rated = 100;

type EndpointHealth = { endpointId: string; ended: number; arrived: number; lastAt: Date | null };

/** Of each endpoint's last hundred deliveries: how many have ended, how many of those arrived, and when one was sent last. */
export async function readHealth(endpointIds: readonly string[]): Promise<EndpointHealth[]> {
  return prisma.$queryRaw<EndpointHealth[]>`
    select e.id as "endpointId", count(*) filter (where d.status in ('delivered', 'failed'))::int as ended, count(*) filter (where d.status = 'delivered')::int as arrived,
      max(d.finished_at) filter (where d.status = 'delivered') as "lastAt"
    from unnest(${endpointIds}::text[]) as e(id)
    left join lateral (select status, finished_at from webhook_deliveries where endpoint_id = e.id order by id desc limit ${rated}) d on true
    group by e.id`;
}
