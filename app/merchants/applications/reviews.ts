import { prisma, type Database } from '~/platform/db.server';
import { findApplication, type Application } from './applications';
import { writeToOwners } from './letters';
import { moveApplication, recordEvent } from './moves';

/** A reviewer's step on an application they have seen in this version. */
export type ReviewStep = { applicationId: string; version: number; reviewerId: string };

/**
 * `moved_on`: somebody else was faster, or it is somewhere else now. `own_account`: nobody decides on an account they belong
 * to. `rejected_before`, `approved_before`: an appeal and a second approval are for somebody else.
 */
export type ReviewRefusal = 'not_found' | 'moved_on' | 'own_account' | 'rejected_before' | 'approved_before';

/** Takes an application on one's desk. The first time, the owners are told that somebody reads it. */
export function claimReview(step: ReviewStep): Promise<'claimed' | ReviewRefusal> {
  return take(step, 'claimed');
}

/** Takes it from the desk of somebody else, who is away. The history says why. */
export function takeOverReview(step: ReviewStep & { reason: string }): Promise<'claimed' | ReviewRefusal> {
  return take(step, 'taken_over', step.reason);
}

async function take({ applicationId, version, reviewerId }: ReviewStep, event: 'claimed' | 'taken_over', words?: string): Promise<'claimed' | ReviewRefusal> {
  return prisma.$transaction(async (db) => {
    const application = await findApplication({ id: applicationId }, db);
    if (!application) return 'not_found';
    const refusal = await whyNot(db, application, reviewerId);
    if (refusal) return refusal;
    if (event === 'taken_over' && application.reviewerId === reviewerId) return 'moved_on';
    const moved = await moveApplication(db, { ...application, version }, { event, actor: `staff:${reviewerId}`, data: { reviewerId, claimedAt: new Date(), snoozedUntil: null, snoozeReason: null } });
    if (moved === 'moved_on') return 'moved_on';
    if (words) await recordEvent(db, { applicationId, type: 'note', round: application.round, actor: `staff:${reviewerId}`, words, internal: true });
    if (!application.claimedAt || application.claimedAt < application.submittedAt!) await writeToOwners(db, application.accountId, 'application-claimed', { promisedAt: application.promisedAt!.toISOString() });
    return 'claimed';
  });
}

/** Lays it back into the queue, for anybody. Verdicts written so far stay. */
export function releaseReview(step: ReviewStep): Promise<'released' | ReviewRefusal> {
  return onDesk(step, async (db, application) => {
    const moved = await moveApplication(db, application, { event: 'released', actor: `staff:${step.reviewerId}`, data: { snoozedUntil: null, snoozeReason: null } });
    return moved === 'moved' ? 'released' : moved;
  });
}

/** Puts it aside until a day, with the reason for colleagues. The promise to the merchant stays as it is. */
export function snoozeReview(step: ReviewStep & { until: Date; reason: string }): Promise<'snoozed' | ReviewRefusal> {
  return onDesk(step, async (db, { id, round }) => {
    await db.application.update({ where: { id }, data: { snoozedUntil: step.until, snoozeReason: step.reason } });
    await recordEvent(db, { applicationId: id, type: 'snoozed', round, actor: `staff:${step.reviewerId}`, words: step.reason, internal: true });
    return 'snoozed' as const;
  });
}

/** A note that merchants do not see. Any reviewer may write one, in any state. */
export async function addNote({ applicationId, reviewerId, words }: { applicationId: string; reviewerId: string; words: string }): Promise<'added' | 'not_found'> {
  const application = await findApplication({ id: applicationId });
  if (!application) return 'not_found';
  await recordEvent(prisma, { applicationId, type: 'note', round: application.round, actor: `staff:${reviewerId}`, words, internal: true });
  return 'added';
}

type Transaction = Parameters<Parameters<typeof prisma.$transaction>[0]>[0];

/** Work on an application that is on the reviewer's own desk, held against others, and as they have seen it. */
export function onDesk<R>({ applicationId, version, reviewerId }: ReviewStep, work: (db: Transaction, application: Application) => Promise<R>): Promise<R | ReviewRefusal> {
  return prisma.$transaction(async (db) => {
    await db.$queryRaw`select id from applications where id = ${applicationId} for update`;
    const application = await findApplication({ id: applicationId }, db);
    if (!application) return 'not_found';
    const refusal = await whyNot(db, application, reviewerId);
    if (refusal) return refusal;
    return application.version === version && application.reviewerId === reviewerId ? work(db, application) : 'moved_on';
  });
}

async function whyNot(db: Database, { accountId, rejectedBy, firstApprovalBy }: Application, reviewerId: string): Promise<ReviewRefusal | null> {
  if (await db.member.findUnique({ where: { accountId_userId: { accountId, userId: reviewerId } } })) return 'own_account';
  if (rejectedBy === reviewerId) return 'rejected_before';
  return firstApprovalBy === reviewerId ? 'approved_before' : null;
}
