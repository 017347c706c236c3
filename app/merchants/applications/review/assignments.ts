import type { AuditActor } from '~/audit/audit';
import { findStaffAccess, hasStaffPermission } from '~/identity/staff/staff';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Prisma } from '~/platform/prisma/client';
import { findApplication, requireApplication, type Application } from '~/merchants/applications/applications';
import { notifyOwners } from '~/merchants/notifications/owner-notifications';
import {
  transitionApplication,
  recordApplicationEvent,
  recordApplicationAudit,
} from '~/merchants/applications/transitions';
import { addWorkingDays } from './review-deadline';

/** A reviewer's action on an application version that they have seen. `address`: their IP address. */
export type CaseAction = { applicationId: string; version: number; reviewerId: string; address?: string };

/**
 * `moved_on`: someone else was faster, or its state changed. `own_account`: nobody decides on their own
 * account. `rejected_before`, `approved_before`: another reviewer has to handle an appeal or a second
 * approval.
 */
export type ReviewActionRejection =
  'not_found' | 'moved_on' | 'own_account' | 'rejected_before' | 'approved_before';

/** Claims an application. The first time, the owners are notified that the review has started. */
export function assignCase(action: CaseAction): Promise<'assigned' | ReviewActionRejection> {
  return assign(action, 'assigned');
}

/** Takes over an application from an absent colleague. The history records the reason. */
export function takeOverCase(
  action: CaseAction & { reason: string },
): Promise<'assigned' | ReviewActionRejection> {
  return assign(action, 'reassigned', action.reason);
}

