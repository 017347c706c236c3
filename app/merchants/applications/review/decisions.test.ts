import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import {
  acceptAll,
  buildApplication,
  buildReviewer,
  buildReviewStep,
} from '../../../../tests/world/applications';
import { listMailsToOwner } from '../../../../tests/world/mails/mails';
import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { saveAnswers } from '~/merchants/applications/answers/answers';
import { requireApplication } from '~/merchants/applications/applications';
import { approveApplication, rejectApplication, requestChanges } from './decisions';
import { listApplicationHistory } from '~/merchants/applications/history';
import { previewDecision, type Decision } from './decision-preview';
import { assignCase } from './assignments';
import { appeal, submitApplication } from '~/merchants/applications/submission';
import { saveItemReviews } from './item-reviews';
import { reinstateAccount, suspendAccount } from '~/merchants/accounts/suspensions';
import { ownerPrisma } from '../../../../tests/world/database-owner';

/** Assigned, with everything accepted. */
async function buildAcceptedCase(input: Parameters<typeof buildApplication>[1] = {}) {
  const all = await buildAssignedCase(input);
  await acceptAll(all.step);
  return all;
}

async function buildAssignedCase(input: Parameters<typeof buildApplication>[1] = {}) {
  const reviewerId = await buildReviewer();
  const applicant = await buildApplication('IN_REVIEW', { reviewerId, ...input });
  return {
    ...applicant,
    reviewerId,
    step: { ...(await buildReviewStep(applicant.applicationId, reviewerId)), message: '' },
  };
}

const accountOf = (accountId: string) => prisma.account.findUniqueOrThrow({ where: { id: accountId } });
const eventsOf = (accountId: string) =>
  prisma.webhookEvent.findMany({
    where: { accountId },
    orderBy: { id: 'asc' },
    select: { environment: true, type: true, payload: true },
  });
const liveSecretOf = (accountId: string) =>
  prisma.checkoutSecret.findUnique({ where: { accountId_environment: { accountId, environment: 'live' } } });

test('an approval takes the account live, and notifies the merchant', async () => {
  const { step, merchant, applicationId } = await buildAcceptedCase();
  const { accountId } = merchant;
  expect(await approveApplication({ ...step, message: 'Welcome.' })).toBe('approved');
  expect(await accountOf(accountId)).toMatchObject({ mode: 'live', status: 'active', pciCertifiedAt: null });
  expect(await requireCheckoutSecret({ accountId, environment: 'live' })).toMatch(/^cs_live_/);
  expect((await listMailsToOwner(merchant)).at(-1)).toMatchObject({
    template: 'application-approved',
    props: { message: 'Welcome.', link: 'http://localhost:3000/go-live' },
  });
  expect((await eventsOf(accountId)).at(-1)).toEqual({
    environment: 'test',
    type: 'application.approved',
    payload: { application_id: applicationId, round: 1 },
  });
  expect((await listApplicationHistory({ applicationId, for: 'merchant' }))[0]).toMatchObject({
    type: 'approved',
    message: 'Welcome.',
    actor: 'A reviewer',
  });
});

test('a certified merchant that enters cards on its own pages may send raw cards from then on', async () => {
  const { step, merchant } = await buildAcceptedCase({ answers: { card_entry: 'direct', pci_level: '1' } });
  await approveApplication(step);
  expect((await accountOf(merchant.accountId)).pciCertifiedAt).toBeInstanceOf(Date);
});

test('an earlier answer to a question that no longer applies has no effect', async () => {
  const { step, merchant } = await buildAcceptedCase({ answers: { card_entry: 'checkout', pci_level: '1' } });
  await approveApplication(step);
  expect((await accountOf(merchant.accountId)).pciCertifiedAt).toBeNull();
});

test('nothing of an approval remains if a part of it fails', async () => {
  const { step, merchant, applicationId } = await buildAcceptedCase();
  const { accountId } = merchant;
  const before = { mails: await listMailsToOwner(merchant), events: await eventsOf(accountId) };
  // The event is written last.
  await ownerPrisma.$executeRawUnsafe(
    `alter table webhook_events add constraint no_such_event check (account_id <> '${accountId}' or type <> 'application.approved')`,
  );
  try {
    await expect(approveApplication(step)).rejects.toThrow();
  } finally {
    await ownerPrisma.$executeRawUnsafe('alter table webhook_events drop constraint no_such_event');
  }
  expect(await accountOf(accountId)).toMatchObject({ mode: 'test' });
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    state: 'IN_REVIEW',
    version: step.version,
  });
  expect(await liveSecretOf(accountId)).toBeNull();
  expect({ mails: await listMailsToOwner(merchant), events: await eventsOf(accountId) }).toEqual(before);
  expect(
    (await listApplicationHistory({ applicationId, for: 'staff' })).map(({ type }) => type),
  ).not.toContain('approved');
  expect(await approveApplication(step)).toBe('approved');
});

