import { listCurrentDocuments } from '~/documents/current-documents';
import { publishEvent } from '~/webhooks/events/events';
import { prisma, type Database } from '~/platform/database/db.server';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { hmacDigest } from '~/platform/secrets/secrets.server';
import type { Prisma } from '~/platform/prisma/client';
import {
  validateDescription,
  validateText,
  normalizeAccountNumber,
} from '~/merchants/applications/questions/answer-validation';
import { lockApplication, type Application } from './applications';
import { notifyOwners } from '~/merchants/notifications/owner-notifications';
import { renameAccount } from './account-name';
import { transitionApplication } from './transitions';
import { calculateReviewDeadline } from '~/merchants/applications/review/review-deadline';
import { isApplicable, type Answers } from '~/merchants/applications/questions/question';
import { allQuestions } from '~/merchants/applications/questions/questions';
import { sealContents } from '~/merchants/applications/answers/submitted-contents';
import { isEditableState } from './states';
import {
  formatPersonName,
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
  await writeSearchKeys(db, application);
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

const hashSearchKey = (text: string) => hmacDigest(requirePersistentKey('application-search'), text);

/** Stores the hashes that find other applications of the same business, bank account, or people. */
export async function writeSearchKeys(
  db: Database,
  { id, answers, people }: Pick<Application, 'id' | 'answers' | 'people'>,
): Promise<void> {
  await db.application.update({ where: { id }, data: toSearchKeys(answers) });
  await db.$executeRaw`
    update application_people set person_key = keyed.key from unnest(${people.map((person) => person.id)}::text[], ${people.map(toPersonKey)}::text[]) as keyed(id, key)
    where application_people.id = keyed.id and application_people.application_id = ${id}`;
}

/**
 * Hashes that are equal for the same number or account, however it was typed. Answers to questions that are
 * no longer asked don't count.
 */
function toSearchKeys(answers: Answers): { registrationKey: string | null; bankKey: string | null } {
  const applicableAnswers = Object.fromEntries(
    allQuestions
      .filter((question) => isApplicable(question, answers))
      .map(({ name }) => [name, answers[name]]),
  );
  const {
    country,
    registration_number: number,
    account_number: account,
    bank_country: bank,
    bank_code: code = '',
  } = applicableAnswers;
  return {
    registrationKey: number ? hashSearchKey(`registration ${country} ${normalizeForSearch(number)}`) : null,
    bankKey: account
      ? hashSearchKey(`bank ${bank} ${normalizeForSearch(code)} ${normalizeAccountNumber(account)}`)
      : null,
  };
}

function toPersonKey(person: ApplicationContents['people'][number]): string {
  return hashSearchKey(
    `person ${normalizeForSearch(formatPersonName(person))} ${person.answers.person_birth_date}`,
  );
}

function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
