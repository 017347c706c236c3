import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import {
  formatPersonName,
  listReviewItems,
  sumShares,
  type ApplicationContents,
} from '~/merchants/applications/answers/review-items';
import { countryName } from '~/merchants/applications/questions/country-names';
import type { CheckFinding } from './check-finding';
import { compareNames, splitBusinessName, splitPersonName } from './names';
import { isPossibleRegistrationNumber, isPossibleTaxNumber } from './official-numbers';

type AnswerCheck = (contents: ApplicationContents, now: Date) => CheckFinding[];

/** What the submitted answers reveal by themselves, in the order of the form. `now`: for the ages of people. */
export function checkAnswers(contents: ApplicationContents, now = new Date()): CheckFinding[] {
  const itemKeys = listReviewItems(contents).map(({ key }) => key);
  return answerChecks
    .flatMap((check) => check(contents, now))
    .filter(({ itemKey }) => itemKeys.includes(itemKey))
    .sort((one, other) => itemKeys.indexOf(one.itemKey) - itemKeys.indexOf(other.itemKey));
}

const passed = (itemKey: string, text: string): CheckFinding => ({ itemKey, result: 'passed', text });
const attention = (itemKey: string, text: string): CheckFinding => ({ itemKey, result: 'attention', text });

const checkRegistrationNumber: AnswerCheck = ({ answers: { registration_number: number, country } }) => {
  const isPossible = number && country ? isPossibleRegistrationNumber(number, country) : null;
  if (isPossible === null) return [];
  return [
    isPossible
      ? passed('registration_number', `The format is used in ${countryName(country!)}.`)
      : attention(
          'registration_number',
          `No business register in ${countryName(country!)} uses this format. Compare it with the extract.`,
        ),
  ];
};

const checkTaxNumber: AnswerCheck = ({ answers: { tax_number: number, country } }) => {
  const isPossible = number && country ? isPossibleTaxNumber(number, country) : null;
  if (isPossible === null) return [];
  return [
    isPossible
      ? passed('tax_number', `The format and check digits are those of ${countryName(country!)}.`)
      : attention(
          'tax_number',
          `The format or the check digits aren’t those of a tax number or VAT number of ${countryName(country!)}.`,
        ),
  ];
};

const checkPhone: AnswerCheck = ({ answers: { contact_phone: phone = '', country } }) => {
  const phoneCountry = parsePhoneNumberFromString(phone)?.country;
  return phoneCountry && country && phoneCountry !== country
    ? [
        attention(
          'contact_phone',
          `The phone number is from ${countryName(phoneCountry) ?? phoneCountry}, and the business is in ${countryName(country)}.`,
        ),
      ]
    : [];
};

const youngestAge = 18;
const oldestAge = 90;

const checkAges: AnswerCheck = ({ people }, now) =>
  people.flatMap((person) => {
    const age = calculateAge(person.answers.person_birth_date ?? '', now);
    return age < youngestAge || age > oldestAge
      ? [attention(`person:${person.id}`, `${formatPersonName(person)} is ${age} years old.`)]
      : [];
  });

const checkShares: AnswerCheck = ({ answers, people }) => {
  if (answers.business_form !== 'company' && answers.business_form !== 'partnership') return [];
  const owners = people.filter(({ answers }) => answers.person_role !== 'director');
  const total = sumShares(owners);
  if (!owners.length)
    return [attention('people', 'Nobody holds 25% or more. Check in the extract who owns the business.')];
  return [
    total > 75_00
      ? passed('people', `The shares add up to ${total / 100}%, so no other owner can hold 25%.`)
      : attention(
          'people',
          `The shares add up to ${total / 100}%. Check who owns the other ${(100_00 - total) / 100}%.`,
        ),
  ];
};

const checkBankCountry: AnswerCheck = ({ answers: { bank_country: bank, country } }) => {
  if (!bank || !country) return [];
  return [
    bank === country
      ? passed('bank_country', 'The bank is in the country of the business.')
      : attention(
          'bank_country',
          `The bank is in ${countryName(bank)}, and the business is in ${countryName(country)}.`,
        ),
  ];
};

/** Half of the words: "Harbour Tea" is the holder of "Harbour Tea Trading GmbH". */
const sameHolderAbove = 0.5;

const checkAccountHolder: AnswerCheck = ({ answers, people }) => {
  const { account_holder: holder, legal_name, trading_name } = answers;
  if (!holder) return [];
  const isBusiness = [legal_name, trading_name].some(
    (name) => name && compareNames(splitBusinessName(holder), splitBusinessName(name)) >= sameHolderAbove,
  );
  if (isBusiness) return [passed('account_holder', 'The holder has the name of the business.')];
  const isPerson = people.some(
    (person) =>
      compareNames(splitPersonName(holder), splitPersonName(formatPersonName(person))) > sameHolderAbove,
  );
  return [
    attention(
      'account_holder',
      isPerson
        ? 'The holder is a person, not the business.'
        : 'The holder has neither the name of the business nor of its people.',
    ),
  ];
};

const answerChecks: AnswerCheck[] = [
  checkRegistrationNumber,
  checkTaxNumber,
  checkPhone,
  checkAges,
  checkShares,
  checkBankCountry,
  checkAccountHolder,
];

/** In full years. Dates of birth are plain dates, such as 1984-05-17. */
function calculateAge(birthDate: string, now: Date): number {
  const [year = NaN, month = 1, day = 1] = birthDate.split('-').map(Number);
  const hadBirthday =
    now.getUTCMonth() + 1 > month || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= day);
  return now.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}