test('nothing is approved while an item has no review, such as the attestation for raw cards', async () => {
  const { step, merchant } = await buildAssignedCase({ answers: { card_entry: 'direct', pci_level: '1' } });
  expect(await approveApplication(step)).toBe('undecided');
  await acceptAll(step);
  await saveItemReviews(step, [{ subject: 'document:pci_attestation:', result: 'undecided', reason: '' }]);
  expect({
    withoutReviews: await approveApplication(step),
    withOneReview: await approveApplication(step, 2),
  }).toEqual({ withoutReviews: 'undecided', withOneReview: 'undecided' });
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'test', pciCertifiedAt: null });
});

test('in a later round, an accepted and unchanged item counts', async () => {
  const { step, merchant, applicationId } = await buildAcceptedCase();
  const { accountId, ownerId: userId } = merchant;
  const handIn = async (answers: Record<string, string>) => {
    await saveAnswers({ accountId }, answers);
    expect(await submitApplication({ accountId, userId })).toBe('submitted');
    await assignCase(await buildReviewStep(applicationId, step.reviewerId));
    return { ...(await buildReviewStep(applicationId, step.reviewerId)), message: '' };
  };
  const ask = (of: typeof step, subject: string) =>
    saveItemReviews(of, [{ subject, result: 'change', reason: 'Another one.' }]);

  await ask(step, 'city');
  await requestChanges(step);
  const second = await handIn({ city: 'Bremen' });
  expect(await approveApplication(second)).toBe('undecided');
  await ask(second, 'website');
  await requestChanges(second);

  const third = await handIn({ website: 'https://tea.example' });
  await saveItemReviews(third, [{ subject: 'website', result: 'accepted', reason: '' }]);
  // The town was changed in the second round and accepted in none.
  expect(await approveApplication(third)).toBe('undecided');
  await saveItemReviews(third, [{ subject: 'city', result: 'accepted', reason: '' }]);
  expect(await approveApplication(third)).toBe('approved');
});

test('an application with requested changes is not approved', async () => {
  const { step, merchant } = await buildAcceptedCase();
  await saveItemReviews(step, [{ subject: 'city', result: 'change', reason: 'Another town.' }]);
  expect(await approveApplication(step)).toBe('changes_open');
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'test' });
});

test('a suspended account isn’t approved until it’s reinstated', async () => {
  const { step, merchant, reviewerId } = await buildAcceptedCase();
  const decision = { accountId: merchant.accountId, reviewerId, reason: 'Many chargebacks.' };
  await suspendAccount(decision);
  const mails = await listMailsToOwner(merchant);
  expect(await approveApplication(step)).toBe('account_suspended');
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'test' });
  expect(await listMailsToOwner(merchant)).toEqual(mails);
  await reinstateAccount(decision);
  expect(await approveApplication(step)).toBe('approved');
});

test('where two approvals are needed, they come from two people', async () => {
  const { step, merchant, applicationId, reviewerId } = await buildAcceptedCase();
  const before = { mails: await listMailsToOwner(merchant), events: await eventsOf(merchant.accountId) };
  expect(await approveApplication(step, 2)).toBe('first_approved');
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    state: 'SUBMITTED',
    firstApprovalBy: reviewerId,
  });
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'test' });
  expect(await assignCase(await buildReviewStep(applicationId, reviewerId))).toBe('approved_before');

  const noor = await buildReviewer();
  expect(await assignCase(await buildReviewStep(applicationId, noor))).toBe('assigned');
  // The merchant isn't notified of a first approval.
  expect({ mails: await listMailsToOwner(merchant), events: await eventsOf(merchant.accountId) }).toEqual(
    before,
  );
  expect(await approveApplication({ ...(await buildReviewStep(applicationId, noor)), message: '' }, 2)).toBe(
    'approved',
  );
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'live' });
});

test('a change requested by the second reviewer cancels the first approval', async () => {
  const { step, applicationId, reviewerId } = await buildAcceptedCase();
  await approveApplication(step, 2);
  const noor = await buildReviewer();
  await assignCase(await buildReviewStep(applicationId, noor));
  const second = { ...(await buildReviewStep(applicationId, noor)), message: '' };
  await saveItemReviews(second, [{ subject: 'city', result: 'change', reason: 'Another town.' }]);
  expect(await requestChanges(second)).toBe('changes_requested');
  expect(await requireApplication({ id: applicationId })).toMatchObject({ firstApprovalBy: null });
  expect(reviewerId).not.toBe(noor);
});

