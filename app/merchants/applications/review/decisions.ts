import type { EventType } from '~/webhooks/events/event-types';
import { config } from '~/platform/config/config.server';
import type { Prisma } from '~/platform/prisma/client';
import { publishEvent } from '~/webhooks/events/events';
import { enableLiveMode } from '~/merchants/accounts/accounts';
import type { Application } from '~/merchants/applications/applications';
import { notifyOwners } from '~/merchants/notifications/owner-notifications';
import { transitionApplication } from '~/merchants/applications/transitions';
import {
  toRequestedChanges,
  isFirstOfTwo,
  retrieveReviewedContents,
  decisionEmails,
  previewDecision,
  findUndecidedItems,
  type Decision,
} from './decision-preview';
import {
  recordInternalEvent,
  toCaseActor,
  withAssignedCase,
  type ReviewActionRejection,
  type CaseAction,
} from './assignments';
import { findScreeningObstacle } from '~/merchants/applications/checks/sanctions-match';
import { findScreening } from '~/merchants/applications/checks/sanctions-screening';
import { findUnopenedItems } from './unopened-items';
import { listReviewItems } from '~/merchants/applications/answers/review-items';

/**
 * A reviewer's decision: the message for the merchant and the preview's version. Without one, nobody has seen
 * a preview.
 */
type DecisionInput = CaseAction & { message: string; previewFingerprint?: string };

/**
 * Returns the application to the merchant with the requested changes. `no_changes_requested`: no item review
 * requests any.
 */
export function requestChanges(
  decisionInput: DecisionInput,
): Promise<'changes_requested' | 'no_changes_requested' | 'unseen' | ReviewActionRejection> {
  return decideCase('changes', decisionInput, async (db, application) => {
    const { contents, itemReviews } = await retrieveReviewedContents(db, application);
    const changes = toRequestedChanges(listReviewItems(contents), itemReviews);
    if (!changes.length) return 'no_changes_requested';
    const transition = await transitionApplication(db, application, {
      event: 'changes_requested',
      ...toCaseActor(decisionInput),
      message: decisionInput.message,
      data: { ...unassignedFields, firstApprovalBy: null },
    });
    if (transition === 'moved_on') return transition;
    await notifyOwners(db, application.accountId, ...decisionEmails.changes(decisionInput.message, changes));
    await publishApplicationEvent(db, application, 'application.changes_requested', {
      changes: changes.map(({ label, reason }) => ({ label, reason })),
    });
    return 'changes_requested';
  });
}

/**
 * Approves the application: the account goes live, gets a live checkout signing secret and, if certified, can
 * send raw card data (spec 1, 8). Where two approvals are required, the first one returns it to the queue for
 * another reviewer. `changes_open`: an item review still requests a change. `undecided`: an item has no
 * review, such as the PCI DSS attestation that raw card data requires. `unopened`: nobody has opened a document or the bank
 * account number, and there is no `unopenedReason`, which the history keeps for colleagues. `not_screened`: it hasn't
 * been compared with the sanctions list yet. `open_matches`: it resembles an entry, which no reviewer has cleared.
 * `account_suspended`: the account couldn't go live.
 */
export function approveApplication(
  decisionInput: DecisionInput & { unopenedReason?: string },
  approvalsNeeded = config.approvalsNeeded,
): Promise<
  | 'approved'
  | 'first_approved'
  | 'changes_open'
  | 'undecided'
  | 'unopened'
  | 'not_screened'
  | 'open_matches'
  | 'account_suspended'
  | 'unseen'
  | ReviewActionRejection
