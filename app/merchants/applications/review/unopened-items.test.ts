import { expect, test } from 'vitest';
import { saveAnswers } from '~/merchants/applications/answers/answers';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { requireApplication } from '~/merchants/applications/applications';
import { submitApplication } from '~/merchants/applications/submission';
import {
  buildApplication,
  buildDocument,
  buildReviewer,
  buildReviewStep,
  companyAnswers,
  openAll,
} from '../../../../tests/world/applications';
import { assignCase } from './assignments';
import { requestChanges } from './decisions';
import { accessDocument, revealBankAccount } from './document-views';
import { saveItemReviews } from './item-reviews';
import { findUnopenedItems } from './unopened-items';

const address = '192.0.2.7';

async function listUnopened(applicationId: string): Promise<string[]> {
  const application = await requireApplication({ id: applicationId });
  const contents = await findSubmittedContents(application, application.round);
  const keys = (await findUnopenedItems(application, contents!)).map(({ key }) => key);
  return keys.map((key) => key.replace(/per_\w+/, 'owner'));
}

test('documents and the bank account number are unopened until any staff member opens them', async () => {
  const reviewerId = await buildReviewer();
  const { applicationId, merchant } = await buildApplication('IN_REVIEW', { reviewerId });
  // Another account's are no evidence.
  const other = await buildApplication('IN_REVIEW', { reviewerId });
  await openAll(await buildReviewStep(other.applicationId, reviewerId));
  const unopened = [
    'document:registration_extract:',
    'document:identity_document:owner',
    'account_number',
    'document:bank_statement:',
  ];
  expect(await listUnopened(applicationId)).toEqual(unopened);
  await revealBankAccount({ applicationId, readerId: await buildReviewer('Noor'), address });
  expect(await listUnopened(applicationId)).toEqual(unopened.filter((key) => key !== 'account_number'));
  const { accountId } = merchant;
  const application = await requireApplication({ id: applicationId });
  const { documents } = (await findSubmittedContents(application, 1))!;
  const extract = documents.find(({ kind }) => kind === 'registration_extract')!;
  await accessDocument({ documentId: extract.id, readerId: reviewerId, address, access: 'download' });
  expect(await listUnopened(applicationId)).toEqual([unopened[1], unopened[3]]);
  await openAll(await buildReviewStep(applicationId, reviewerId));
  expect(await listUnopened(applicationId)).toEqual([]);

  // A new number and a new document have to be opened again, and what is unchanged hasn't.
  await requestChange(applicationId, reviewerId, ['account_number', 'document:bank_statement:']);
  await saveAnswers({ accountId }, { account_number: companyAnswers().account_number! });
  await buildDocument(accountId, { kind: 'bank_statement' });
  await submitAgain(applicationId, merchant, reviewerId);
  expect(await listUnopened(applicationId)).toEqual(['account_number', 'document:bank_statement:']);
  await openAll(await buildReviewStep(applicationId, reviewerId));
  await requestChange(applicationId, reviewerId, ['city']);
  await saveAnswers({ accountId }, { city: 'Bremen' });
  await submitAgain(applicationId, merchant, reviewerId);
  expect(await listUnopened(applicationId)).toEqual([]);
});

async function requestChange(applicationId: string, reviewerId: string, subjects: string[]): Promise<void> {
  const step = await buildReviewStep(applicationId, reviewerId);
  await saveItemReviews(
    step,
    subjects.map((subject) => ({ subject, result: 'change', reason: 'Another one.' })),
  );
  expect(await requestChanges({ ...step, message: '' })).toBe('changes_requested');
}

async function submitAgain(
  applicationId: string,
  { accountId, ownerId: userId }: { accountId: string; ownerId: string },
  reviewerId: string,
): Promise<void> {
  expect(await submitApplication({ accountId, userId })).toBe('submitted');
  expect(await assignCase(await buildReviewStep(applicationId, reviewerId))).toBe('assigned');
}
