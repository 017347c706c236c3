import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';

/** How long events and their deliveries can be viewed and resent. */
export const webhookRetentionDays = 30;

const batchSize = 500;

/** Deletes older events, except pending ones. Called by a timer. */
export async function deleteOldWebhooks(stopping: AbortSignal): Promise<void> {
  const cutoff = Date.now() - webhookRetentionDays * 86_400_000;
  while (!stopping.aborted && (await deleteDeliveries(createId('dlv', cutoff))) === batchSize);
  while (!stopping.aborted && (await deleteEvents(createId('evt', cutoff))) === batchSize);
}

/** IDs sort by time, so the oldest ones are found without an additional index. */
function deleteDeliveries(before: string): Promise<number> {
  return prisma.$transaction(async (db) => {
    const old = await db.$queryRaw<{ id: string }[]>`
      select id from webhook_deliveries where id < ${before} and status <> 'pending' order by id limit ${batchSize} for update skip locked`;
    const ids = old.map(({ id }) => id);
    await db.webhookAttempt.deleteMany({ where: { deliveryId: { in: ids } } });
    await db.webhookDelivery.deleteMany({ where: { id: { in: ids } } });
    return ids.length;
  });
}

function deleteEvents(before: string): Promise<number> {
  return prisma.$executeRaw`
    delete from webhook_events where id in (
      select id from webhook_events v where id < ${before} and fanned_out_at is not null
        and not exists (select from webhook_deliveries d where d.event_id = v.id) order by id limit ${batchSize} for update skip locked)`;
}
