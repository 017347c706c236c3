import { composeIBAN } from 'ibantools';
import { documentStore } from '~/documents/document-store';
import { sha256 } from '~/documents/documents';
import {
  findApplication,
  requireApplication,
  retrieveApplication,
  type Application,
} from '~/merchants/applications/applications';
import { addPerson, saveAnswers } from '~/merchants/applications/answers/answers';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import {
  approveApplication,
  rejectApplication,
  requestChanges,
} from '~/merchants/applications/review/decisions';
import { isApplicable } from '~/merchants/applications/questions/question';
import { allSteps, personDocument } from '~/merchants/applications/questions/questions';
import { assignCase, type CaseAction } from '~/merchants/applications/review/assignments';
import { accessDocument, revealBankAccount } from '~/merchants/applications/review/document-views';
import type { ApplicationState } from '~/merchants/applications/states';
import { submitApplication } from '~/merchants/applications/submission';
import { listReviewItems } from '~/merchants/applications/answers/review-items';
import { saveItemReviews } from '~/merchants/applications/review/item-reviews';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildMerchant, type Merchant } from './merchants';

export type TestApplicant = { merchant: Merchant; applicationId: string };

type Input = {
  merchant?: Merchant;
  /** Overrides of the default answers. */
  answers?: Readonly<Record<string, string>>;
  people?: readonly Readonly<Record<string, string>>[];
  /** The reviewer, in states that have one. */
  reviewerId?: string;
};

const randomDigits = (count: number) =>
  Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');
const name = () =>
  Array.from({ length: 12 }, () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(Math.random() * 26)]).join('');

/** A company's complete answers. Nothing by which businesses are identified is another company's. */
export function companyAnswers(): Record<string, string> {
  const domain = `${name()}.example`;
  return {
    business_form: 'company',
    legal_name: 'Harbour Tea GmbH',
    registration_number: `HRB ${randomDigits(12)}`,
    tax_number: `DE${randomDigits(9)}`,
    country: 'DE',
    address_line: `Am Hafen ${randomDigits(6)}`,
    postal_code: '20457',
    city: 'Hamburg',
    contact_name: 'Robin Harbour',
    contact_email: `robin@${domain}`,
    contact_phone: `+49 40 ${randomDigits(7)}`,
    website: `https://${domain}`,
    what_is_sold: 'Loose tea and tea ware, sent by mail within two days.',
    currency: 'EUR',
    monthly_volume: '20000',
    average_amount: '45.50',
    card_entry: 'checkout',
    bank_country: 'DE',
    account_holder: 'Harbour Tea GmbH',
    account_number: composeIBAN({ countryCode: 'DE', bban: randomDigits(18) })!,
  };
}

/** The sole owner and director of a company. */
export function soleOwner(): Record<string, string> {
  return {
    person_name: `Robin ${name()}`,
    person_role: 'both',
    person_share: '100',
    person_birth_date: '1984-05-17',
    person_country: 'DE',
  };
}

/** A reviewer without a login. */
export async function buildReviewer(reviewer = 'Mia Reviewer'): Promise<string> {
  const id = createId('usr');
  await prisma.user.create({
    data: {
      id,
      email: `${id}@staff.test`,
      name: reviewer,
      passwordHash: 'none',
      staff: { create: { role: 'reviewer' } },
    },
  });
  return id;
}

/** A merchant's complete application with checked documents, brought into a state by people's actions. */
export async function buildApplication(
  state: ApplicationState = 'DRAFT',
  input: Input = {},
): Promise<TestApplicant> {
  const merchant = input.merchant ?? (await buildMerchant());
  const { id: applicationId } = await fillApplication(merchant, input);
  const { accountId, ownerId: userId } = merchant;
  if (state !== 'DRAFT') expectOutcome(await submitApplication({ accountId, userId }), 'submitted');
  if (state !== 'DRAFT' && state !== 'SUBMITTED') {
    const reviewerId = input.reviewerId ?? (await buildReviewer());
    expectOutcome(await assignCase(await buildReviewStep(applicationId, reviewerId)), 'assigned');
    await decide(state, await buildReviewStep(applicationId, reviewerId));
  }
  return { merchant, applicationId };
}

