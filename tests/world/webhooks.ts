import type { EventType } from '~/webhooks/events/event-types';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { deliverWebhooks } from '~/webhooks/deliveries/delivery-worker';
import { checkEndpoint, createEndpoint } from '~/webhooks/endpoints/endpoints';
import type { EndpointKey } from '~/webhooks/endpoints/endpoint-key';
import { publishEvent } from '~/webhooks/events/events';
import type { EndpointNotification, NotifyEndpointOwner } from '~/webhooks/endpoints/endpoint-notifications';
import { buildMerchant, type Merchant } from './merchants';

export type BuiltEndpoint = EndpointKey & { secret: string; by: string; notifyOwner: NotifyEndpointOwner };

const notifyNobody: NotifyEndpointOwner = async () => {};

/** An endpoint in test, of a new merchant unless one is given. */
export async function buildEndpoint(
  url: string,
  { events = [] as string[], merchant }: { events?: string[]; merchant?: Merchant } = {},
): Promise<BuiltEndpoint> {
  const { accountId, ownerId: by } = merchant ?? (await buildMerchant());
  const key: EndpointKey = { accountId, environment: 'test', id: createId('hook') };
  const validation = await checkEndpoint({ url, description: '', events }, 'test');
  if ('errors' in validation) throw new Error(JSON.stringify(validation.errors));
  const createdEndpoint = await createEndpoint({
    ...key,
    accepted: validation.accepted,
    by,
    notifyOwner: notifyNobody,
  });
  if (typeof createdEndpoint === 'string') throw new Error(createdEndpoint);
  return { ...key, ...createdEndpoint, by, notifyOwner: notifyNobody };
}

/**
 * Publishes an event.
 * @returns its ID
 */
export async function publishTestEvent(
  { accountId, environment = 'test' }: { accountId: string; environment?: Environment },
  type: EventType = 'transaction.captured',
): Promise<string> {
  const before = await prisma.webhookEvent.findMany({
    where: { accountId, environment },
    select: { id: true },
  });
  await publishEvent(prisma, {
    accountId,
    environment,
    type,
    payload: { id: createId('trx'), order_amount: 4_250, status: 'CAPTURED' },
  });
  const { id } = await prisma.webhookEvent.findFirstOrThrow({
    where: { accountId, environment, id: { notIn: before.map(({ id }) => id) } },
  });
  return id;
}

/**
 * Fans out and sends everything due, like the timer.
 * @returns the notifications for merchants
 */
export async function deliverDueWebhooks(
  stopping = new AbortController().signal,
): Promise<EndpointNotification[]> {
  const notifications: EndpointNotification[] = [];
  await deliverWebhooks(stopping, async (_, notification) => void notifications.push(notification));
  return notifications;
}

/** Makes all pending attempts of an endpoint due, a minute ago because a machine's clock may be set back. */
export async function makeDeliveriesDue(endpointId: string): Promise<void> {
  await prisma.$executeRaw`update webhook_deliveries set next_attempt_at = now() - interval '1 minute' where endpoint_id = ${endpointId} and status = 'pending'`;
}

export function listEndpointDeliveries(endpointId: string) {
  return prisma.webhookDelivery.findMany({
    where: { endpointId },
    orderBy: { id: 'asc' },
    include: { deliveryAttempts: { orderBy: { id: 'asc' } } },
  });
}

/** One test's pending deliveries aren't sent in the next. */
export async function dropWaitingDeliveries(): Promise<void> {
  await prisma.$executeRaw`update webhook_deliveries set status = 'dropped', next_attempt_at = null, leased_until = null, finished_at = now() where status = 'pending'`;
}
