import { prisma, type Database } from '~/platform/db.server';
import type { Prisma } from '~/platform/prisma/client';
import { findApplication, type Application } from './applications';
import { writeToOwners } from './letters';
import { moveApplication, recordEvent, recordStep } from './moves';

/** A reviewer's step on an application they have seen in this version; `address` is where they sit. */
export type ReviewStep = { applicationId: string; version: number; reviewerId: string; address?: string };

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

async function take(
  step: ReviewStep,
  event: 'claimed' | 'taken_over',
  words?: string,
): Promise<'claimed' | ReviewRefusal> {
  const { applicationId, reviewerId } = step;
  return prisma.$transaction(async (db) => {
    const application = await findApplication({ id: applicationId }, db);
    if (!application) return 'not_found';
    const refusal = await whyNot(db, application, step);
    if (refusal) return refusal;
    if (event === 'taken_over' && application.reviewerId === reviewerId) return 'moved_on';
    const moved = await moveApplication(db, application, {
      event,
      ...by(step),
      data: { reviewerId, claimedAt: new Date(), snoozedUntil: null, snoozeReason: null },
    });
    if (moved === 'moved_on') return 'moved_on';
    if (words)
      await recordEvent(db, {
        applicationId,
        type: 'note',
        round: application.round,
        actor: `staff:${reviewerId}`,
        words,
        internal: true,
      });
    if (!application.claimedAt || application.claimedAt < application.submittedAt!)
      await writeToOwners(db, application.accountId, 'application-claimed', {
        promisedAt: application.promisedAt!.toISOString(),
      });
    return 'claimed';
  });
}

/** Lays it back into the queue, for anybody. Verdicts written so far stay. */
export function releaseReview(step: ReviewStep): Promise<'released' | ReviewRefusal> {
  return onDesk(step, async (db, application) => {
    const moved = await moveApplication(db, application, {
      event: 'released',
      ...by(step),
      data: { snoozedUntil: null, snoozeReason: null },
    });
    return moved === 'moved' ? 'released' : moved;
  });
}

/** Puts it aside until a day, with the reason for colleagues. The promise to the merchant stays as it is. */
export function snoozeReview(
  step: ReviewStep & { until: Date; reason: string },
): Promise<'snoozed' | ReviewRefusal> {
  return onDesk(step, async (db, application) => {
    await db.application.update({
      where: { id: application.id },
      data: { snoozedUntil: step.until, snoozeReason: step.reason },
    });
    await recordInternal(db, application, { ...by(step), type: 'snoozed', words: step.reason });
    return 'snoozed' as const;
  });
}

/** Takes it back up before its day. */
export function wakeReview(step: ReviewStep): Promise<'woken' | ReviewRefusal> {
  return onDesk(step, async (db, application) => {
    await db.application.update({
      where: { id: application.id },
      data: { snoozedUntil: null, snoozeReason: null },
    });
    await recordInternal(db, application, { ...by(step), type: 'woken' });
    return 'woken' as const;
  });
}

/** A note that merchants do not see. Any reviewer may write one, in any state, of what was ever handed in. */
export function addNote({
  applicationId,
  words,
  ...reader
}: Omit<ReviewStep, 'version'> & { words: string }): Promise<'added' | 'not_found' | 'own_account'> {
  return prisma.$transaction(async (db) => {
    const application = await findForStaff(applicationId, reader.reviewerId, db);
    if (!application) return 'not_found';
    if (application === 'own_account') return application;
    await recordInternal(db, application, { ...by(reader), type: 'note', words });
    return 'added';
  });
}

/** Who makes a step, for the history and the audit. */
export function by({ reviewerId, address }: Pick<ReviewStep, 'reviewerId' | 'address'>) {
  return { actor: `staff:${reviewerId}`, address } as const;
}

async function recordInternal(
  db: Database,
  application: Application,
  { address, ...event }: ReturnType<typeof by> & { type: 'snoozed' | 'woken' | 'note'; words?: string },
): Promise<void> {
  const { id: applicationId, round } = application;
  await recordEvent(db, { applicationId, round, ...event, internal: true });
  await recordStep(db, {
    actor: event.actor,
    address,
    action: event.type === 'note' ? 'noted' : event.type,
    application,
  });
}

/** Work on an application that is on the reviewer's own desk, held against others, and as they have seen it. */
export function onDesk<R>(
  { applicationId, version, reviewerId }: ReviewStep,
  work: (db: Prisma.TransactionClient, application: Application) => Promise<R>,
): Promise<R | ReviewRefusal> {
  return prisma.$transaction(async (db) => {
    await db.$queryRaw`select id from applications where id = ${applicationId} for update`;
    const application = await findApplication({ id: applicationId }, db);
    if (!application) return 'not_found';
    const refusal = await whyNot(db, application, { version, reviewerId });
    return refusal ?? (application.reviewerId === reviewerId ? work(db, application) : 'moved_on');
  });
}

async function whyNot(
  db: Database,
  { accountId, version, state, rejectedBy, firstApprovalBy }: Application,
  seen: { version: number; reviewerId: string },
): Promise<ReviewRefusal | null> {
  if (await isOwnAccount(accountId, seen.reviewerId, db)) return 'own_account';
  if (version !== seen.version || state === 'REJECTED') return 'moved_on';
  if (rejectedBy === seen.reviewerId) return 'rejected_before';
  return firstApprovalBy === seen.reviewerId ? 'approved_before' : null;
}

/**
 * The application, for somebody of the staff who does not belong to its account: they would read what colleagues write about
 * them. Null when it was never handed in.
 */
export async function findForStaff(
  applicationId: string,
  readerId: string,
  db: Database = prisma,
): Promise<Application | 'own_account' | null> {
  const application = await findApplication({ id: applicationId }, db);
  if (!application?.round) return null;
  return (await isOwnAccount(application.accountId, readerId, db)) ? 'own_account' : application;
}

/** Whether somebody of the staff works for this merchant too. */
async function isOwnAccount(accountId: string, userId: string, db: Database): Promise<boolean> {
  return (await db.member.findUnique({ where: { accountId_userId: { accountId, userId } } })) !== null;
}
