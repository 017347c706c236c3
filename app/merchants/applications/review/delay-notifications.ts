import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { notifyOwners } from '~/merchants/notifications/owner-notifications';
import { recordApplicationEvent } from '~/merchants/applications/transitions';
import { calculateReviewDeadline } from './review-deadline';

/** Tells the owners of each application whose promised date has passed, once, and promises the next working day. Called by a timer. */
export async function notifyDelays(): Promise<void> {
  const lateApplications = await prisma.$queryRaw<{ id: string }[]>`
    select id from applications where state in ('SUBMITTED', 'IN_REVIEW') and promised_at < now() order by promised_at limit 100`;
  // One that cannot be reported must not keep those after it from being reported.
  for (const { id } of lateApplications)
    await notifyDelay(id).catch((error: unknown) =>
      log.error('telling a delay', error, { applicationId: id }),
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
