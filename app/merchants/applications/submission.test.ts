import { expect, test } from 'vitest';
import { applicationKeyKinds } from '~/merchants/accounts/search-keys';
import { prisma } from '~/platform/database/db.server';
import {
  buildApplication,
  buildDocument,
  companyAnswers,
  soleOwner,
} from '../../../tests/world/applications';
import { listMailsToOwner } from '../../../tests/world/mails/mails';
import { buildMerchant } from '../../../tests/world/merchants';
import { addPerson, saveAnswers } from '~/merchants/applications/answers/answers';
import { requireApplication } from './applications';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { listApplicationHistory } from './history';
import { appeal, submitApplication } from './submission';

const by = ({ accountId, ownerId }: { accountId: string; ownerId: string }) => ({
  accountId,
  userId: ownerId,
});
const current = ({ accountId }: { accountId: string }) => requireApplication({ accountId });
const gapsOf = (outcome: Awaited<ReturnType<typeof submitApplication>>) =>
  typeof outcome === 'object' && 'missing' in outcome ? outcome.missing.map(({ key }) => key) : [];

test('a submission is stored, gets a deadline, and notifies the owners', async () => {
  const { merchant, applicationId } = await buildApplication();
  expect(await submitApplication(by(merchant))).toBe('submitted');
  const application = await requireApplication({ id: applicationId });
  expect(application).toMatchObject({ state: 'SUBMITTED', round: 1, reviewerId: null });
  expect(application.promisedAt!.getTime()).toBeGreaterThan(Date.now());
  expect((await findSubmittedContents({ id: applicationId }, 1))!.answers).toEqual(application.answers);
  expect(await listMailsToOwner(merchant)).toMatchObject([
    {
      template: 'application-submitted',
      props: { promisedAt: application.promisedAt!.toISOString(), appeal: false },
    },
  ]);
  expect(await listApplicationHistory({ applicationId, for: 'merchant' })).toMatchObject([
    { type: 'submitted', actor: expect.stringMatching(/^Owner of/) },
  ]);
});

test('with missing answers nothing is submitted, and each is reported', async () => {
  const { merchant } = await buildApplication();
  await saveAnswers(merchant, { city: '', contact_email: 'nobody' });
  await prisma.document.updateMany({
    where: { accountId: merchant.accountId, kind: 'bank_statement' },
    data: { status: 'checking' },
  });
  const before = await current(merchant);
  expect(gapsOf(await submitApplication(by(merchant)))).toEqual([
    'city',
    'contact_email',
    'document:bank_statement:',
  ]);
  expect(await current(merchant)).toEqual(before);
  expect(await listMailsToOwner(merchant)).toEqual([]);
});

test("an application that was never started has missing answers, and isn't submitted", async () => {
  const merchant = await buildMerchant();
  expect(gapsOf(await submitApplication(by(merchant)))).toContain('business_form');
});

test('only the questions for the legal form are required', async () => {
  const merchant = await buildMerchant();
  const keys = async () => (await retrieveChecklist(merchant.accountId)).items.map(({ key }) => key);
  const ofTheRegister = ['registration_number', 'document:registration_extract:'];
  expect(await keys()).not.toEqual(expect.arrayContaining(ofTheRegister));
  await saveAnswers(merchant, { business_form: 'company' });
  expect(await keys()).toEqual(expect.arrayContaining(ofTheRegister));
  await saveAnswers(merchant, { business_form: 'sole_trader' });
  expect(await keys()).not.toEqual(expect.arrayContaining(ofTheRegister));
  expect(await keys()).toContain('document:proof_of_address:');
});

test('a sole trader submits without a registration number, a role or a share', async () => {
  const merchant = await buildMerchant();
  const { registration_number: _none, ...answers } = companyAnswers();
  await saveAnswers(merchant, { ...answers, business_form: 'sole_trader', legal_name: 'Robin Harbour' });
  const { person_role: _role, person_share: _share, ...person } = soleOwner();
  const { personId } = (await addPerson(merchant, person)) as { personId: string };
  for (const [kind, subject] of [
    ['proof_of_address', ''],
    ['bank_statement', ''],
    ['identity_document', personId],
  ] as const)
    await buildDocument(merchant.accountId, { kind, subject });
  expect(await submitApplication(by(merchant))).toBe('submitted');
});

test.each([
  ['company', [], 'Add the owners and directors'],
  [
    'company',
    [{ person_role: 'owner', person_share: '100' }],
    'Add a director, or select “Owner and director” as the role of an owner',
  ],
  [
    'company',
    [
      { person_role: 'both', person_share: '60' },
      { person_role: 'owner', person_share: '40,5' },
    ],
    'Check the shares: they add up to 100.5%',
  ],
  [
    'company',
    [
      { person_role: 'both', person_share: '20.1' },
      { person_role: 'owner', person_share: '44.2' },
      { person_role: 'owner', person_share: '35,7' },
    ],
    null,
  ],
  [
    'company',
    [
      { person_role: 'both', person_share: '60' },
      { person_role: 'director', person_share: '60' },
    ],
    null,
  ],
  // Shares that aren't asked for, because of an earlier business type, don't count.
  [
    'non_profit',
    [
      { person_role: 'both', person_share: '60' },
      { person_role: 'both', person_share: '60' },
    ],
    null,
  ],
  [
    'partnership',
    [
      { person_role: 'owner', person_share: '50' },
      { person_role: 'owner', person_share: '50' },
    ],
    null,
  ],
  ['sole_trader', [{}, {}], 'List only yourself: a sole proprietor is one person'],
])('who must be listed for a %s: %j', async (business_form, people, fault) => {
  const merchant = await buildMerchant();
  await saveAnswers(merchant, { business_form });
  for (const person of people) await addPerson(merchant, person as Record<string, string>);
  expect((await retrieveChecklist(merchant.accountId)).items.find(({ key }) => key === 'people')!.fault).toBe(
    fault,
  );
});

