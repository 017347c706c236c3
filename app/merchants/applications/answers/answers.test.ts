import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import {
  buildApplication,
  buildDocument,
  buildReviewer,
  companyAnswers,
  soleOwner,
  buildReviewStep,
} from '../../../../tests/world/applications';
import { buildMerchant } from '../../../../tests/world/merchants';
import { addPerson, removePerson, saveAnswers, savePerson } from './answers';
import { findApplication, requireApplication } from '~/merchants/applications/applications';
import { retrieveChecklist } from './checklist';
import { requestChanges } from '~/merchants/applications/review/decisions';
import { assignCase } from '~/merchants/applications/review/assignments';
import { saveItemReviews } from '~/merchants/applications/review/item-reviews';

const current = ({ accountId }: { accountId: string }) => requireApplication({ accountId });
const answersOf = async (merchant: { accountId: string }) => (await current(merchant)).answers;
const cardNumber = '4242 4242 4242 4242';

/** An application that was returned with requested changes to these subjects. */
async function buildReturnedApplication(...subjects: string[]) {
  const reviewerId = await buildReviewer();
  const { applicationId, merchant } = await buildApplication('SUBMITTED');
  await assignCase(await buildReviewStep(applicationId, reviewerId));
  const step = await buildReviewStep(applicationId, reviewerId);
  await saveItemReviews(
    step,
    subjects.map((subject) => ({ subject, result: 'change' as const, reason: 'Please change it.' })),
  );
  expect(await requestChanges({ ...step, message: '' })).toBe('changes_requested');
  return merchant;
}

test('an answer is stored, right or wrong, and leaves the others unchanged', async () => {
  const merchant = await buildMerchant();
  expect(await findApplication({ accountId: merchant.accountId })).toBeNull();
  await saveAnswers(merchant, { legal_name: 'Harbour Tea', contact_email: 'not an address' });
  await saveAnswers(merchant, { city: 'Hamburg' });
  expect(await answersOf(merchant)).toEqual({
    legal_name: 'Harbour Tea',
    contact_email: 'not an address',
    city: 'Hamburg',
  });
});

test('a website gets its scheme, and a share loses its percent sign', async () => {
  const merchant = await buildMerchant();
  await saveAnswers(merchant, { website: 'www.harbour-tea.example/shop' });
  expect(await answersOf(merchant)).toEqual({ website: 'https://www.harbour-tea.example/shop' });
  await addPerson(merchant, { person_share: '62.5 %', person_birth_date: '17.05.1984' });
  expect((await current(merchant)).people[0]!.answers).toEqual({
    person_share: '62.5',
    person_birth_date: '1984-05-17',
  });
});

test('of two devices that save at once, neither loses a field', async () => {
  const merchant = await buildMerchant();
  const answers = Object.entries(companyAnswers());
  await Promise.all(answers.map(([name, value]) => saveAnswers(merchant, { [name]: value })));
  expect(await answersOf(merchant)).toEqual(Object.fromEntries(answers));
});

test('unknown questions are not stored', async () => {
  const merchant = await buildMerchant();
  const hostile = JSON.parse(
    '{"__proto__": "x", "constructor": "x", "state": "APPROVED", "person_name": "x", "city": "Hamburg"}',
  ) as Record<string, string>;
  await saveAnswers(merchant, hostile);
  expect(await answersOf(merchant)).toEqual({ city: 'Hamburg' });
  expect(await current(merchant)).toMatchObject({ state: 'DRAFT' });
});

test("what the database can't store is removed, and the rest is stored", async () => {
  const merchant = await buildMerchant();
  await saveAnswers(merchant, { legal_name: ' Tea\0 \ud800House\r\nLtd ', what_is_sold: '😀'.repeat(3000) });
  const { legal_name, what_is_sold } = await answersOf(merchant);
  expect(legal_name).toBe('Tea House Ltd');
  expect(what_is_sold).toBe('😀'.repeat(2000));
});

test.each([
  'legal_name',
  'what_is_sold',
  'registration_number',
  'tax_number',
  'bank_code',
  'contact_phone',
  'country',
  'website',
])('a card number in %s is not stored, and the other answers are', async (name) => {
  const merchant = await buildMerchant();
  await saveAnswers(merchant, { [name]: 'as before' });
  expect(await saveAnswers(merchant, { [name]: `Ours is ${cardNumber}.`, city: 'Hamburg' })).toEqual({
    unsaved: [name],
  });
  expect(await answersOf(merchant)).toEqual({ [name]: 'as before', city: 'Hamburg' });
});

