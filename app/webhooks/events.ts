import type { Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import type { Prisma } from '~/platform/prisma/client';

type WebhookEvent = { accountId: string; environment: Environment; type: string; transactionId?: string; payload: Prisma.InputJsonObject };

/** Writes an event for the merchant, in the transaction of the change it tells of (decisions: Webhooks). */
export async function tellMerchant(db: Database, event: WebhookEvent): Promise<void> {
  await db.webhookEvent.create({ data: { id: createId('evt'), ...event } });
}
