import { findUserNames, toColleagueName } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';
import type { Application } from '~/merchants/applications/applications';
import { isFirstOfTwo } from './decision-preview';
import type { ReviewActionRejection } from './assignments';
import type { ApplicationState } from '~/merchants/applications/states';

/** The summary of a case: its status, and the reader's available actions. */
export type CaseSummary = {
  id: string;
  accountId: string;
  version: number;
  name: string;
  state: ApplicationState;
  round: number;
  submittedAt: Date | null;
  promisedAt: Date | null;
  /** A response date in this round was missed. */
  missed: boolean;
  decidedAt: Date | null;
  snoozedUntil: Date | null;
  snoozeReason: string | null;
  isAppeal: boolean;
  mode: string;
  suspended: boolean;
  reviewer: string | null;
  /** It's assigned to this reader. */
  isMine: boolean;
  /** The reviewer who gave the first of two approvals. */
  firstApproval: string | null;
  /** An approval now would need a second one. */
  isFirstOfTwo: boolean;
  /** Why this reader can't claim it. */
  assignmentRejection: Extract<ReviewActionRejection, 'rejected_before' | 'approved_before'> | null;
};

export async function retrieveCaseSummary(application: Application, readerId: string): Promise<CaseSummary> {
  const { reviewerId, firstApprovalBy, rejectedBy } = application;
  const [account, names, missed] = await Promise.all([
    prisma.account.findUniqueOrThrow({ where: { id: application.accountId } }),
    findUserNames([reviewerId, firstApprovalBy]),
    prisma.applicationEvent.count({
      where: { applicationId: application.id, round: application.round, type: 'delayed' },
    }),
  ]);
  const toReviewerName = (id: string | null) => id && toColleagueName(names, id);
  const { id, accountId, version, state, round, submittedAt, promisedAt, decidedAt, snoozeReason } =
    application;
  return {
    id,
    accountId,
    version,
    name: account.name,
    state,
    round,
    submittedAt,
    promisedAt,
    missed: missed > 0,
    decidedAt,
    snoozedUntil:
      application.snoozedUntil && application.snoozedUntil > new Date() ? application.snoozedUntil : null,
    snoozeReason,
    isAppeal: rejectedBy !== null && state !== 'REJECTED',
    mode: account.mode,
    suspended: account.status === 'suspended',
    reviewer: toReviewerName(reviewerId),
    isMine: reviewerId === readerId,
    firstApproval: toReviewerName(firstApprovalBy),
    isFirstOfTwo: isFirstOfTwo(application),
    assignmentRejection:
      rejectedBy === readerId && state !== 'REJECTED'
        ? 'rejected_before'
        : firstApprovalBy === readerId
          ? 'approved_before'
          : null,
  };
}
