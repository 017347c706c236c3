import { expect, test } from 'vitest';
import { prisma } from '~/platform/db.server';
import { acceptAll, buildApplication, buildReviewer, stepOf } from '../../../tests/world/applications';
import { mailsTo } from '../../../tests/world/mails';
import { requireCheckoutSecret } from '../credentials';
import { saveAnswers } from './answers';
import { requireApplication } from './applications';
import { approveApplication, rejectApplication, requestChanges } from './decisions';
import { listHistory } from './history';
import { previewDecision, type Decision } from './preview';
import { claimReview } from './reviews';
import { appeal, submitApplication } from './submission';
import { saveVerdicts } from './verdicts';

/** On a desk, with everything accepted. */
async function accepted(input: Parameters<typeof buildApplication>[1] = {}) {
  const all = await onDesk(input);
  await acceptAll(all.step);
  return all;
}

async function onDesk(input: Parameters<typeof buildApplication>[1] = {}) {
  const reviewerId = await buildReviewer();
  const applicant = await buildApplication('IN_REVIEW', { reviewerId, ...input });
  return {
    ...applicant,
    reviewerId,
    step: { ...(await stepOf(applicant.applicationId, reviewerId)), words: '' },
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

test('an approval takes the account live, and tells the merchant', async () => {
  const { step, merchant, applicationId } = await accepted();
  const { accountId } = merchant;
  expect(await approveApplication({ ...step, words: 'Welcome.' })).toBe('approved');
  expect(await accountOf(accountId)).toMatchObject({ mode: 'live', status: 'active', pciCertifiedAt: null });
  expect(await requireCheckoutSecret({ accountId, environment: 'live' })).toMatch(/^cs_live_/);
  expect((await mailsTo(merchant)).at(-1)).toMatchObject({
    template: 'application-approved',
    props: { words: 'Welcome.', link: 'http://localhost:3000/go-live' },
  });
  expect((await eventsOf(accountId)).at(-1)).toEqual({
    environment: 'test',
    type: 'application.approved',
    payload: { application_id: applicationId, round: 1 },
  });
  expect((await listHistory({ applicationId, for: 'merchant' }))[0]).toMatchObject({
    type: 'approved',
    words: 'Welcome.',
    actor: 'A reviewer',
  });
});

test('who enters cards on their own pages, and is certified, may send raw cards from then on', async () => {
  const { step, merchant } = await accepted({ answers: { card_entry: 'direct', pci_level: '1' } });
  await approveApplication(step);
  expect((await accountOf(merchant.accountId)).pciCertifiedAt).toBeInstanceOf(Date);
});

test('an answer of before, which is not asked any more, gives no right', async () => {
  const { step, merchant } = await accepted({ answers: { card_entry: 'checkout', pci_level: '1' } });
  await approveApplication(step);
  expect((await accountOf(merchant.accountId)).pciCertifiedAt).toBeNull();
});

test('nothing of an approval is left when a part of it fails', async () => {
  const { step, merchant, applicationId } = await accepted();
  const { accountId } = merchant;
  const before = { mails: await mailsTo(merchant), events: await eventsOf(accountId) };
  // The event is written last of all.
  await prisma.$executeRawUnsafe(
    `alter table webhook_events add constraint no_such_event check (account_id <> '${accountId}' or type <> 'application.approved')`,
  );
  try {
    await expect(approveApplication(step)).rejects.toThrow();
  } finally {
    await prisma.$executeRawUnsafe('alter table webhook_events drop constraint no_such_event');
  }
  expect(await accountOf(accountId)).toMatchObject({ mode: 'test' });
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    state: 'IN_REVIEW',
    version: step.version,
  });
  expect(await liveSecretOf(accountId)).toBeNull();
  expect({ mails: await mailsTo(merchant), events: await eventsOf(accountId) }).toEqual(before);
  expect((await listHistory({ applicationId, for: 'staff' })).map(({ type }) => type)).not.toContain(
    'approved',
  );
  expect(await approveApplication(step)).toBe('approved');
});