test('of ten submissions at once, one succeeds', async () => {
  const { merchant, applicationId } = await buildApplication();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => submitApplication(by(merchant))));
  expect(outcomes.filter((outcome) => outcome === 'submitted')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'closed')).toHaveLength(9);
  expect(await prisma.applicationSubmission.count({ where: { applicationId } })).toBe(1);
  expect(await listMailsToOwner(merchant)).toHaveLength(1);
});

test('an answer saved during the submission is included or rejected', async () => {
  for (let round = 0; round < 5; round++) {
    const { merchant, applicationId } = await buildApplication();
    const [submitted, ...saved] = await Promise.all([
      submitApplication(by(merchant)),
      ...['a', 'b', 'c'].map((name) => saveAnswers(merchant, { trading_name: name })),
    ]);
    expect(submitted).toBe('submitted');
    const { answers } = await requireApplication({ id: applicationId });
    expect((await findSubmittedContents({ id: applicationId }, 1))!.answers).toEqual(answers);
    expect(saved.every((outcome) => outcome === 'saved' || outcome === 'closed')).toBe(true);
  }
});

test('search keys reveal nothing', async () => {
  const { merchant } = await buildApplication('SUBMITTED');
  const keys = await prisma.accountSearchKey.findMany({ where: { accountId: merchant.accountId } });
  expect(new Set(keys.map(({ kind }) => kind))).toEqual(new Set(applicationKeyKinds));
  for (const { key } of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['too short', 'Please look again', /at least 20/],
  ['too long', 'x'.repeat(2001), /2000 characters or fewer/],
  ['with a card number', 'My card is 4242 4242 4242 4242, look again please.', /card number/],
  ['with invisible characters', `Please look again \u202e thank you very much`, /invisible/],
])('an appeal %s is rejected with the reason', async (_, message, why) => {
  const { merchant } = await buildApplication('REJECTED');
  expect(await appeal({ ...by(merchant), message })).toEqual({ fault: expect.stringMatching(why) });
  expect(await current(merchant)).toMatchObject({ state: 'REJECTED' });
});

test.each([
  ['with a card number', 'Please charge 4242 4242 4242 4242', /card number/],
  ['that is too long', 'Tea. '.repeat(401), /2000/],
  ['with invisible characters', `Tea \u202e`, /invisible/],
])('a message to the reviewer %s is rejected with the reason', async (_, message, why) => {
  const { merchant } = await buildApplication('CHANGES_REQUESTED');
  expect(await submitApplication({ ...by(merchant), message })).toEqual({
    fault: expect.stringMatching(why),
  });
  expect(await current(merchant)).toMatchObject({ state: 'CHANGES_REQUESTED', round: 1 });
});

test.each([
  [' We moved.\r\nSee the extract. ', 'We moved.\nSee the extract.'],
  [' ', null],
])('a resubmission has an optional message to the reviewer: %j', async (input, message) => {
  const { merchant, applicationId } = await buildApplication('CHANGES_REQUESTED');
  expect(await submitApplication({ ...by(merchant), message: input })).toBe('submitted');
  expect(await findSubmittedContents({ id: applicationId }, 2)).toMatchObject({ message });
  const [latest] = await listApplicationHistory({ applicationId, for: 'merchant' });
  expect(latest).toMatchObject({ type: 'submitted', message });
});

test('an appeal goes to another reviewer, with its message', async () => {
  const { merchant, applicationId } = await buildApplication('REJECTED');
  const message = 'The trade you name is not ours: we sell tea.';
  const outcomes = await Promise.all([1, 2, 3].map(() => appeal({ ...by(merchant), message })));
  expect(outcomes.sort()).toEqual(['closed', 'closed', 'submitted']);
  expect(await requireApplication({ id: applicationId })).toMatchObject({
    state: 'SUBMITTED',
    round: 2,
    decidedAt: null,
    rejectedBy: expect.stringMatching(/^usr_/),
  });
  expect(await findSubmittedContents({ id: applicationId }, 2)).toMatchObject({ message });
  expect((await listMailsToOwner(merchant)).at(-1)).toMatchObject({
    template: 'application-submitted',
    props: { appeal: true },
  });
  expect((await listApplicationHistory({ applicationId, for: 'merchant' }))[0]).toMatchObject({
    type: 'appealed',
    message,
  });
});

test.each(['DRAFT', 'SUBMITTED', 'CHANGES_REQUESTED', 'APPROVED'] as const)(
  'nothing can be appealed while it is %s',
  async (state) => {
    const { merchant } = await buildApplication(state);
    expect(await appeal({ ...by(merchant), message: 'The trade you name is not ours: we sell tea.' })).toBe(
      'closed',
    );
    expect(await current(merchant)).toMatchObject({ state });
  },
);

test.each([
  [{ trading_name: '' }, 'Harbour Tea GmbH'],
  [{ trading_name: 'Harbour Tea' }, 'Harbour Tea'],
])("from the first submission on, the account has the business's name: %j", async (answers, name) => {
  const { merchant } = await buildApplication('SUBMITTED', {
    answers: { legal_name: 'Harbour Tea GmbH', ...answers },
  });
  expect(await prisma.account.findUnique({ where: { id: merchant.accountId } })).toMatchObject({ name });
});
