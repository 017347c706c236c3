import { expect, test } from 'vitest';
import { buildApplication, buildReviewer, buildReviewStep } from '../../../../tests/world/applications';
import { requireApplication } from '~/merchants/applications/applications';
import { findRequestedChanges, listItemReviews, saveItemReviews } from './item-reviews';

async function buildAssignedCase() {
  const reviewerId = await buildReviewer();
  const { applicationId } = await buildApplication('IN_REVIEW', { reviewerId });
  const application = await requireApplication({ id: applicationId });
  return { application, step: await buildReviewStep(applicationId, reviewerId) };
}

test('verdicts are kept, changed and taken back, each by itself', async () => {
  const { application, step } = await buildAssignedCase();
  const saved = await saveItemReviews(step, [
    { subject: 'legal_name', verdict: 'change', reason: ' The register has another name. ' },
    { subject: 'city', verdict: 'accepted', reason: 'dropped' },
    { subject: 'website', verdict: 'accepted', reason: '' },
  ]);
  expect(saved).toBe('saved');
  await saveItemReviews(step, [
    { subject: 'legal_name', verdict: 'accepted', reason: '' },
    { subject: 'city', verdict: 'undecided', reason: '' },
    { subject: 'document:bank_statement:', verdict: 'change', reason: 'The holder cannot be read.' },
  ]);
  expect((await listItemReviews(application)).sort((a, b) => a.subject.localeCompare(b.subject))).toEqual([
    { subject: 'document:bank_statement:', verdict: 'change', reason: 'The holder cannot be read.' },
    { subject: 'legal_name', verdict: 'accepted', reason: null },
    { subject: 'website', verdict: 'accepted', reason: null },
  ]);
});

test.each([
  [' ', 'Say what has to change'],
  ['Write 4242 4242 4242 4242 instead.', 'card number'],
  ['x'.repeat(2001), 'Shorten this'],
])('a change with the reason %j is not kept, and the others are', async (reason, fault) => {
  const { application, step } = await buildAssignedCase();
  await saveItemReviews(step, [{ subject: 'city', verdict: 'change', reason: 'Another town.' }]);
  const outcome = await saveItemReviews(step, [
    { subject: 'city', verdict: 'change', reason },
    { subject: 'website', verdict: 'accepted', reason: '' },
  ]);
  expect(outcome).toEqual({ faults: { city: expect.stringContaining(fault) } });
  expect(await listItemReviews(application)).toEqual(
    expect.arrayContaining([
      { subject: 'city', verdict: 'change', reason: 'Another town.' },
      { subject: 'website', verdict: 'accepted', reason: null },
    ]),
  );
});

test('what was not asked of this business has no verdict', async () => {
  const { application, step } = await buildAssignedCase();
  expect(
    await saveItemReviews(step, [
      { subject: 'pci_level', verdict: 'accepted', reason: '' },
      { subject: 'person:per_of_others', verdict: 'accepted', reason: '' },
    ]),
  ).toBe('saved');
  expect(await listItemReviews(application)).toEqual([]);
});

test('what was asked to change is open while the merchant has it, not before', async () => {
  const { application, step } = await buildAssignedCase();
  await saveItemReviews(step, [{ subject: 'city', verdict: 'change', reason: 'Another town.' }]);
  expect(await findRequestedChanges(application)).toEqual([]);
  const { applicationId } = await buildApplication('CHANGES_REQUESTED');
  expect(await findRequestedChanges(await requireApplication({ id: applicationId }))).toEqual([
    { subject: 'legal_name', verdict: 'change', reason: 'The register has another name.' },
  ]);
});