test('nothing is approved while anything has no verdict, such as the attestation that raw cards hang on', async () => {
  const { step, merchant } = await onDesk({ answers: { card_entry: 'direct', pci_level: '1' } });
  expect(await approveApplication(step)).toBe('undecided');
  await acceptAll(step);
  await saveVerdicts(step, [{ subject: 'document:pci_attestation:', verdict: 'undecided', reason: '' }]);
  expect([await approveApplication(step), await approveApplication(step, 2)]).toEqual([
    'undecided',
    'undecided',
  ]);
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'test', pciCertifiedAt: null });
});

test('in a later round counts what was accepted before and is the same', async () => {
  const { step, merchant, applicationId } = await accepted();
  const { accountId, ownerId: userId } = merchant;
  const handIn = async (answers: Record<string, string>) => {
    await saveAnswers({ accountId }, answers);
    expect(await submitApplication({ accountId, userId })).toBe('submitted');
    await claimReview(await stepOf(applicationId, step.reviewerId));
    return { ...(await stepOf(applicationId, step.reviewerId)), words: '' };
  };
  const ask = (of: typeof step, subject: string) =>
    saveVerdicts(of, [{ subject, verdict: 'change', reason: 'Another one.' }]);

  await ask(step, 'city');
  await requestChanges(step);
  const second = await handIn({ city: 'Bremen' });
  expect(await approveApplication(second)).toBe('undecided');
  await ask(second, 'website');
  await requestChanges(second);

  const third = await handIn({ website: 'https://tea.example' });
  await saveVerdicts(third, [{ subject: 'website', verdict: 'accepted', reason: '' }]);
  // The town was changed in the second round, and accepted in none.
  expect(await approveApplication(third)).toBe('undecided');
  await saveVerdicts(third, [{ subject: 'city', verdict: 'accepted', reason: '' }]);
  expect(await approveApplication(third)).toBe('approved');
});

test('what still asks for a change is not approved', async () => {
  const { step, merchant } = await accepted();
  await saveVerdicts(step, [{ subject: 'city', verdict: 'change', reason: 'Another town.' }]);
  expect(await approveApplication(step)).toBe('changes_open');
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'test' });
});

test('where two have to approve, it takes two people', async () => {
  const { step, merchant, applicationId, reviewerId } = await accepted();
  const before = { mails: await mailsTo(merchant), events: await eventsOf(merchant.accountId) };
  expect(await approveApplication(step, 2)).toBe('approved_once');
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    state: 'SUBMITTED',
    firstApprovalBy: reviewerId,
  });
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'test' });
  expect(await claimReview(await stepOf(applicationId, reviewerId))).toBe('approved_before');

  const noor = await buildReviewer();
  expect(await claimReview(await stepOf(applicationId, noor))).toBe('claimed');
  // Half an approval is no news to the merchant.
  expect({ mails: await mailsTo(merchant), events: await eventsOf(merchant.accountId) }).toEqual(before);
  expect(await approveApplication({ ...(await stepOf(applicationId, noor)), words: '' }, 2)).toBe('approved');
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'live' });
});

test('a change that the second reviewer asks for makes the first approval void', async () => {
  const { step, applicationId, reviewerId } = await accepted();
  await approveApplication(step, 2);
  const noor = await buildReviewer();
  await claimReview(await stepOf(applicationId, noor));
  const second = { ...(await stepOf(applicationId, noor)), words: '' };
  await saveVerdicts(second, [{ subject: 'city', verdict: 'change', reason: 'Another town.' }]);
  expect(await requestChanges(second)).toBe('changes_requested');
  expect(await requireApplication({ id: applicationId })).toMatchObject({ firstApprovalBy: null });
  expect(reviewerId).not.toBe(noor);
});

