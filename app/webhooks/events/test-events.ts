import { recordAudit } from '~/audit/audit';
import { databaseNow, prisma } from '~/platform/database/db.server';
import { createId, isId } from '~/platform/ids';
import { lockEndpoint } from '~/webhooks/endpoints/endpoints';
import type { EndpointKey } from '~/webhooks/endpoints/endpoint-key';
import { type testEventType, type EventType } from './event-types';
import { wakeDeliveryWorker } from '~/webhooks/deliveries/polling';
import { buildSamplePayload } from './sample-payloads';

/** The maximum of pending test events per endpoint. More would only fill its log. */
const maximumPendingTests = 20;

type TestEvent = EndpointKey & {
  eventId: string;
  type: EventType | typeof testEventType;
  by: string;
  address?: string;
};

/**
 * Sends a test event, or a sample of a subscribed event, to this endpoint only. Its body contains `sample`.
 * @param event its ID comes from the form, so that submitting it twice sends one event
 * @returns the delivery's ID
 */
export async function sendTestEvent({
  eventId,
  type,
  by,
  address,
  ...key
}: TestEvent): Promise<{ deliveryId: string } | 'not_found' | 'disabled' | 'too_many'> {
  if (!isId('evt', eventId)) return 'not_found';
  const { accountId, environment, id: endpointId } = key;
  const sent = await prisma.$transaction(async (db) => {
    const endpoint = await lockEndpoint(db, key);
    if (!endpoint) return 'not_found';
    if (await db.webhookEvent.count({ where: { id: eventId } })) {
      const sent = await db.webhookDelivery.findFirst({
        where: { eventId, endpointId, accountId, environment },
        select: { id: true },
      });
      return sent ? { deliveryId: sent.id } : 'not_found';
    }
    if (endpoint.status === 'disabled') return 'disabled';
    if (
      (await db.webhookDelivery.count({
        where: { endpointId, status: 'pending', event: { sample: true } },
      })) >= maximumPendingTests
    )
      return 'too_many';
    const now = await databaseNow(db);
    const deliveryId = createId('dlv');
    await db.webhookEvent.create({
      data: {
        id: eventId,
        accountId,
        environment,
        type,
        payload: buildSamplePayload(type, now),
        sample: true,
        fannedOutAt: now,
      },
    });
    await db.webhookDelivery.create({
      data: {
        id: deliveryId,
        eventId,
        endpointId,
        accountId,
        environment,
        eventType: type,
        requestedBy: `portal:${by}`,
      },
    });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'webhook_test_sent',
      accountId,
      subject: endpointId,
      details: { environment, type, delivery: deliveryId },
      address,
    });
    return { deliveryId };
  });
  wakeDeliveryWorker();
  return sent;
}
