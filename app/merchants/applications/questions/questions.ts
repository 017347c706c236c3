// What a merchant is asked, in the order of the five steps. Pages, the checklist, the review and the mails all read this.
import * as validation from './answer-validation';
import type { Answers, RequiredDocument, Question } from './question';

const hasBusinessForm =
  (...forms: string[]) =>
  ({ business_form }: Answers) =>
    forms.includes(business_form ?? '');
const isSoleTrader = hasBusinessForm('sole_trader');
const isRegistered = hasBusinessForm('partnership', 'company', 'non_profit');
const entersCards = ({ card_entry }: Answers) => card_entry === 'direct';

type Step = {
  id: string;
  title: string;
  lead: string;
  questions: readonly Question[];
  documents: readonly RequiredDocument[];
};

export const steps = [
  {
    id: 'business',
    title: 'Your business',
    lead: 'Who you are, as the register and the tax office know you.',
    questions: [
      {
        name: 'business_form',
        label: 'Business form',
        why: 'It decides what else we have to ask, and from whom.',
        input: {
          kind: 'choice',
          options: [
            ['sole_trader', 'Sole trader or freelancer'],
            ['partnership', 'Partnership'],
            ['company', 'Company'],
            ['non_profit', 'Charity or other non-profit'],
          ],
        },
      },
      {
        name: 'legal_name',
        label: (answers) => (isSoleTrader(answers) ? 'Your full name' : 'Legal name'),
        hint: (answers) => (isSoleTrader(answers) ? 'As on your identity document.' : 'As in the register.'),
        why: 'Money may only go to the business that was checked.',
        input: { kind: 'line', autoComplete: 'organization' },
        fault: validation.validateName,
      },
      {
        name: 'trading_name',
        label: 'Trading name',
        hint: 'What your customers know you by, when it is another one. It stands on their card statements.',
        why: 'A name that payers recognise saves you chargebacks.',
        input: { kind: 'line' },
        optional: true,
        fault: validation.validateName,
      },
      {
        name: 'registration_number',
        label: 'Registration number',
        hint: 'From the commercial or charity register.',
        why: 'We look the business up in the public register.',
        input: { kind: 'line' },
        appliesWhen: isRegistered,
        official: true,
        fault: validation.validateOfficialNumber,
      },
      {
        name: 'tax_number',
        label: 'Tax number',
        hint: 'Such as a VAT number, an EIN, or your personal tax number.',
        why: 'Card schemes and tax law want us to know who is taxed for the turnover.',
        input: { kind: 'line' },
        official: true,
        fault: validation.validateOfficialNumber,
      },
    ],
    documents: [
      {
        kind: 'registration_extract',
        label: 'Extract from the register',
        why: 'It shows that the business exists and who may sign for it. Not older than 3 months.',
        appliesWhen: isRegistered,
      },
    ],
  },
  {
    id: 'contact',
    title: 'Address and contact',
    lead: 'Where the business is, and whom we ask when something is unclear.',
    questions: [
      {
        name: 'country',
        label: 'Country',
        why: 'Each country has its own rules for payments.',
        input: { kind: 'country', autoComplete: 'country' },
        fault: validation.validateCountry,
      },
      {
        name: 'address_line',
        label: 'Street and number',
        why: 'Of the business itself: a post box is not enough.',
        input: { kind: 'line', autoComplete: 'street-address' },
        fault: validation.validateLine,
      },
      {
        name: 'postal_code',
        label: 'Postal code',
        why: 'Part of the address.',
        input: { kind: 'line', autoComplete: 'postal-code' },
        optional: true,
        fault: validation.validateLine,
      },
      {
        name: 'city',
        label: 'Town or city',
        why: 'Part of the address.',
        input: { kind: 'line', autoComplete: 'address-level2' },
        fault: validation.validateLine,
      },
      {
        name: 'contact_name',
        label: 'Contact person',
        why: 'Somebody who can answer questions about this application.',
        input: { kind: 'line', autoComplete: 'name' },
        fault: validation.validateName,
      },
      {
        name: 'contact_email',
        label: 'Contact email address',
        why: 'For questions. News of the application goes to the owners of this account.',
        input: { kind: 'line', inputMode: 'email', autoComplete: 'email' },
        fault: validation.validateEmail,
      },
      {
        name: 'contact_phone',
        label: 'Contact phone number',
        hint: 'With the country’s code, such as +49 30 123456.',
        why: 'For what cannot wait, such as suspected fraud.',
        input: { kind: 'line', inputMode: 'tel', autoComplete: 'tel' },
        fault: validation.validatePhone,
      },
    ],
    documents: [
      {
        kind: 'proof_of_address',
        label: 'Proof of address',
        why: 'Without a register we need to see the address on paper: a bill of a utility or a letter of an authority, not older than 3 months.',
        appliesWhen: isSoleTrader,
      },
    ],
  },
  {
    id: 'sales',
    title: 'What you sell',
    lead: 'What payers get for their money, and how much of it you expect.',
    questions: [
      {
        name: 'website',
        label: 'Website',
        hint: 'Where you sell, such as https://shop.example.',
        why: 'We look at what payers see: goods, prices, terms, how to reach you.',
        input: { kind: 'line', inputMode: 'url', autoComplete: 'url' },
        fault: validation.validateWebsite,
      },
      {
        name: 'what_is_sold',
        label: 'What you sell',
        hint: 'In a few sentences: what, to whom, and when it is delivered.',
        why: 'Some goods need a licence, some are not taken by card schemes.',
        input: { kind: 'text' },
        fault: validation.validateDescription,
      },
      {
        name: 'currency',
        label: 'Currency of the two amounts below',
        why: 'So that we read them as you mean them.',
        input: { kind: 'currency' },
        fault: validation.validateCurrency,
      },
      {
        name: 'monthly_volume',
        label: 'Expected card payments in a month',
        hint: 'All together, such as 20000.',
        why: 'Much more than expected looks like fraud; we ask before we stop anything.',
        input: { kind: 'line', inputMode: 'decimal' },
        fault: validation.validateAmount,
      },
      {
        name: 'average_amount',
        label: 'Average payment',
        hint: 'Such as 45.50.',
        why: 'As with the volume.',
        input: { kind: 'line', inputMode: 'decimal' },
        fault: validation.validateAmount,
      },
      {
        name: 'card_entry',
        label: 'Where card numbers are entered',
        why: 'Who handles card numbers has to be certified. Our checkout page spares you that.',
        input: {
          kind: 'choice',
          options: [
            ['checkout', 'On your checkout page'],
            ['direct', 'On our own pages: our servers send card numbers to the API'],
          ],
        },
      },
      {
        name: 'pci_level',
        label: 'PCI DSS level',
        why: 'It says which certificate you need.',
        input: {
          kind: 'choice',
          options: [
            ['1', 'Level 1: report on compliance by an assessor'],
            ['2', 'Level 2: self-assessment SAQ D'],
            ['3', 'Level 3: self-assessment SAQ D'],
            ['4', 'Level 4: self-assessment SAQ D'],
          ],
        },
        appliesWhen: entersCards,
      },
    ],
    documents: [
      {
        kind: 'pci_attestation',
        label: 'Attestation of compliance (PCI DSS)',
        why: 'Only certified merchants may send us card numbers.',
        appliesWhen: entersCards,
      },
    ],
  },
  {
    id: 'people',
    title: 'Owners and directors',
    lead: 'The people behind the business. The law wants us to know them.',
    questions: [],
    documents: [],
  },
  {
    id: 'bank',
    title: 'Bank account',
    lead: 'Where we pay out what your customers have paid.',
    questions: [
      {
        name: 'bank_country',
        label: 'Country of the bank',
        why: 'It decides how the account number is written.',
        input: { kind: 'country' },
        fault: validation.validateCountry,
      },
      {
        name: 'account_holder',
        label: 'Account holder',
        why: 'It has to be the business itself.',
        input: { kind: 'line' },
        fault: validation.validateName,
      },
      {
        name: 'account_number',
        label: (answers) => (validation.isIbanCountry(answers) ? 'IBAN' : 'Account number'),
        hint: 'Once it is saved, only its last characters are shown. To change it, type all of it again.',
        why: 'Payouts go here and nowhere else.',
        input: { kind: 'line' },
        secret: true,
        fault: validation.validateAccountNumber,
      },
      {
        name: 'bank_code',
        label: 'Bank code',
        hint: 'Such as a routing number, sort code or BIC.',
        why: 'Without an IBAN the bank needs a code of its own.',
        input: { kind: 'line' },
        appliesWhen: (answers) => Boolean(answers.bank_country) && !validation.isIbanCountry(answers),
        official: true,
        fault: validation.validateOfficialNumber,
      },
    ],
    documents: [
      {
        kind: 'bank_statement',
        label: 'Bank statement',
        why: 'It shows that the account is yours: holder and number have to be readable. You may black out the rest.',
      },
    ],
  },
] as const satisfies readonly Step[];