/** The application's current version for a reviewer. */
export async function buildReviewStep(applicationId: string, reviewerId: string): Promise<CaseAction> {
  const { version } = await requireApplication({ id: applicationId });
  return { applicationId, version, reviewerId, address: '192.0.2.7' };
}

/** Opens the documents and the bank account number of the last submission. */
export async function openAll({ applicationId, reviewerId: readerId }: CaseAction): Promise<void> {
  const application = await requireApplication({ id: applicationId });
  const contents = await findSubmittedContents(application, application.round);
  const reader = { readerId, address: '192.0.2.7' };
  for (const { id: documentId } of contents!.documents)
    await accessDocument({ ...reader, documentId, access: 'view' });
  await revealBankAccount({ ...reader, applicationId });
}

/** Accepts the last submission, if there is one. `isOpened`: opens it first. */
export async function acceptAll(step: CaseAction, { isOpened = true } = {}): Promise<void> {
  const application = await requireApplication({ id: step.applicationId });
  const contents = await findSubmittedContents(application, application.round);
  if (contents && isOpened) await openAll(step);
  await saveItemReviews(
    step,
    (contents ? listReviewItems(contents) : []).map(({ key }) => ({
      subject: key,
      result: 'accepted',
      reason: '',
    })),
  );
}

async function decide(state: ApplicationState, step: CaseAction): Promise<void> {
  if (state === 'CHANGES_REQUESTED') {
    expectOutcome(
      await saveItemReviews(step, [
        { subject: 'legal_name', result: 'change', reason: 'The register has another name.' },
      ]),
      'saved',
    );
    expectOutcome(await requestChanges({ ...step, message: '' }), 'changes_requested');
  }
  if (state === 'APPROVED') {
    await acceptAll(step);
    expectOutcome(await approveApplication({ ...step, message: '' }), 'approved');
  }
  if (state === 'REJECTED')
    expectOutcome(await rejectApplication({ ...step, message: 'We do not serve this trade.' }), 'rejected');
}

async function fillApplication(
  { accountId, ownerId: userId }: Merchant,
  { answers, people = [soleOwner()] }: Input,
): Promise<Application> {
  await retrieveApplication(accountId);
  const writer = { accountId, userId };
  const { name } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  await saveAnswers(writer, { ...companyAnswers(), trading_name: name, ...answers });
  for (const person of people) await addPerson(writer, person);
  const application = (await findApplication({ accountId }))!;
  const requiredDocuments = [
    ...allSteps.flatMap(({ documents }) =>
      documents
        .filter((document) => isApplicable(document, application.answers))
        .map(({ kind }) => ({ kind, subject: '' })),
    ),
    ...application.people.map(({ id }) => ({ kind: personDocument.kind, subject: id })),
  ];
  for (const { kind, subject } of requiredDocuments)
    await buildDocument(accountId, { kind, subject, uploadedBy: userId });
  return application;
}

type DocumentInput = {
  kind: string;
  subject?: string;
  uploadedBy?: string;
  fileName?: string;
  contentType?: string;
  bytes?: Buffer;
  pages?: number;
};

/** A checked document that replaces the previous one. Without `bytes` it can't be opened. */
export async function buildDocument(
  accountId: string,
  {
    kind,
    subject = '',
    uploadedBy = 'usr_none',
    fileName = `${kind}.pdf`,
    contentType = 'application/pdf',
    bytes,
    pages = 1,
  }: DocumentInput,
): Promise<string> {
  await prisma.document.updateMany({
    where: { accountId, kind, subject, replacedAt: null },
    data: { replacedAt: new Date() },
  });
  const id = createId('doc');
  const storageKey = `documents/${accountId}/${id}`;
  if (bytes) await documentStore.write(storageKey, bytes, contentType);
  await prisma.document.create({
    data: {
      id,
      accountId,
      kind,
      subject,
      fileName,
      contentType,
      sizeBytes: bytes?.length ?? 1000,
      pages,
      sha256: sha256(bytes ?? Buffer.from(id)),
      storageKey,
      status: 'ready',
      uploadedBy,
      checkedAt: new Date(),
    },
  });
  return id;
}

function expectOutcome(outcome: unknown, expected: string): void {
  if (outcome !== expected) throw new Error(`expected ${expected}, got ${JSON.stringify(outcome)}`);
}
