import { documentStore } from '~/documents/document-store';
import { checkDocument } from '~/documents/check';
import { beginUpload, finishUpload } from '~/documents/uploads';
import { demoStaff } from '~/identity/demo-staff';
import { hashPassword } from '~/identity/passwords';
import { setUpSecondFactor } from '~/identity/second-factor';
import { showCode } from '~/identity/authenticator';
import { createUser } from '~/identity/users';
import { mayHandIn } from '~/merchants/application-documents';
import { createAccount, openLive } from '~/merchants/accounts';
import { addPerson, saveAnswers } from '~/merchants/applications/answers';
import { retrieveApplication, requireApplication } from '~/merchants/applications/applications';
import { requestChanges } from '~/merchants/applications/decisions';
import { isAsked } from '~/merchants/applications/question';
import { allSteps, personDocument } from '~/merchants/applications/questions';
import { addNote, claimReview } from '~/merchants/applications/reviews';
import { submitApplication, writeSearchKeys } from '~/merchants/applications/submission';
import { saveVerdicts } from '~/merchants/applications/verdicts';
import { createSecret } from '~/merchants/credentials';
import { addRedirectHost } from '~/merchants/redirect-hosts';
import { prisma } from '~/platform/db.server';
import { changesRequested, inReview, live, registered, type Applicant } from './applicants';
import { samplePdf } from './sample-pdf';

type Account = { accountId: string; userId: string };

const day = 24 * 3600 * 1000;

/** Reviewer, support and admin, each with an authenticator app. */
export async function seedStaff(): Promise<void> {
  for (const { name, email, role, password, authenticatorKey } of demoStaff()) {
    const userId = await createUser(prisma, { email, name, passwordHash: await hashPassword(password) });
    await prisma.staffMember.create({ data: { userId, role } });
    // The code before this one, so that the one of now can be used.
    const code = showCode(authenticatorKey, new Date(Date.now() - 30_000));
    await setUpSecondFactor({
      userId,
      actor: `staff:${userId}`,
      secret: authenticatorKey,
      code,
      replaces: false,
    });
  }
}

/** Merchants that wait for an answer, have to change something, or have just registered. They log in with the demo's password. */
export async function seedApplicants(passwordHash: string): Promise<void> {
  await register(registered, passwordHash);
  const { userId: reviewerId } = await prisma.staffMember.findFirstOrThrow({ where: { role: 'reviewer' } });

  const waiting = await apply(inReview, passwordHash);
  await claimReview(await seenBy(reviewerId, waiting));
  await addNote({
    applicationId: (await requireApplication({ accountId: waiting.accountId })).id,
    reviewerId,
    words: 'The extract is from last week. The website has no imprint yet; ask for it before the answer.',
  });

  const back = await apply(changesRequested, passwordHash);
  await claimReview(await seenBy(reviewerId, back));
  const reasons = {
    tax_number: 'This is a VAT number of another business. Please enter your own.',
    'document:proof_of_address:': 'The letter is older than 3 months. Please send one from this quarter.',
  };
  await saveVerdicts(
    await seenBy(reviewerId, back),
    Object.entries(reasons).map(([subject, reason]) => ({ subject, verdict: 'change' as const, reason })),
  );
  await requestChanges({
    ...(await seenBy(reviewerId, back)),
    words: 'Thank you, Alex. Two things are missing for an answer.',
  });
}