test('a card number is found even where the text would be cut', async () => {
  const merchant = await buildMerchant();
  const answerInput = { what_is_sold: `${'n'.repeat(4000 - 15)}${cardNumber.replaceAll(' ', '')}` };
  expect(await saveAnswers(merchant, answerInput)).toEqual({ unsaved: ['what_is_sold'] });
});

test('a registration number may look like a card of 14 digits, and other answers may not', async () => {
  const merchant = await buildMerchant();
  const siret = '380 129 866 46850';
  expect(
    await saveAnswers(merchant, {
      registration_number: siret,
      tax_number: siret,
      bank_code: siret,
      legal_name: siret,
    }),
  ).toEqual({ unsaved: ['legal_name'] });
  expect(await answersOf(merchant)).toEqual({
    registration_number: siret,
    tax_number: siret,
    bank_code: siret,
  });
  for (const number of ['378282246310005', cardNumber])
    expect(await saveAnswers(merchant, { registration_number: number })).toEqual({
      unsaved: ['registration_number'],
    });
});

test('a one-line answer is stored in one line, without invisible characters; a longer text keeps its lines', async () => {
  const merchant = await buildMerchant();
  const pasted = ' Two\r\nLines\tand\u2028three\u061c\u200b\u200e\u200f\u00ad\ufeff ';
  await saveAnswers(merchant, {
    legal_name: pasted,
    city: 'می\u200cخواهم',
    what_is_sold: 'Tea\r\n\r\nand\tpots',
  });
  await addPerson(merchant, { person_name: pasted });
  const { answers, people } = await current(merchant);
  expect(answers).toEqual({
    legal_name: 'Two Lines and three',
    city: 'می\u200cخواهم',
    what_is_sold: 'Tea\n\nand\tpots',
  });
  expect(people[0]!.answers).toEqual({ person_name: 'Two Lines and three' });
});

test('a card number among the answers about a person is not stored', async () => {
  const merchant = await buildMerchant();
  await addPerson(merchant, { person_name: cardNumber, person_country: 'DE' });
  const [person] = (await current(merchant)).people;
  expect(person!.answers).toEqual({ person_country: 'DE' });
  expect(await savePerson(merchant, person!.id, { person_name: cardNumber, person_share: '50' })).toEqual({
    unsaved: ['person_name'],
  });
  expect((await current(merchant)).people[0]!.answers).toEqual({ person_country: 'DE', person_share: '50' });
});

test('the account number is encrypted, shown by its last characters, and stays if it comes back masked', async () => {
  const merchant = await buildMerchant();
  const account_number = 'DE89 3704 0044 0532 0130 00';
  await saveAnswers(merchant, { bank_country: 'DE', account_number });
  const row = await prisma.application.findUniqueOrThrow({ where: { accountId: merchant.accountId } });
  expect(JSON.stringify(row)).not.toMatch(/3704|013000|0130 00/);
  const { items } = await retrieveChecklist(merchant.accountId);
  expect(items.find(({ key }) => key === 'account_number')).toMatchObject({
    displayValue: '•••• 3000',
    fault: null,
  });
  for (const displayValue of ['•••• 3000', '•••• 30001', '••••']) {
    await saveAnswers(merchant, { account_number: displayValue });
    expect((await answersOf(merchant)).account_number).toBe(account_number);
  }
  await saveAnswers(merchant, { account_number: '' });
  expect((await answersOf(merchant)).account_number).toBe('');
});

test("an account number encrypted for one application can't be decrypted in another", async () => {
  const [one, other] = [await buildMerchant(), await buildMerchant()];
  await saveAnswers(one, { account_number: 'DE89370400440532013000' });
  await saveAnswers(other, { city: 'Hamburg' });
  const { answers } = await prisma.application.findUniqueOrThrow({ where: { accountId: one.accountId } });
  await prisma.application.update({ where: { accountId: other.accountId }, data: { answers: answers! } });
  await expect(answersOf(other)).rejects.toThrow('does not open');
});

test.each(['SUBMITTED', 'IN_REVIEW', 'APPROVED', 'REJECTED'] as const)(
  'nothing is saved while it is %s',
  async (state) => {
    const { merchant } = await buildApplication(state);
    const before = await current(merchant);
    const personId = before.people[0]!.id;
    expect(await saveAnswers(merchant, { city: 'Bremen' })).toBe('closed');
    expect(await addPerson(merchant)).toBe('closed');
    expect(await savePerson(merchant, personId, { person_name: 'Eve' })).toBe('closed');
    expect(await removePerson(merchant, personId)).toBe('closed');
    expect(await current(merchant)).toEqual(before);
  },
);