export type StepId = (typeof steps)[number]['id'];

export const stepIds: readonly StepId[] = steps.map(({ id }) => id);

/** Asked of each owner and director. */
export const personQuestions: readonly Question[] = [
  {
    name: 'person_name',
    label: 'Full name',
    hint: 'As on the identity document.',
    why: 'We have to know who owns and runs a business.',
    input: { kind: 'line' },
    fault: validation.validateName,
  },
  {
    name: 'person_role',
    label: 'Role',
    why: 'Who owns 25 % or more, and who may act for the business.',
    input: {
      kind: 'choice',
      options: [
        ['owner', 'Owner'],
        ['director', 'Director'],
        ['both', 'Owner and director'],
      ],
    },
    appliesWhen: isRegistered,
  },
  {
    name: 'person_share',
    label: 'Share in percent',
    why: 'From 25 % on somebody counts as an owner.',
    input: { kind: 'line', inputMode: 'decimal' },
    appliesWhen: (answers) =>
      hasBusinessForm('company', 'partnership')(answers) &&
      answers.person_role !== 'director' &&
      Boolean(answers.person_role),
    fault: validation.validateShare,
  },
  {
    name: 'person_birth_date',
    label: 'Date of birth',
    hint: 'Such as 1984-05-17.',
    why: 'It tells two people of the same name apart.',
    input: { kind: 'date' },
    fault: validation.validateBirthDate,
  },
  {
    name: 'person_country',
    label: 'Country of residence',
    why: 'Asked by the laws against money laundering.',
    input: { kind: 'country' },
    fault: validation.validateCountry,
  },
];

/** One for each person. */
export const personDocument: RequiredDocument = {
  kind: 'identity_document',
  label: 'Identity document',
  why: 'Passport or identity card, the side with the picture.',
};

export const allSteps: readonly Step[] = steps;

export const allQuestions: readonly Question[] = allSteps.flatMap(({ questions }) => questions);
