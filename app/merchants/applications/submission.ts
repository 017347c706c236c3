import { listCurrentDocuments } from '~/documents/current-documents';
import { publishEvent } from '~/webhooks/events/events';
import { prisma } from '~/platform/database/db.server';
import type { Prisma } from '~/platform/prisma/client';
import { validateDescription, validateText } from '~/merchants/applications/questions/answer-validation';
import { lockApplication, type Application } from './applications';
import { notifyOwners } from '~/merchants/notifications/owner-notifications';
import { renameAccount } from './account-name';
import { writeApplicationSearchKeys } from './application-search-keys';
import { transitionApplication } from './transitions';
import { calculateReviewDeadline } from '~/merchants/applications/review/review-deadline';
import { sealContents } from '~/merchants/applications/answers/submitted-contents';
import { isEditableState } from './states';
import {
  listReviewItems,
  type ApplicationContents,
  type ReviewItem,
} from '~/merchants/applications/answers/review-items';
import { normalizeText } from '~/merchants/applications/questions/text-input';

type SubmissionInput = { accountId: string; userId: string; address?: string };

/**
 * Submits the application: stores its contents, sets a response date, and notifies the owners. With missing
 * items, nothing happens, and each is reported. `closed`: already submitted or decided.
 * @param submission `message`: to the reviewer who requested changes. `fault`: what's wrong with it.
 */
export async function submitApplication({
  accountId,
  userId,
  address,
  ...submission
}: SubmissionInput & { message?: string }): Promise<
  'submitted' | 'closed' | { missing: ReviewItem[] } | { fault: string }
> {
  const message = normalizeText(submission.message ?? '');
  const fault = validateText(message);
  if (fault) return { fault };
  return prisma.$transaction(async (db) => {
    const application = await lockApplication(db, accountId);
    const contents = { ...application, documents: await listCurrentDocuments(accountId, db) };
    if (!isEditableState(application.state)) return 'closed';
    const missing = listReviewItems(contents).filter(({ fault }) => fault);
    if (missing.length) return { missing };
    return submitContents(db, contents, {
      event: 'submitted',
      userId,
      address,
      ...(application.state === 'CHANGES_REQUESTED' && message && { message }),
    });
  });
}

/** Appeals a rejection, to another reviewer, with a reason. `fault`: what's wrong with the reason. */
export async function appeal({
  accountId,
  userId,
  address,
  ...appealInput
}: SubmissionInput & { message: string }): Promise<'submitted' | 'closed' | { fault: string }> {
  const message = normalizeText(appealInput.message);
  const fault = validateDescription(message);
  if (fault) return { fault };
  return prisma.$transaction(async (db) => {
    const application = await lockApplication(db, accountId);
    return submitContents(
      db,
      { ...application, documents: await listCurrentDocuments(accountId, db) },
      { event: 'appealed', userId, address, message },
    );
  });
}

type SubmissionRequest = {
  event: 'submitted' | 'appealed';
  userId: string;
  address?: string;
  message?: string;
};

async function submitContents(
  db: Prisma.TransactionClient,
  application: Application & ApplicationContents,
  { event, userId, address, message }: SubmissionRequest,
): Promise<'submitted' | 'closed'> {
  const { id, accountId } = application;
  const round = application.round + 1;
  const promisedAt = await calculateReviewDeadline(db);
  const data = {
    round,
    promisedAt,
    submittedAt: new Date(),
    decidedAt: null,
    snoozedUntil: null,
    snoozeReason: null,
    firstApprovalBy: null,
  };
  if (
    (await transitionApplication(db, application, {
      event,
      actor: `portal:${userId}`,
      address,
      message,
      data,
    })) === 'moved_on'
  )
    return 'closed';
  await writeApplicationSearchKeys(db, accountId, application);
  await db.applicationSubmission.create({
    data: {
      applicationId: id,
      round,
      message,
      submittedBy: userId,
      contents: sealContents({ applicationId: id, round }, application),
    },
  });
  // From here on, the account has the business's trading name instead of the registering person's entry.
  await renameAccount(db, {
    accountId,
    name: application.answers.trading_name || application.answers.legal_name!,
    userId,
    address,
  });
  await publishEvent(db, {
    accountId,
    environment: 'test',
    type: 'application.submitted',
    payload: { application_id: id, round },
  });
  await notifyOwners(
    db,
    accountId,
    'application-submitted',
    { promisedAt: promisedAt.toISOString(), appeal: event === 'appealed' },
    '/application',
    userId,
  );
  return 'submitted';
}