test('a list holds up to twenty people', async () => {
  const merchant = await buildMerchant();
  const added = await Promise.all(Array.from({ length: 22 }, () => addPerson(merchant)));
  expect(added.filter((outcome) => outcome === 'too_many_people')).toHaveLength(2);
});

test("another merchant's people can't be changed or removed", async () => {
  const [merchant, stranger] = [await buildMerchant(), await buildMerchant()];
  const { personId } = (await addPerson(merchant, soleOwner())) as { personId: string };
  expect(await savePerson(stranger, personId, { person_name: 'Eve' })).toBe('not_found');
  expect(await removePerson(stranger, personId)).toBe('not_found');
  expect((await current(merchant)).people).toMatchObject([
    { id: personId, answers: { person_name: expect.stringMatching(/^Robin/) } },
  ]);
});

test('removing a person removes their identity document', async () => {
  const merchant = await buildMerchant();
  const { personId } = (await addPerson(merchant, soleOwner())) as { personId: string };
  await buildDocument(merchant.accountId, { kind: 'identity_document', subject: personId });
  await buildDocument(merchant.accountId, { kind: 'bank_statement' });
  expect(await removePerson(merchant, personId)).toBe('removed');
  expect(
    await prisma.document.findMany({
      where: { accountId: merchant.accountId, replacedAt: null },
      select: { kind: true },
    }),
  ).toEqual([{ kind: 'bank_statement' }]);
});

test('after a review, only requested changes are editable', async () => {
  const merchant = await buildReturnedApplication('city', 'document:bank_statement:');
  expect(await saveAnswers(merchant, { city: 'Bremen', legal_name: 'Other GmbH' })).toBe('not_reopened');
  expect(await saveAnswers(merchant, { city: 'Bremen', legal_name: 'Harbour Tea GmbH' })).toBe('saved');
  expect(await answersOf(merchant)).toMatchObject({ city: 'Bremen', legal_name: 'Harbour Tea GmbH' });
  const [person] = (await current(merchant)).people;
  expect(await savePerson(merchant, person!.id, { person_name: 'Eve' })).toBe('not_reopened');
  expect(await addPerson(merchant)).toBe('not_reopened');
  expect(await removePerson(merchant, person!.id)).toBe('not_reopened');
  const { items } = await retrieveChecklist(merchant.accountId);
  expect(items.filter(({ isOpen }) => isOpen).map(({ key }) => key)).toEqual([
    'city',
    'document:bank_statement:',
  ]);
  expect(items.filter(({ requestedChange }) => requestedChange)).toMatchObject([
    { key: 'city', requestedChange: 'Please change it.', isChanged: true },
    { key: 'document:bank_statement:', isChanged: false },
  ]);
});

test('a question that a changed answer adds is editable, and stays so when answered', async () => {
  const merchant = await buildReturnedApplication('bank_country');
  expect(await saveAnswers(merchant, { account_number: '12345678' })).toBe('not_reopened');
  await saveAnswers(merchant, { bank_country: 'US' });
  expect(await saveAnswers(merchant, { bank_code: '021000021' })).toBe('saved');
  expect(await saveAnswers(merchant, { bank_code: '021000089' })).toBe('saved');
});

test('a change to the list of people makes everyone on it editable; a change to one person, nobody else', async () => {
  const list = await buildReturnedApplication('people');
  const [first] = (await current(list)).people;
  expect(await savePerson(list, first!.id, { person_name: 'Robin Newname' })).toBe('saved');
  const { personId } = (await addPerson(list, { person_name: 'Eve' })) as { personId: string };
  expect(await removePerson(list, personId)).toBe('removed');

  const reviewerId = await buildReviewer();
  const { applicationId, merchant } = await buildApplication('SUBMITTED', {
    people: [
      { ...soleOwner(), person_share: '60' },
      { ...soleOwner(), person_share: '40' },
    ],
  });
  await assignCase(await buildReviewStep(applicationId, reviewerId));
  const [one, other] = (await current(merchant)).people;
  const step = await buildReviewStep(applicationId, reviewerId);
  await saveItemReviews(step, [{ subject: `person:${one!.id}`, result: 'change', reason: 'Another name?' }]);
  await requestChanges({ ...step, message: '' });
  expect(await savePerson(merchant, one!.id, { person_name: 'Robin Newname' })).toBe('saved');
  expect(await savePerson(merchant, other!.id, { person_name: 'Eve' })).toBe('not_reopened');
  expect(await removePerson(merchant, one!.id)).toBe('not_reopened');
});