> {
  return decideCase('approve', decisionInput, async (db, application) => {
    const { contents, itemReviews } = await retrieveReviewedContents(db, application);
    if (itemReviews.some(({ result }) => result === 'change')) return 'changes_open';
    if (findUndecidedItems(listReviewItems(contents), itemReviews).length) return 'undecided';
    const obstacle = findScreeningObstacle(await findScreening(application, { db }));
    if (obstacle) return obstacle;
    const isFirst = isFirstOfTwo(application, approvalsNeeded);
    if (!isFirst && (await isSuspended(db, application.accountId))) return 'account_suspended';
    const unopened = await findUnopenedItems(application, contents, db);
    if (unopened.length) {
      const { unopenedReason } = decisionInput;
      if (!unopenedReason) return 'unopened';
      await recordInternalEvent(db, application, {
        ...toCaseActor(decisionInput),
        type: 'approved_unopened',
        message: `Not opened: ${unopened.map(({ label }) => label).join(', ')}.\nReason: ${unopenedReason}`,
      });
    }
    if (isFirst) {
      const transition = await transitionApplication(db, application, {
        event: 'first_approved',
        ...toCaseActor(decisionInput),
        data: { ...unassignedFields, firstApprovalBy: decisionInput.reviewerId },
      });
      return transition === 'moved' ? 'first_approved' : transition;
    }
    const transition = await transitionApplication(db, application, {
      event: 'approved',
      ...toCaseActor(decisionInput),
      message: decisionInput.message,
      data: { ...unassignedFields, rejectedBy: null, decidedAt: new Date() },
    });
    if (transition === 'moved_on') return transition;
    await enableLiveMode(db, {
      accountId: application.accountId,
      pciCertified: contents.answers.card_entry === 'direct',
    });
    await notifyOwners(db, application.accountId, ...decisionEmails.approve(decisionInput.message));
    await publishApplicationEvent(db, application, 'application.approved', {});
    return 'approved';
  });
}

/** Locks the account, so that it can't be suspended while it's approved. */
async function isSuspended(db: Prisma.TransactionClient, accountId: string): Promise<boolean> {
  const [account] = await db.$queryRaw<{ status: string }[]>`
    select status from accounts where id = ${accountId} for update`;
  return account!.status === 'suspended';
}

/** Rejects the application with reasons. The merchant can appeal to another reviewer. */
export function rejectApplication(
  decisionInput: DecisionInput,
): Promise<'rejected' | 'unseen' | ReviewActionRejection> {
  return decideCase('reject', decisionInput, async (db, application) => {
    const { reviewerId, message } = decisionInput;
    const data = {
      ...unassignedFields,
      firstApprovalBy: null,
      rejectedBy: reviewerId,
      decidedAt: new Date(),
    };
    const transition = await transitionApplication(db, application, {
      event: 'rejected',
      ...toCaseActor(decisionInput),
      message,
      data,
    });
    if (transition === 'moved_on') return transition;
    await notifyOwners(db, application.accountId, ...decisionEmails.reject(message));
    await publishApplicationEvent(db, application, 'application.rejected', { text: message });
    return 'rejected';
  });
}

/**
 * `unseen`: the decision differs from the preview that the reviewer has seen, for example because of item
 * reviews in another window.
 */
function decideCase<R>(
  decision: Decision,
  decisionInput: DecisionInput,
  work: (db: Prisma.TransactionClient, application: Application) => Promise<R>,
): Promise<R | 'unseen' | ReviewActionRejection> {
  return withAssignedCase(decisionInput, async (db, application) => {
    if (
      decisionInput.previewFingerprint !== undefined &&
      decisionInput.previewFingerprint !==
        (await previewDecision(application, decision, decisionInput.message, db)).previewFingerprint
    )
      return 'unseen';
    return work(db, application);
  });
}

const unassignedFields = { snoozedUntil: null, snoozeReason: null };

function publishApplicationEvent(
  db: Prisma.TransactionClient,
  { id, accountId, round }: Application,
  type: EventType,
  eventData: Prisma.InputJsonObject,
): Promise<void> {
  return publishEvent(db, {
    accountId,
    environment: 'test',
    type,
    payload: { application_id: id, round, ...eventData },
  });
}