test('a request for changes names each with its message and the link to the field', async () => {
  const { step, merchant, applicationId } = await buildAssignedCase();
  await saveItemReviews(step, [
    { subject: 'city', result: 'change', reason: 'Another town.' },
    { subject: 'document:bank_statement:', result: 'change', reason: 'The holder cannot be read.' },
    { subject: 'website', result: 'accepted', reason: '' },
  ]);
  expect(await requestChanges({ ...step, message: 'Nearly there.' })).toBe('changes_requested');
  const changes = [
    {
      label: 'Town or city',
      reason: 'Another town.',
      link: 'http://localhost:3000/application/contact#city',
    },
    {
      label: 'Bank statement',
      reason: 'The holder cannot be read.',
      link: 'http://localhost:3000/application/bank#document-bank_statement',
    },
  ];
  expect((await listMailsToOwner(merchant)).at(-1)).toMatchObject({
    template: 'application-changes-requested',
    props: { message: 'Nearly there.', changes },
  });
  expect((await eventsOf(merchant.accountId)).at(-1)).toMatchObject({
    type: 'application.changes_requested',
    payload: {
      application_id: applicationId,
      changes: changes.map(({ label, reason }) => ({ label, reason })),
    },
  });
});

test("nothing is sent if the reviewer's page is outdated", async () => {
  const { step, applicationId } = await buildAssignedCase();
  const previewDigestOf = async (decision: Decision, text: string) =>
    (await previewDecision(await requireApplication({ id: applicationId }), decision, text))
      .previewFingerprint;
  await saveItemReviews(step, [{ subject: 'city', result: 'change', reason: 'Another town.' }]);
  const previewFingerprint = await previewDigestOf('changes', '');
  await saveItemReviews(step, [{ subject: 'website', result: 'change', reason: 'It does not open.' }]);
  expect(await requestChanges({ ...step, previewFingerprint })).toBe('unseen');
  expect(
    await rejectApplication({
      ...step,
      message: 'Other words.',
      previewFingerprint: await previewDigestOf('reject', 'Words.'),
    }),
  ).toBe('unseen');
  expect(
    await approveApplication({
      ...step,
      message: 'Other words.',
      previewFingerprint: await previewDigestOf('approve', 'Words.'),
    }),
  ).toBe('unseen');
  expect(await requireApplication({ id: applicationId })).toMatchObject({ state: 'IN_REVIEW' });
  expect(await requestChanges({ ...step, previewFingerprint: await previewDigestOf('changes', '') })).toBe(
    'changes_requested',
  );
});

test('an empty request is not sent', async () => {
  const { step, merchant, applicationId } = await buildAssignedCase();
  const before = await listMailsToOwner(merchant);
  expect(await requestChanges({ ...step, message: 'Please change it.' })).toBe('no_changes_requested');
  expect(await requireApplication({ id: applicationId })).toMatchObject({ state: 'IN_REVIEW' });
  expect(await listMailsToOwner(merchant)).toEqual(before);
});

test('a rejection contains the reasons, and an appeal reopens the application', async () => {
  const { step, merchant, applicationId } = await buildAssignedCase();
  expect(await rejectApplication({ ...step, message: 'We do not serve this trade.' })).toBe('rejected');
  expect((await listMailsToOwner(merchant)).at(-1)).toMatchObject({
    template: 'application-rejected',
    props: { message: 'We do not serve this trade.' },
  });
  expect((await eventsOf(merchant.accountId)).at(-1)).toMatchObject({
    type: 'application.rejected',
    payload: { text: 'We do not serve this trade.' },
  });
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'test' });
  const { accountId, ownerId: userId } = merchant;
  expect(await appeal({ accountId, userId, message: 'We have a license for it since May.' })).toBe(
    'submitted',
  );
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    state: 'SUBMITTED',
    round: 2,
    decidedAt: null,
  });
  expect(await appeal({ accountId, userId, message: 'And please look once again.' })).toBe('closed');
});

test('a form sent twice decides once', async () => {
  const { step, merchant } = await buildAssignedCase();
  expect({
    first: await rejectApplication({ ...step, message: 'No.' }),
    second: await rejectApplication({ ...step, message: 'No.' }),
  }).toEqual({ first: 'rejected', second: 'moved_on' });
  expect(
    (await listMailsToOwner(merchant)).filter(({ template }) => template === 'application-rejected'),
  ).toHaveLength(1);
});
