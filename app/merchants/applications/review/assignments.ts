import { prisma, type Database } from '~/platform/database/db.server';
import type { Prisma } from '~/platform/prisma/client';
import { findApplication, type Application } from '~/merchants/applications/applications';
import { notifyOwners } from '~/merchants/notifications/owner-notifications';
import {
  transitionApplication,
  recordApplicationEvent,
  recordApplicationAudit,
} from '~/merchants/applications/transitions';

/** A reviewer's step on an application they have seen in this version; `address` is where they sit. */
export type CaseAction = { applicationId: string; version: number; reviewerId: string; address?: string };

/**
 * `moved_on`: somebody else was faster, or it is somewhere else now. `own_account`: nobody decides on an account they belong
 * to. `rejected_before`, `approved_before`: an appeal and a second approval are for somebody else.
 */
export type ReviewRefusal = 'not_found' | 'moved_on' | 'own_account' | 'rejected_before' | 'approved_before';

/** Takes an application on one's desk. The first time, the owners are notified that somebody reads it. */
export function assignCase(action: CaseAction): Promise<'assigned' | ReviewRefusal> {
  return assign(action, 'assigned');
}

/** Takes it from the desk of somebody else, who is away. The history says why. */
export function takeOverCase(action: CaseAction & { reason: string }): Promise<'assigned' | ReviewRefusal> {
  return assign(action, 'reassigned', action.reason);
}

async function assign(
  action: CaseAction,
  event: 'assigned' | 'reassigned',
  note?: string,
): Promise<'assigned' | ReviewRefusal> {
  const { applicationId, reviewerId } = action;
  return prisma.$transaction(async (db) => {
    const application = await findApplication({ id: applicationId }, db);
    if (!application) return 'not_found';
    const refusal = await findReviewRefusal(db, application, action);
    if (refusal) return refusal;
    if (event === 'reassigned' && application.reviewerId === reviewerId) return 'moved_on';
    const transition = await transitionApplication(db, application, {
      event,
      ...toCaseActor(action),
      data: { reviewerId, assignedAt: new Date(), snoozedUntil: null, snoozeReason: null },
    });
    if (transition === 'moved_on') return 'moved_on';
    if (note)
      await recordApplicationEvent(db, {
        applicationId,
        type: 'note',
        round: application.round,
        actor: `staff:${reviewerId}`,
        message: note,
        internal: true,
      });
    if (!application.assignedAt || application.assignedAt < application.submittedAt!)
      await notifyOwners(db, application.accountId, 'application-assigned', {
        promisedAt: application.promisedAt!.toISOString(),
      });
    return 'assigned';
  });
}

/** Lays it back into the queue, for anybody. Item reviews written so far stay. */
export function releaseCase(action: CaseAction): Promise<'released' | ReviewRefusal> {
  return withAssignedCase(action, async (db, application) => {
    const transition = await transitionApplication(db, application, {
      event: 'released',
      ...toCaseActor(action),
      data: { snoozedUntil: null, snoozeReason: null },
    });
    return transition === 'moved' ? 'released' : transition;
  });
}

/** Puts it aside until a day, with the reason for colleagues. The promise to the merchant stays as it is. */
export function snoozeCase(
  action: CaseAction & { until: Date; reason: string },
): Promise<'snoozed' | ReviewRefusal> {
  return withAssignedCase(action, async (db, application) => {
    await db.application.update({
      where: { id: application.id },
      data: { snoozedUntil: action.until, snoozeReason: action.reason },
    });
    await recordInternalEvent(db, application, {
      ...toCaseActor(action),
      type: 'snoozed',
      message: action.reason,
    });
    return 'snoozed' as const;
  });
}

/** Takes it back up before its day. */
export function unsnoozeCase(action: CaseAction): Promise<'unsnoozed' | ReviewRefusal> {
  return withAssignedCase(action, async (db, application) => {
    await db.application.update({
      where: { id: application.id },
      data: { snoozedUntil: null, snoozeReason: null },
    });
    await recordInternalEvent(db, application, { ...toCaseActor(action), type: 'unsnoozed' });
    return 'unsnoozed' as const;
  });
}

/** A note that merchants do not see. Any reviewer may write one, in any state, of what was ever handed in. */
export function addCaseNote({
  applicationId,
  note,
  ...reader
}: Omit<CaseAction, 'version'> & { note: string }): Promise<'added' | 'not_found' | 'own_account'> {
  return prisma.$transaction(async (db) => {
    const application = await findCaseForStaff(applicationId, reader.reviewerId, db);
    if (!application) return 'not_found';
    if (application === 'own_account') return application;
    await recordInternalEvent(db, application, { ...toCaseActor(reader), type: 'note', message: note });
    return 'added';
  });
}

/** Who makes a step, for the history and the audit. */
export function toCaseActor({ reviewerId, address }: Pick<CaseAction, 'reviewerId' | 'address'>) {
  return { actor: `staff:${reviewerId}`, address } as const;
}

async function recordInternalEvent(
  db: Database,
  application: Application,
  {
    address,
    ...event
  }: ReturnType<typeof toCaseActor> & { type: 'snoozed' | 'unsnoozed' | 'note'; message?: string },
): Promise<void> {
  const { id: applicationId, round } = application;
  await recordApplicationEvent(db, { applicationId, round, ...event, internal: true });
  await recordApplicationAudit(db, {
    actor: event.actor,
    address,
    action: event.type === 'note' ? 'note_added' : event.type,
    application,
  });
}

/** Work on an application that is on the reviewer's own desk, held against others, and as they have seen it. */
export function withAssignedCase<R>(
  { applicationId, version, reviewerId }: CaseAction,
  work: (db: Prisma.TransactionClient, application: Application) => Promise<R>,
): Promise<R | ReviewRefusal> {
  return prisma.$transaction(async (db) => {
    await db.$queryRaw`select id from applications where id = ${applicationId} for update`;
    const application = await findApplication({ id: applicationId }, db);
    if (!application) return 'not_found';
    const refusal = await findReviewRefusal(db, application, { version, reviewerId });
    return refusal ?? (application.reviewerId === reviewerId ? work(db, application) : 'moved_on');
  });
}

async function findReviewRefusal(
  db: Database,
  { accountId, version, state, rejectedBy, firstApprovalBy }: Application,
  expected: { version: number; reviewerId: string },
): Promise<ReviewRefusal | null> {
  if (await isStaffOwnAccount(accountId, expected.reviewerId, db)) return 'own_account';
  if (version !== expected.version || state === 'REJECTED') return 'moved_on';
  if (rejectedBy === expected.reviewerId) return 'rejected_before';
  return firstApprovalBy === expected.reviewerId ? 'approved_before' : null;
}

/**
 * The application, for somebody of the staff who does not belong to its account: they would read what colleagues write about
 * them. Null when it was never handed in.
 */
export async function findCaseForStaff(
  applicationId: string,
  readerId: string,
  db: Database = prisma,
): Promise<Application | 'own_account' | null> {
  const application = await findApplication({ id: applicationId }, db);
  if (!application?.round) return null;
  return (await isStaffOwnAccount(application.accountId, readerId, db)) ? 'own_account' : application;
}

/** Whether somebody of the staff works for this merchant too. */
async function isStaffOwnAccount(accountId: string, userId: string, db: Database): Promise<boolean> {
  return (await db.member.findUnique({ where: { accountId_userId: { accountId, userId } } })) !== null;
}
