import { prisma } from '~/platform/db.server';
import { log } from '~/platform/log';
import { writeToOwners } from './letters';
import { recordEvent } from './moves';
import { promiseFromNow } from './promise';

/** Tells the owners of each application whose promised date has passed, once, and promises the next working day. Called by a timer. */
export async function tellDelays(): Promise<void> {
  const late = await prisma.$queryRaw<{ id: string }[]>`
    select id from applications where state in ('SUBMITTED', 'IN_REVIEW') and promised_at < now() order by promised_at limit 100`;
  // One that cannot be told must not keep those after it from being told.
  for (const { id } of late)
    await tellDelay(id).catch((error: unknown) => log.error('telling a delay', error, { applicationId: id }));
}

function tellDelay(id: string): Promise<void> {
  return prisma.$transaction(async (db) => {
    const [still] = await db.$queryRaw<{ accountId: string; round: number; promisedAt: Date }[]>`
      select account_id as "accountId", round, promised_at as "promisedAt" from applications
      where id = ${id} and state in ('SUBMITTED', 'IN_REVIEW') and promised_at < now() for update skip locked`;
    if (!still) return;
    const promisedAt = await promiseFromNow(db, 1);
    await db.application.update({ where: { id }, data: { promisedAt } });
    await recordEvent(db, {
      applicationId: id,
      type: 'delayed',
      round: still.round,
      actor: 'system:tell-delays',
    });
    await writeToOwners(db, still.accountId, 'application-delayed', {
      promisedAt: promisedAt.toISOString(),
      missedAt: still.promisedAt.toISOString(),
    });
  });
}
