import { prisma } from '~/platform/db.server';
import { createId } from '~/platform/ids';

/** Events, and what became of them, can be looked at and sent again for so long. */
export const keptDays = 30;

const batch = 500;

/** Forgets what is older than that, and leaves alone what still waits. Called by a timer. */
export async function deleteOldWebhooks(stopping: AbortSignal): Promise<void> {
  const until = Date.now() - keptDays * 86_400_000;
  while (!stopping.aborted && (await deleteDeliveries(createId('dlv', until))) === batch);
  while (!stopping.aborted && (await deleteEvents(createId('evt', until))) === batch);
}

/** Ids sort by time, so that the oldest are found without an index of their own. */
function deleteDeliveries(before: string): Promise<number> {
  return prisma.$transaction(async (db) => {
    const old = await db.$queryRaw<{ id: string }[]>`
      select id from webhook_deliveries where id < ${before} and status <> 'pending' order by id limit ${batch} for update skip locked`;
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
        and not exists (select from webhook_deliveries d where d.event_id = v.id) order by id limit ${batch} for update skip locked)`;
}