async function assign(
  action: CaseAction,
  event: 'assigned' | 'reassigned',
  note?: string,
): Promise<'assigned' | ReviewActionRejection> {
  const { applicationId, reviewerId } = action;
  return prisma.$transaction(async (db) => {
    const application = await findApplication({ id: applicationId }, db);
    if (!application) return 'not_found';
    const rejection = await findReviewActionRejection(db, application, action);
    if (rejection) return rejection;
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

/** Returns it to the queue. Its item reviews are kept. */
export function releaseCase(action: CaseAction): Promise<'released' | ReviewActionRejection> {
  return withAssignedCase(action, async (db, application) => {
    const transition = await transitionApplication(db, application, {
      event: 'released',
      ...toCaseActor(action),
      data: { snoozedUntil: null, snoozeReason: null },
    });
    return transition === 'moved' ? 'released' : transition;
  });
}

/**
 * Returns the applications of reviewers who left, are on leave, or have another role. Their item reviews are kept. Called by a
 * timer, and after a change of a person's access.
 * @param actor who changed the access of `reviewerId`
 */
export async function releaseUnattendedCases({
  reviewerId,
  actor = 'system:release-cases',
}: { reviewerId?: string; actor?: AuditActor } = {}): Promise<void> {
  const cases = await prisma.application.findMany({
    where: { reviewerId: reviewerId ?? { not: null }, state: 'IN_REVIEW' },
    select: { id: true, reviewerId: true },
  });
  const absentIds = new Set<string>();
  for (const id of new Set(cases.map(({ reviewerId }) => reviewerId!)))
    if (!(await isReviewing(id))) absentIds.add(id);
  for (const { id, reviewerId } of cases.filter(({ reviewerId }) => absentIds.has(reviewerId!)))
    await prisma.$transaction(async (db) => {
      await db.$queryRaw`select id from applications where id = ${id} for update`;
      const application = await requireApplication({ id }, db);
      if (application.reviewerId !== reviewerId) return;
      await transitionApplication(db, application, {
        event: 'released',
        actor,
        data: { snoozedUntil: null, snoozeReason: null },
      });
    });
}

async function isReviewing(userId: string): Promise<boolean> {
  const access = await findStaffAccess(userId);
  return access !== null && !access.onLeaveUntil && hasStaffPermission(access.role, 'applications_review');
}

/**
 * Snoozes it until a day, with a reason for colleagues. A day after the response date needs a message for the owners, who get
 * that day as the new date.
 * @param action `until`: the start of a day in UTC
 * @returns `message_missing`: there is none. `message_unneeded`: it wouldn't be sent, because the day is within the response date
 */
export function snoozeCase(
  action: CaseAction & { until: Date; reason: string; message?: string },
): Promise<'snoozed' | 'message_missing' | 'message_unneeded' | ReviewActionRejection> {
  return withAssignedCase(action, async (db, application) => {
    if (application.promisedAt && action.until > application.promisedAt) {
      if (!action.message) return 'message_missing';
      await postponeResponse(db, application, { ...action, message: action.message });
    } else if (action.message) return 'message_unneeded';
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

async function postponeResponse(
  db: Prisma.TransactionClient,
  { id, accountId, round, promisedAt }: Application,
  { until, message, ...action }: CaseAction & { until: Date; message: string },
): Promise<void> {
  const newDate = addWorkingDays(new Date(until.getTime() - 1), 1);
  await db.application.update({ where: { id }, data: { promisedAt: newDate } });
  const { actor } = toCaseActor(action);
  await recordApplicationEvent(db, { applicationId: id, type: 'postponed', round, actor, message });
  await notifyOwners(db, accountId, 'application-delayed', {
    promisedAt: newDate.toISOString(),
    missedAt: promisedAt!.toISOString(),
    message,
  });
}

/** Ends the snooze early. */
export function unsnoozeCase(action: CaseAction): Promise<'unsnoozed' | ReviewActionRejection> {
  return withAssignedCase(action, async (db, application) => {
    await db.application.update({
      where: { id: application.id },
      data: { snoozedUntil: null, snoozeReason: null },
    });
    await recordInternalEvent(db, application, { ...toCaseActor(action), type: 'unsnoozed' });
    return 'unsnoozed' as const;
  });
}

/** Adds an internal note. Any reviewer can, in every state after the first submission. */
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

/** The actor of an action, for the history and the audit log. */
export function toCaseActor({ reviewerId, address }: Pick<CaseAction, 'reviewerId' | 'address'>) {
  return { actor: `staff:${reviewerId}`, address } as const;
}

/** In the history for colleagues, and in the audit log. */
export async function recordInternalEvent(
  db: Database,
  application: Application,
  {
    address,
    subject,
    ...event
  }: ReturnType<typeof toCaseActor> & {
    type: 'snoozed' | 'unsnoozed' | 'note' | 'approved_unopened' | 'match_cleared';
    message?: string;
    /** What of the application it's about, for the audit log. Absent: the application. */
    subject?: string;
  },
): Promise<void> {
  const { id: applicationId, round } = application;
  await recordApplicationEvent(db, { applicationId, round, ...event, internal: true });
  await recordApplicationAudit(db, {
    actor: event.actor,
    address,
    action: event.type === 'note' ? 'note_added' : event.type,
    subject,
    application,
  });
}

/** Works on the reviewer's own application, locked and in the version that they have seen. */
export function withAssignedCase<R>(
  { applicationId, version, reviewerId }: CaseAction,
  work: (db: Prisma.TransactionClient, application: Application) => Promise<R>,
): Promise<R | ReviewActionRejection> {
  return prisma.$transaction(async (db) => {
    await db.$queryRaw`select id from applications where id = ${applicationId} for update`;
    const application = await findApplication({ id: applicationId }, db);
    if (!application) return 'not_found';
    const rejection = await findReviewActionRejection(db, application, { version, reviewerId });
    return rejection ?? (application.reviewerId === reviewerId ? work(db, application) : 'moved_on');
  });
}

async function findReviewActionRejection(
  db: Database,
  { accountId, version, state, rejectedBy, firstApprovalBy }: Application,
  expected: { version: number; reviewerId: string },
): Promise<ReviewActionRejection | null> {
  if (await isStaffOwnAccount(accountId, expected.reviewerId, db)) return 'own_account';
  if (version !== expected.version || state === 'REJECTED') return 'moved_on';
  if (rejectedBy === expected.reviewerId) return 'rejected_before';
  return firstApprovalBy === expected.reviewerId ? 'approved_before' : null;
}

/**
 * The application for a staff member who isn't a member of its account, who would read internal notes about
 * themselves. Null when it was never submitted.
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

/** Whether a staff member is also a member of this merchant's team. */
async function isStaffOwnAccount(accountId: string, userId: string, db: Database): Promise<boolean> {
  return (await db.member.findUnique({ where: { accountId_userId: { accountId, userId } } })) !== null;
}
