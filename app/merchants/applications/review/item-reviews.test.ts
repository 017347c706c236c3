import { expect, test } from 'vitest';
import { buildApplication, buildReviewer, buildReviewStep } from '../../../../tests/world/applications';
import { requireApplication } from '~/merchants/applications/applications';
import { saveAnswers } from '~/merchants/applications/answers/answers';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { submitApplication } from '~/merchants/applications/submission';
import { assignCase } from './assignments';
import { requestChanges } from './decisions';
import {
  findRequestedChanges,
  listCurrentItemReviews,
  listItemReviews,
  saveItemReviews,
} from './item-reviews';

async function buildAssignedCase() {
  const reviewerId = await buildReviewer();
  const { applicationId, merchant } = await buildApplication('IN_REVIEW', { reviewerId });
  const application = await requireApplication({ id: applicationId });
  return { application, merchant, step: await buildReviewStep(applicationId, reviewerId) };
}

test('item reviews are saved, changed and removed individually', async () => {
  const { application, step } = await buildAssignedCase();
  const saved = await saveItemReviews(step, [
    { subject: 'legal_name', result: 'change', reason: ' The register has another name. ' },
    { subject: 'city', result: 'accepted', reason: 'dropped' },
    { subject: 'website', result: 'accepted', reason: '' },
  ]);
  expect(saved).toBe('saved');
  await saveItemReviews(step, [
    { subject: 'legal_name', result: 'accepted', reason: '' },
    { subject: 'city', result: 'undecided', reason: '' },
    { subject: 'document:bank_statement:', result: 'change', reason: 'The holder cannot be read.' },
  ]);
  expect((await listItemReviews(application)).sort((a, b) => a.subject.localeCompare(b.subject))).toEqual([
    { subject: 'document:bank_statement:', result: 'change', reason: 'The holder cannot be read.' },
    { subject: 'legal_name', result: 'accepted', reason: null },
    { subject: 'website', result: 'accepted', reason: null },
  ]);
});

test.each([
  [' ', 'Describe what the merchant needs to change'],
  ['Write 4242 4242 4242 4242 instead.', 'card number'],
  ['x'.repeat(2001), 'Shorten this'],
])("a requested change with the reason %j isn't saved, and the others are", async (reason, fault) => {
  const { application, step } = await buildAssignedCase();
  await saveItemReviews(step, [{ subject: 'city', result: 'change', reason: 'Another town.' }]);
  const outcome = await saveItemReviews(step, [
    { subject: 'city', result: 'change', reason },
    { subject: 'website', result: 'accepted', reason: '' },
  ]);
  expect(outcome).toEqual({ faults: { city: expect.stringContaining(fault) }, conflicts: [] });
  expect(await listItemReviews(application)).toEqual(
    expect.arrayContaining([
      { subject: 'city', result: 'change', reason: 'Another town.' },
      { subject: 'website', result: 'accepted', reason: null },
    ]),
  );
});

test("a question that doesn't apply to the business can't be reviewed", async () => {
  const { application, step } = await buildAssignedCase();
  expect(
    await saveItemReviews(step, [
      { subject: 'pci_level', result: 'accepted', reason: '' },
      { subject: 'person:per_of_others', result: 'accepted', reason: '' },
    ]),
  ).toBe('saved');
  expect(await listItemReviews(application)).toEqual([]);
});

test('requested changes are editable while the merchant has the application, not before', async () => {
  const { application, step } = await buildAssignedCase();
  await saveItemReviews(step, [{ subject: 'city', result: 'change', reason: 'Another town.' }]);
  expect(await findRequestedChanges(application)).toEqual([]);
  const { applicationId } = await buildApplication('CHANGES_REQUESTED');
  expect(await findRequestedChanges(await requireApplication({ id: applicationId }))).toEqual([
    { subject: 'legal_name', result: 'change', reason: 'The register has another name.' },
  ]);
});

test("a review from another window isn't replaced, and other item reviews are saved", async () => {
  const { application, step } = await buildAssignedCase();
  await saveItemReviews(step, [
    { subject: 'city', result: 'change', reason: 'Another town.' },
    { subject: 'website', result: 'accepted', reason: '' },
  ]);
  const outcome = await saveItemReviews(step, [
    { subject: 'city', result: 'accepted', reason: '', seen: 'undecided' },
    { subject: 'website', result: 'accepted', reason: '', seen: 'undecided' },
    { subject: 'legal_name', result: 'accepted', reason: '', seen: 'undecided' },
  ]);
  expect(outcome).toEqual({ faults: {}, conflicts: ['city'] });
  const reviews = await listItemReviews(application);
  expect(reviews).toHaveLength(3);
  expect(reviews).toEqual(
    expect.arrayContaining([
      { subject: 'city', result: 'change', reason: 'Another town.' },
      { subject: 'website', result: 'accepted', reason: null },
      { subject: 'legal_name', result: 'accepted', reason: null },
    ]),
  );
  expect(
    await saveItemReviews(step, [
      { subject: 'city', result: 'accepted', reason: '', seen: 'change:Another town.' },
    ]),
  ).toBe('saved');
});

test('an acceptance of an earlier round can be cleared', async () => {
  const { application, merchant, step } = await buildAssignedCase();
  const { accountId, ownerId: userId } = merchant;
  const applicationId = application.id;
  await saveItemReviews(step, [
    { subject: 'city', result: 'change', reason: 'Another town.' },
    { subject: 'website', result: 'accepted', reason: '' },
  ]);
  await requestChanges({ ...step, message: '' });
  await saveAnswers({ accountId }, { city: 'Bremen' });
  await submitApplication({ accountId, userId });
  await assignCase(await buildReviewStep(applicationId, step.reviewerId));
  const second = await requireApplication({ id: applicationId });
  const contents = (await findSubmittedContents(second, second.round))!;
  const list = async () =>
    (await listCurrentItemReviews(second, contents)).map(({ subject, result }) => [subject, result]);
  expect(await list()).toEqual([['website', 'accepted']]);
  const secondStep = await buildReviewStep(applicationId, step.reviewerId);
  await saveItemReviews(secondStep, [
    { subject: 'website', result: 'undecided', reason: '', seen: 'accepted' },
  ]);
  expect(await list()).toEqual([]);
});
