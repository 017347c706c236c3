import { documentStore } from '~/documents/document-store';
import { listCurrentDocuments } from '~/documents/current-documents';
import { checkDocument } from '~/documents/document-check';
import { beginUpload, finishUpload } from '~/documents/uploads';
import { listDemoStaff } from '~/identity/staff/demo-staff';
import { hashPassword } from '~/identity/passwords/passwords';
import { setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { generateAuthenticatorCode } from '~/identity/second-factor/authenticator';
import { createUser } from '~/identity/users/users';
import { canUploadApplicationDocument } from '~/merchants/applications/application-documents';
import { createAccount, enableLiveMode } from '~/merchants/accounts/accounts';
import { addPerson, saveAnswers } from '~/merchants/applications/answers/answers';
import { sealContents } from '~/merchants/applications/answers/submitted-contents';
import { retrieveApplication, requireApplication } from '~/merchants/applications/applications';
import { requestChanges } from '~/merchants/applications/review/decisions';
import { isApplicable } from '~/merchants/applications/questions/question';
import { allSteps, personDocument } from '~/merchants/applications/questions/questions';
import { addCaseNote, assignCase, snoozeCase } from '~/merchants/applications/review/assignments';
import { writeApplicationSearchKeys } from '~/merchants/applications/application-search-keys';
import { submitApplication } from '~/merchants/applications/submission';
import { saveItemReviews } from '~/merchants/applications/review/item-reviews';
import { addRedirectHost } from '~/merchants/redirect-hosts/redirect-hosts';
import { prisma } from '~/platform/database/db.server';
import {
  changesRequested,
  inReview,
  live,
  registered,
  snoozed,
  waiting,
  type DemoApplicant,
} from './applicants';
import { samplePdf } from './sample-pdf';

type Account = { accountId: string; userId: string };

const dayMs = 24 * 3600 * 1000;

/** A reviewer, a support agent, and an admin, each with an authenticator app. */
export async function seedStaff(passwordHashes: readonly string[]): Promise<void> {
  for (const [i, { name, email, role, authenticatorKey }] of listDemoStaff().entries()) {
    const userId = await createUser(prisma, { email, name, passwordHash: passwordHashes[i]! });
    await prisma.staffMember.create({ data: { userId, role } });
    // If the database is busy, the code can be too old when it's checked.
    let attempts = 0;
    while ((await setUpDemoFactor(userId, authenticatorKey)) === 'wrong_code')
      if (++attempts === maximumAttempts) throw new Error(`no second factor for ${email}`);
  }
}

const maximumAttempts = 5;

/** In the order of {@link listDemoStaff}. */
export const hashStaffPasswords = (): Promise<string[]> =>
  Promise.all(listDemoStaff().map(({ password }) => hashPassword(password)));

function setUpDemoFactor(userId: string, secret: string) {
  // The previous code, so that the current one can still be used.
  const code = generateAuthenticatorCode(secret, new Date(Date.now() - 30_000));
  return setUpSecondFactor({ userId, actor: `staff:${userId}`, secret, code, replaces: false });
}

/**
 * Merchants that wait for a response, have to change something, or have just registered. They use the demo's
 * password.
 */
export async function seedApplicants(passwordHash: string): Promise<void> {
  await register(registered, passwordHash);
  const { userId: reviewerId } = await prisma.staffMember.findFirstOrThrow({ where: { role: 'reviewer' } });

  const inReviewAccount = await submitDemoApplication(inReview, passwordHash);
  await assignCase(await buildReviewStep(reviewerId, inReviewAccount));
  await addCaseNote({
    applicationId: (await requireApplication({ accountId: inReviewAccount.accountId })).id,
    reviewerId,
    note: 'The extract is from last week. The website has no imprint yet; ask for it before the answer.',
  });

  const changesAccount = await submitDemoApplication(changesRequested, passwordHash);
  await assignCase(await buildReviewStep(reviewerId, changesAccount));
  const reasons = {
    tax_number: 'This is a VAT number of another business. Please enter your own.',
    'document:proof_of_address:': 'The letter is older than 3 months. Please send one from this quarter.',
  };
  await saveItemReviews(
    await buildReviewStep(reviewerId, changesAccount),
    Object.entries(reasons).map(([subject, reason]) => ({ subject, result: 'change' as const, reason })),
  );
  await requestChanges({
    ...(await buildReviewStep(reviewerId, changesAccount)),
    message: 'Thank you, Alex. Two things are missing for an answer.',
  });
  await seedQueue(reviewerId, passwordHash);
}

/** Applications that no reviewer has claimed, and that wait for an answer of a third party. */
async function seedQueue(reviewerId: string, passwordHash: string): Promise<void> {
  await submitDemoApplication(waiting, passwordHash);
  const account = await submitDemoApplication(snoozed, passwordHash);
  await assignCase(await buildReviewStep(reviewerId, account));
  await snoozeCase({
    ...(await buildReviewStep(reviewerId, account)),
    until: new Date(Date.now() + 2 * dayMs),
    reason: 'The bank confirms the account holder by the day after tomorrow.',
  });
}

/** The original application of the merchant that has been live for a year. */
export async function seedLive({ accountId, userId }: Account, now: number): Promise<void> {
  await fillApplication(live, { accountId, userId });
  const application = await retrieveApplication(accountId);
  const { id } = application;
  const { userId: reviewerId } = await prisma.staffMember.findFirstOrThrow({ where: { role: 'reviewer' } });
  const daysBefore = (daysAgo: number) => new Date(now - daysAgo * dayMs);
  const contents = { ...application, documents: await listCurrentDocuments(accountId) };
  // Before the account is live, to avoid a notification.
  await addRedirectHost({ accountId, hostInput: 'harbour-tea.example', createdBy: userId });
  await prisma.$transaction(async (db) => {
    await db.applicationSubmission.create({
      data: {
        applicationId: id,
        round: 1,
        contents: sealContents({ applicationId: id, round: 1 }, contents),
        submittedBy: userId,
        createdAt: daysBefore(372),
      },
    });
    await db.application.update({
      where: { id },
      data: {
        state: 'APPROVED',
        version: 4,
        round: 1,
        submittedAt: daysBefore(372),
        promisedAt: daysBefore(370),
        assignedAt: daysBefore(371),
        decidedAt: daysBefore(370),
        createdAt: daysBefore(379),
        updatedAt: daysBefore(370),
      },
    });
    const events = [
      { type: 'submitted', actor: `portal:${userId}`, createdAt: daysBefore(372) },
      { type: 'assigned', actor: `staff:${reviewerId}`, createdAt: daysBefore(371) },
      {
        type: 'approved',
        actor: `staff:${reviewerId}`,
        createdAt: daysBefore(370),
        message: 'Welcome, and good luck with the teas.',
      },
    ];
    await db.applicationEvent.createMany({
      data: events.map((event) => ({ applicationId: id, round: 1, ...event })),
    });
    await writeApplicationSearchKeys(db, accountId, contents);
    await enableLiveMode(db, { accountId, pciCertified: true });
    await db.account.update({ where: { id: accountId }, data: { pciCertifiedAt: daysBefore(370) } });
  });
}

async function submitDemoApplication(applicant: DemoApplicant, passwordHash: string): Promise<Account> {
  const account = await register(applicant, passwordHash);
  await fillApplication(applicant, account);
  const submission = await submitApplication(account);
  if (submission !== 'submitted')
    throw new Error(
      `the demo application of ${applicant.name} is not complete: ${JSON.stringify(submission)}`,
    );
  return account;
}

async function register(
  { name, owner }: Pick<DemoApplicant, 'name' | 'owner'>,
  passwordHash: string,
): Promise<Account> {
  return prisma.$transaction(async (db) => {
    const userId = await createUser(db, { ...owner, passwordHash });
    const { clientId } = await createAccount(db, { name, ownerId: userId });
    return { accountId: clientId, userId };
  });
}

async function fillApplication({ name, answers, people }: DemoApplicant, account: Account): Promise<void> {
  await retrieveApplication(account.accountId);
  await saveAnswers(account, answers);
  for (const person of people) await addPerson(account, person);
  const application = await retrieveApplication(account.accountId);
  const companyDocuments = allSteps.flatMap(({ documents }) =>
    documents
      .filter((document) => isApplicable(document, application.answers))
      .map(({ kind, label }) => ({ kind, subject: '', label, about: name })),
  );
  const identityDocuments = application.people.map(({ id, answers }) => ({
    kind: personDocument.kind,
    subject: id,
    label: personDocument.label,
    about: answers.person_name ?? '',
  }));
  const documentIds: string[] = [];
  for (const document of [...companyDocuments, ...identityDocuments])
    documentIds.push(await uploadDocument(account, document));
  // Each occupies a processor.
  await Promise.all(documentIds.map((id) => checkDocument(id)));
}

async function uploadDocument(
  { accountId, userId }: Account,
  { kind, subject, label, about }: { kind: string; subject: string; label: string; about: string },
): Promise<string> {
  const bytes = samplePdf([label, about, 'A sample of the demo. It proves nothing.']);
  const upload = await beginUpload({
    accountId,
    kind,
    subject,
    fileName: `${kind.replaceAll('_', '-')}.pdf`,
    contentType: 'application/pdf',
    sizeBytes: bytes.length,
    uploadedBy: userId,
  });
  if (typeof upload === 'string') throw new Error(upload);
  const { storageKey } = await prisma.document.findUniqueOrThrow({ where: { id: upload.documentId } });
  await documentStore.write(storageKey, bytes, 'application/pdf');
  await finishUpload({ accountId, documentId: upload.documentId }, canUploadApplicationDocument);
  return upload.documentId;
}

async function buildReviewStep(reviewerId: string, { accountId }: Account) {
  const { id, version } = await requireApplication({ accountId });
  return { applicationId: id, version, reviewerId };
}
