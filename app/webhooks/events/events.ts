import type { Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import type { Prisma } from '~/platform/prisma/client';
import type { EventType } from './event-types';
import { wakeDeliveryWorker } from '~/webhooks/deliveries/polling';

type WebhookEvent = {
  accountId: string;
  environment: Environment;
  type: EventType;
  transactionId?: string;
  payload: Prisma.InputJsonObject;
};

/** Publishes an event for the merchant, in the transaction of the change (decisions: Webhooks). */
export async function publishEvent(db: Database, event: WebhookEvent): Promise<void> {
  await publishEvents(db, [event]);
}

/** Publishes the events of one change, or of many similar ones. */
export async function publishEvents(db: Database, events: readonly WebhookEvent[]): Promise<void> {
  if (!events.length) return;
  await db.webhookEvent.createMany({ data: events.map((event) => ({ id: createId('evt'), ...event })) });
  wakeDeliveryWorker();
}
