import type { Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import type { Prisma } from '~/platform/prisma/client';
import { expectDeliveries } from './pace';

type WebhookEvent = {
  accountId: string;
  environment: Environment;
  type: string;
  transactionId?: string;
  payload: Prisma.InputJsonObject;
};

/** Writes an event for the merchant, in the transaction of the change it tells of (decisions: Webhooks). */
export async function tellMerchant(db: Database, event: WebhookEvent): Promise<void> {
  await tellMerchants(db, [event]);
}

/** Writes events of one change, or of many like it. */
export async function tellMerchants(db: Database, events: readonly WebhookEvent[]): Promise<void> {
  if (!events.length) return;
  await db.webhookEvent.createMany({ data: events.map((event) => ({ id: createId('evt'), ...event })) });
  expectDeliveries();
}
