import { recordAudit } from '~/audit/audit';
import { databaseNow, prisma } from '~/platform/db.server';
import { createId, isId } from '~/platform/ids';
import { lockEndpoint } from './endpoints';
import type { EndpointKey } from './endpoint-key';
import { type testEventType, type EventType } from './event-types';
import { expectDeliveries } from './pace';
import { samplePayload } from './samples';

/** An event is sent to an endpoint that somebody is building; more at once would only fill its log. */
const waitingAtMost = 20;

type TestEvent = EndpointKey & {
  eventId: string;
  type: EventType | typeof testEventType;
  by: string;
  address?: string;
};

/**
 * Sends a test event, or a sample of what the endpoint listens for, to this endpoint alone; its body says `sample`.
 * @param event its id comes from the form, so that one sent twice sends one. @returns the delivery's id
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
      })) >= waitingAtMost
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
        payload: samplePayload(type, now),
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
  expectDeliveries();
  return sent;
}
