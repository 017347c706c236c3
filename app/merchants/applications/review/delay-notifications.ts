import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { notifyOwners } from '~/merchants/notifications/owner-notifications';
import { recordApplicationEvent } from '~/merchants/applications/transitions';
import { calculateReviewDeadline } from './review-deadline';

/**
 * Notifies the owners of each overdue application once, and sets the next business day as its response date.
 * Called by a timer.
 */
export async function notifyDelays(): Promise<void> {
  const lateApplications = await prisma.$queryRaw<{ id: string }[]>`
    select id from applications where state in ('SUBMITTED', 'IN_REVIEW') and promised_at < now() order by promised_at limit 100`;
  // A failed notification must not block the others.
  for (const { id } of lateApplications)
    await notifyDelay(id).catch((error: unknown) =>
      log.error('sending a delay notification', error, { applicationId: id }),
    );
}

function notifyDelay(id: string): Promise<void> {
  return prisma.$transaction(async (db) => {
    const [lateApplication] = await db.$queryRaw<{ accountId: string; round: number; promisedAt: Date }[]>`
      select account_id as "accountId", round, promised_at as "promisedAt" from applications
      where id = ${id} and state in ('SUBMITTED', 'IN_REVIEW') and promised_at < now() for update skip locked`;
    if (!lateApplication) return;
    const promisedAt = await calculateReviewDeadline(db, 1);
    await db.application.update({ where: { id }, data: { promisedAt } });
    await recordApplicationEvent(db, {
      applicationId: id,
      type: 'delayed',
      round: lateApplication.round,
      actor: 'system:send-delay-notifications',
    });
    await notifyOwners(db, lateApplication.accountId, 'application-delayed', {
      promisedAt: promisedAt.toISOString(),
      missedAt: lateApplication.promisedAt.toISOString(),
    });
  });
}