test('a request for changes names each with the words and the address of the field', async () => {
  const { step, merchant, applicationId } = await onDesk();
  await saveVerdicts(step, [
    { subject: 'city', verdict: 'change', reason: 'Another town.' },
    { subject: 'document:bank_statement:', verdict: 'change', reason: 'The holder cannot be read.' },
    { subject: 'website', verdict: 'accepted', reason: '' },
  ]);
  expect(await requestChanges({ ...step, words: 'Nearly there.' })).toBe('changes_requested');
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
  expect((await mailsTo(merchant)).at(-1)).toMatchObject({
    template: 'application-changes-requested',
    props: { words: 'Nearly there.', changes },
  });
  expect((await eventsOf(merchant.accountId)).at(-1)).toMatchObject({
    type: 'application.changes_requested',
    payload: {
      application_id: applicationId,
      changes: changes.map(({ label, reason }) => ({ label, reason })),
    },
  });
});

test('nothing is sent of which the reviewer has seen something else', async () => {
  const { step, applicationId } = await onDesk();
  const look = async (decision: Decision, words: string) =>
    (await previewDecision(await requireApplication({ id: applicationId }), decision, words)).seen;
  await saveVerdicts(step, [{ subject: 'city', verdict: 'change', reason: 'Another town.' }]);
  const seen = await look('changes', '');
  await saveVerdicts(step, [{ subject: 'website', verdict: 'change', reason: 'It does not open.' }]);
  expect(await requestChanges({ ...step, seen })).toBe('unseen');
  expect(
    await rejectApplication({ ...step, words: 'Other words.', seen: await look('reject', 'Words.') }),
  ).toBe('unseen');
  expect(
    await approveApplication({ ...step, words: 'Other words.', seen: await look('approve', 'Words.') }),
  ).toBe('unseen');
  expect(await requireApplication({ id: applicationId })).toMatchObject({ state: 'IN_REVIEW' });
  expect(await requestChanges({ ...step, seen: await look('changes', '') })).toBe('changes_requested');
});

test('a request that names nothing is not sent', async () => {
  const { step, merchant, applicationId } = await onDesk();
  const before = await mailsTo(merchant);
  expect(await requestChanges({ ...step, words: 'Please change it.' })).toBe('nothing_asked');
  expect(await requireApplication({ id: applicationId })).toMatchObject({ state: 'IN_REVIEW' });
  expect(await mailsTo(merchant)).toEqual(before);
});

test('a rejection carries the reasons, and an appeal opens it again', async () => {
  const { step, merchant, applicationId } = await onDesk();
  expect(await rejectApplication({ ...step, words: 'We do not serve this trade.' })).toBe('rejected');
  expect((await mailsTo(merchant)).at(-1)).toMatchObject({
    template: 'application-rejected',
    props: { words: 'We do not serve this trade.' },
  });
  expect((await eventsOf(merchant.accountId)).at(-1)).toMatchObject({
    type: 'application.rejected',
    payload: { words: 'We do not serve this trade.' },
  });
  expect(await accountOf(merchant.accountId)).toMatchObject({ mode: 'test' });
  const { accountId, ownerId: userId } = merchant;
  expect(await appeal({ accountId, userId, words: 'We have a licence for it since May.' })).toBe('submitted');
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    state: 'SUBMITTED',
    round: 2,
    decidedAt: null,
  });
  expect(await appeal({ accountId, userId, words: 'And please look once again.' })).toBe('closed');
});

test('a form that is sent twice decides once', async () => {
  const { step, merchant } = await onDesk();
  expect([
    await rejectApplication({ ...step, words: 'No.' }),
    await rejectApplication({ ...step, words: 'No.' }),
  ]).toEqual(['rejected', 'moved_on']);
  expect(
    (await mailsTo(merchant)).filter(({ template }) => template === 'application-rejected'),
  ).toHaveLength(1);
});
