import { expect, test } from 'vitest';
import { buildApplication, companyAnswers, soleOwner } from '../../../../tests/world/applications';
import { requireApplication } from '~/merchants/applications/applications';
import { findDuplicates } from './duplicates';

const duplicatesOf = async (applicationId: string) =>
  findDuplicates(await requireApplication({ id: applicationId }));

test('nothing is a duplicate by chance, or of itself', async () => {
  const [{ applicationId }] = [await buildApplication('SUBMITTED'), await buildApplication('APPROVED')];
  expect(await duplicatesOf(applicationId)).toEqual([]);
});

test.each([
  ['HRB 12345', 'hrb-12345'],
  ['HRB 12345', 'HRB12345 '],
  ['SC.123/456', 'sc 123 456'],
  ['HRB １２３', 'HRB 123'],
])('the same registration number: %j and %j', async (one, other) => {
  // Few enough digits that it can't be a card number, which is refused.
  const unique = String(Math.random()).slice(2, 8);
  const first = await buildApplication('REJECTED', {
    answers: { registration_number: `${one.trim()}${unique}` },
  });
  const second = await buildApplication('SUBMITTED', {
    answers: { registration_number: `${other.trim()}${unique}` },
  });
  expect(await duplicatesOf(second.applicationId)).toEqual([
    {
      applicationId: first.applicationId,
      name: expect.any(String),
      state: 'REJECTED',
      same: ['registration number'],
    },
  ]);
});

test("the same number in another country's register is another business", async () => {
  const { registration_number } = companyAnswers();
  await buildApplication('SUBMITTED', { answers: { registration_number: registration_number! } });
  const { applicationId } = await buildApplication('SUBMITTED', {
    answers: { registration_number: registration_number!, country: 'AT' },
  });
  expect(await duplicatesOf(applicationId)).toEqual([]);
});

test('the same bank account, with spaces, dashes and in lowercase', async () => {
  const { account_number } = companyAnswers();
  const spelt = account_number!
    .toLowerCase()
    .replace(/(.{4})/g, '$1 ')
    .trim();
  const first = await buildApplication('APPROVED', { answers: { account_number: account_number! } });
  const second = await buildApplication('SUBMITTED', { answers: { account_number: spelt } });
  expect(await duplicatesOf(second.applicationId)).toMatchObject([
    { applicationId: first.applicationId, same: ['bank account'] },
  ]);
  expect(await duplicatesOf(first.applicationId)).toMatchObject([
    { applicationId: second.applicationId, same: ['bank account'] },
  ]);
});

test.each([
  ['José García', 'JOSE  GARCIA'],
  ['Anne-Marie Müller', 'Anne Marie Muller'],
  ['Zoë O’Brien', "zoe o'brien"],
])('the same owner: %s and %s', async (one, other) => {
  const { person_name: unique } = soleOwner();
  const first = await buildApplication('SUBMITTED', {
    people: [{ ...soleOwner(), person_name: `${one} ${unique}` }],
  });
  const second = await buildApplication('SUBMITTED', {
    people: [
      { ...soleOwner(), person_name: `${other} ${unique}` },
      { ...soleOwner(), person_role: 'director' },
    ],
  });
  expect(await duplicatesOf(second.applicationId)).toMatchObject([
    { applicationId: first.applicationId, same: ['person'] },
  ]);
});

test('people with one name and different birthdays are different people', async () => {
  const owner = soleOwner();
  await buildApplication('SUBMITTED', { people: [owner] });
  const { applicationId } = await buildApplication('SUBMITTED', {
    people: [{ ...owner, person_birth_date: '1990-01-01' }],
  });
  expect(await duplicatesOf(applicationId)).toEqual([]);
});

test('every match is named', async () => {
  const [answers, people] = [companyAnswers(), [soleOwner()]];
  await buildApplication('CHANGES_REQUESTED', { answers, people });
  const { applicationId } = await buildApplication('SUBMITTED', { answers, people });
  expect(await duplicatesOf(applicationId)).toMatchObject([
    { state: 'CHANGES_REQUESTED', same: ['registration number', 'bank account', 'person'] },
  ]);
});

test("a registration number that no longer applies doesn't count", async () => {
  const { registration_number } = companyAnswers();
  await buildApplication('SUBMITTED', { answers: { registration_number: registration_number! } });
  const { applicationId } = await buildApplication('SUBMITTED', {
    answers: { registration_number: registration_number!, business_form: 'sole_trader' },
  });
  expect(await duplicatesOf(applicationId)).toEqual([]);
});

test('without an IBAN, only the same account at the same bank matches', async () => {
  const account_number = String(Math.random()).slice(2, 11);
  const at = (bank_code: string) =>
    buildApplication('SUBMITTED', { answers: { bank_country: 'US', account_number, bank_code } });
  const [first, elsewhere, again] = [await at('021000021'), await at('011401533'), await at('0210-00021')];
  expect(await duplicatesOf(elsewhere.applicationId)).toEqual([]);
  expect(await duplicatesOf(again.applicationId)).toMatchObject([
    { applicationId: first.applicationId, same: ['bank account'] },
  ]);
});
