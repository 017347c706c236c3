import { expect, test } from 'vitest';
import {
  buildApplication,
  buildDocument,
  companyAnswers,
  soleOwner,
} from '../../../../tests/world/applications';
import { buildMerchant } from '../../../../tests/world/merchants';
import { createEmailLink } from '~/identity/email/email-links';
import { completeRegistration } from '~/merchants/accounts/registration';
import { replaceSearchKeys } from '~/merchants/accounts/search-keys';
import { requireApplication } from '~/merchants/applications/applications';
import { submitApplication } from '~/merchants/applications/submission';
import { prisma } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import { findDuplicates, findIdsWithDuplicates } from './duplicates';

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
      isSuspended: false,
      shared: ['registration_number'],
      rejection: 'We do not serve this trade.',
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
    { applicationId: first.applicationId, shared: ['bank_account'] },
  ]);
  expect(await duplicatesOf(first.applicationId)).toMatchObject([
    { applicationId: second.applicationId, shared: ['bank_account'] },
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
    { applicationId: first.applicationId, shared: ['person'] },
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
    {
      state: 'CHANGES_REQUESTED',
      shared: [
        'address',
        'bank_account',
        'email',
        'person',
        'phone',
        'registration_number',
        'tax_number',
        'website',
      ],
    },
  ]);
});

const unique = () => String(Math.random()).slice(2, 8);

test.each([
  ['tax_number', { tax_number: 'DE 81#' }, { tax_number: '81#' }],
  ['website', { website: 'https://www.tea#.example' }, { website: 'http://tea#.example/en' }],
  ['website', { website: 'https://instagram.com/tea#' }, { website: 'https://www.instagram.com/Tea#/' }],
  ['email', { contact_email: 'robin@tea#.example' }, { contact_email: 'Robin@Tea#.example' }],
  ['phone', { contact_phone: '+49 40 9#' }, { contact_phone: '0049 (0)40-9#' }],
  ['address', { address_line: 'Am Hafen #' }, { address_line: 'AM HAFEN, #' }],
] as const)('the same %s: %j and %j', async (kind, one, other) => {
  const end = unique();
  const withEnd = (answers: Record<string, string>) =>
    Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, value.replace('#', end)]));
  const first = await buildApplication('SUBMITTED', { answers: withEnd(one) });
  const second = await buildApplication('SUBMITTED', { answers: withEnd(other) });
  expect(await duplicatesOf(second.applicationId)).toMatchObject([
    { applicationId: first.applicationId, shared: [kind] },
  ]);
});

test('shops on one marketplace have different websites', async () => {
  await buildApplication('SUBMITTED', { answers: { website: `https://etsy.com/shop/${unique()}` } });
  const { applicationId } = await buildApplication('SUBMITTED', {
    answers: { website: `https://etsy.com/shop/${unique()}` },
  });
  expect(await duplicatesOf(applicationId)).toEqual([]);
});

test('the same file as a document', async () => {
  const bytes = Buffer.from(unique());
  const build = async () => {
    const applicant = await buildApplication();
    await buildDocument(applicant.merchant.accountId, { kind: 'bank_statement', bytes });
    expect(await submitApplication({ ...applicant.merchant, userId: applicant.merchant.ownerId })).toBe(
      'submitted',
    );
    return applicant;
  };
  const [first, second] = [await build(), await build()];
  expect(await duplicatesOf(second.applicationId)).toMatchObject([
    { applicationId: first.applicationId, shared: ['document'] },
  ]);
});

/** A submitted application of an account that registered itself. */
async function buildRegistered(registration: { address?: string; browserOwner?: string | null }) {
  const email = `registered-${crypto.randomUUID()}@example.com`;
  const token = await createEmailLink(prisma, { purpose: 'confirm', email, name: 'Ada' });
  const registered = await completeRegistration(token, 'correct horse battery', registration);
  if ('error' in registered) throw new Error(registered.error);
  const { userId, credentials } = registered;
  const merchant = { ...credentials, accountId: credentials.clientId, ownerId: userId };
  const { applicationId } = await buildApplication('SUBMITTED', { merchant });
  return { applicationId, email };
}

test('an account registered with the same browser, or from the same IP address', async () => {
  const first = await buildRegistered({ address: '203.0.114.7' });
  const second = await buildRegistered({ address: '203.0.114.7', browserOwner: digest(first.email) });
  expect(await duplicatesOf(first.applicationId)).toMatchObject([
    { applicationId: second.applicationId, shared: ['browser', 'ip_address'] },
  ]);
  // Private addresses are those of proxies.
  const third = await buildRegistered({ address: '10.0.0.7' });
  await buildRegistered({ address: '10.0.0.7' });
  expect(await duplicatesOf(third.applicationId)).toEqual([]);
});

test('an IP address that many accounts share says nothing', async () => {
  const address = '203.0.115.9';
  const [first] = [await buildRegistered({ address }), await buildRegistered({ address })];
  expect(await duplicatesOf(first.applicationId)).toHaveLength(1);
  expect(await findIdsWithDuplicates([first.applicationId])).toEqual(new Set([first.applicationId]));
  for (let i = 0; i < 9; i++)
    await replaceSearchKeys(
      prisma,
      (await buildMerchant()).accountId,
      ['ip_address'],
      [{ kind: 'ip_address', text: address }],
    );
  expect(await duplicatesOf(first.applicationId)).toEqual([]);
  expect(await findIdsWithDuplicates([first.applicationId])).toEqual(new Set());
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
    { applicationId: first.applicationId, shared: ['bank_account'] },
  ]);
});
