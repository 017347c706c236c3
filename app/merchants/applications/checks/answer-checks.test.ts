import { expect, test } from 'vitest';
import { companyAnswers, soleOwner } from '../../../../tests/world/applications';
import { checkAnswers } from './answer-checks';

const now = new Date('2026-11-28T12:00:00Z');

type Overrides = Record<string, string>;

/** The findings about an application that differs from one without anything to look at. */
function check(answers: Overrides = {}, ...people: Overrides[]) {
  return checkAnswers(
    {
      answers: {
        ...companyAnswers(),
        registration_number: 'HRB 118822',
        tax_number: 'DE 811 907 980',
        ...answers,
      },
      people: (people.length ? people : [{}]).map((person, index) => ({
        id: `per_${index}`,
        answers: { ...soleOwner(), ...person },
      })),
      documents: [],
    },
    now,
  );
}

const listAttention = (...input: Parameters<typeof check>) =>
  check(...input)
    .filter(({ result }) => result === 'attention')
    .map(({ itemKey, text }) => `${itemKey}: ${text}`);

test('a consistent application passes every check, in the order of the form', () => {
  expect(check().map(({ itemKey, result }) => [itemKey, result])).toEqual([
    ['registration_number', 'passed'],
    ['tax_number', 'passed'],
    ['people', 'passed'],
    ['bank_country', 'passed'],
    ['account_holder', 'passed'],
  ]);
});

test.each<[Overrides, string]>([
  [
    { registration_number: 'XY 12' },
    'registration_number: No business register in Germany uses this format. Compare it with the extract.',
  ],
  [
    { tax_number: 'DE 123456789' },
    'tax_number: The format or the check digits aren’t those of a tax number or VAT number of Germany.',
  ],
  [
    { contact_phone: '+33 1 42 68 53 00' },
    'contact_phone: The phone number is from France, and the business is in Germany.',
  ],
  [
    { bank_country: 'LT', account_number: 'LT121000011101001000' },
    'bank_country: The bank is in Lithuania, and the business is in Germany.',
  ],
  [
    { account_holder: 'Blue Ocean Holding Ltd' },
    'account_holder: The holder has neither the name of the business nor of its people.',
  ],
])('%j', (answers, finding) => {
  expect(listAttention(answers)).toEqual([finding]);
});

test('an account of a person is one, and a shortened name is the business’s', () => {
  const person = { person_name: 'Robin Alexander Harbour' };
  expect(listAttention({ account_holder: 'Robin Harbour', legal_name: 'Tea House GmbH' }, person)).toEqual([
    'account_holder: The holder is a person, not the business.',
  ]);
  for (const account_holder of ['HARBOUR TEA', 'Harbour Tea Trading', 'Harbor Tea Ltd.'])
    expect(listAttention({ account_holder }, person)).toEqual([]);
});

test.each([
  ['2009-11-28', 17],
  ['2008-11-29', 17],
  ['2008-11-28', null],
  ['1935-11-29', null],
  ['1935-11-28', 91],
])('born %s: %s', (person_birth_date, age) => {
  const expected = age && [`person:per_0: Robin is ${age} years old.`];
  expect(listAttention({}, { person_name: 'Robin', person_birth_date })).toEqual(expected ?? []);
});

test.each([
  [['100'], []],
  [['50', '25,01'], []],
  [['50', '25'], ['people: The shares add up to 75%. Check who owns the other 25%.']],
  [['33.3'], ['people: The shares add up to 33.3%. Check who owns the other 66.7%.']],
])('shares of %j', (shares, findings) => {
  expect(listAttention({}, ...shares.map((person_share) => ({ person_share })))).toEqual(findings);
});

test('a company without owners has to be looked up, and a charity has none', () => {
  const director = { person_role: 'director', person_share: '' };
  expect(listAttention({}, director)).toEqual([
    'people: Nobody holds 25% or more. Check in the extract who owns the business.',
  ]);
  expect(listAttention({ business_form: 'non_profit' }, director)).toEqual([]);
});

test('numbers of countries whose forms aren’t known aren’t checked', () => {
  const findings = check({ country: 'UG' });
  expect(findings.map(({ itemKey }) => itemKey)).not.toContain('registration_number');
  expect(findings.map(({ itemKey }) => itemKey)).not.toContain('tax_number');
});

test('answers to questions that don’t apply aren’t checked', () => {
  expect(
    listAttention({
      business_form: 'sole_trader',
      registration_number: 'XY 12',
      legal_name: 'Robin Harbour',
    }),
  ).not.toContainEqual(expect.stringContaining('registration_number'));
});