/** The merchant that has been live for a year: its application is written as it was then. @returns its live secret's id */
export async function seedLive({ accountId, userId }: Account, now: number): Promise<string> {
  await fillIn(live, { accountId, userId });
  const application = await retrieveApplication(accountId);
  const { id } = application;
  const { userId: reviewerId } = await prisma.staffMember.findFirstOrThrow({ where: { role: 'reviewer' } });
  const at = (daysAgo: number) => new Date(now - daysAgo * day);
  const contents = await prisma.$transaction(async (db) => {
    const { answers, people } = await db.application.findUniqueOrThrow({
      where: { id },
      include: { people: { select: { id: true, answers: true } } },
    });
    const documents = await db.document.findMany({
      where: { accountId, status: 'ready', replacedAt: null },
      select: { id: true, kind: true, subject: true, fileName: true, status: true },
    });
    return { answers, people, documents };
  });
  await prisma.$transaction(async (db) => {
    await db.account.update({ where: { id: accountId }, data: { createdAt: at(380) } });
    await db.applicationSubmission.create({
      data: {
        applicationId: id,
        round: 1,
        contents: contents as object,
        submittedBy: userId,
        createdAt: at(372),
      },
    });
    await db.application.update({
      where: { id },
      data: {
        state: 'APPROVED',
        version: 4,
        round: 1,
        submittedAt: at(372),
        promisedAt: at(370),
        claimedAt: at(371),
        decidedAt: at(370),
        createdAt: at(379),
        updatedAt: at(370),
      },
    });
    const events = [
      { type: 'submitted', actor: `portal:${userId}`, createdAt: at(372) },
      { type: 'claimed', actor: `staff:${reviewerId}`, createdAt: at(371) },
      {
        type: 'approved',
        actor: `staff:${reviewerId}`,
        createdAt: at(370),
        words: 'Welcome, and good luck with the teas.',
      },
    ];
    await db.applicationEvent.createMany({
      data: events.map((event) => ({ applicationId: id, round: 1, ...event })),
    });
    await writeSearchKeys(db, application);
    await openLive(db, { accountId, pciCertified: true });
  });
  await addRedirectHost({ accountId, typed: 'harbour-tea.example', createdBy: userId });
  const { secretId } = await createSecret(prisma, { accountId, environment: 'live', createdBy: userId });
  await prisma.apiSecret.update({ where: { id: secretId }, data: { createdAt: at(369), lastUsedAt: at(0) } });
  return secretId;
}

async function apply(applicant: Applicant, passwordHash: string): Promise<Account> {
  const account = await register(applicant, passwordHash);
  await fillIn(applicant, account);
  const handedIn = await submitApplication(account);
  if (handedIn !== 'submitted')
    throw new Error(`the demo application of ${applicant.name} is not complete: ${JSON.stringify(handedIn)}`);
  return account;
}

async function register(
  { name, owner }: Pick<Applicant, 'name' | 'owner'>,
  passwordHash: string,
): Promise<Account> {
  return prisma.$transaction(async (db) => {
    const userId = await createUser(db, { ...owner, passwordHash });
    const { clientId } = await createAccount(db, { name, ownerId: userId });
    return { accountId: clientId, userId };
  });
}

async function fillIn({ name, answers, people }: Applicant, account: Account): Promise<void> {
  await retrieveApplication(account.accountId);
  await saveAnswers(account, answers);
  for (const person of people) await addPerson(account, person);
  const application = await retrieveApplication(account.accountId);
  const wanted = allSteps.flatMap(({ documents }) =>
    documents
      .filter((document) => isAsked(document, application.answers))
      .map(({ kind, label }) => ({ kind, subject: '', label, about: name })),
  );
  const ids = application.people.map(({ id, answers }) => ({
    kind: personDocument.kind,
    subject: id,
    label: personDocument.label,
    about: answers.person_name ?? '',
  }));
  for (const document of [...wanted, ...ids]) await handIn(account, document);
}

async function handIn(
  { accountId, userId }: Account,
  { kind, subject, label, about }: { kind: string; subject: string; label: string; about: string },
): Promise<void> {
  const bytes = samplePdf([label, about, 'A sample of the demo. It proves nothing.']);
  const begun = await beginUpload({
    accountId,
    kind,
    subject,
    fileName: `${kind.replaceAll('_', '-')}.pdf`,
    contentType: 'application/pdf',
    sizeBytes: bytes.length,
    uploadedBy: userId,
  });
  if (typeof begun === 'string') throw new Error(begun);
  const { storageKey } = await prisma.document.findUniqueOrThrow({ where: { id: begun.documentId } });
  await documentStore.write(storageKey, bytes, 'application/pdf');
  await finishUpload({ accountId, documentId: begun.documentId }, mayHandIn);
  await checkDocument(begun.documentId);
}

async function seenBy(reviewerId: string, { accountId }: Account) {
  const { id, version } = await requireApplication({ accountId });
  return { applicationId: id, version, reviewerId };
}
