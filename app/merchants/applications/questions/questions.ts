// The merchant's questions, in the order of the five steps. Used by the pages, the checklist, the review, and
// the emails.
import { completeUrl } from '~/platform/http/parse-url';
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
    lead: 'Your business as registered with the authorities.',
    questions: [
      {
        name: 'business_form',
        label: 'Business type',
        why: 'It determines which questions and documents we need.',
        input: {
          kind: 'choice',
          options: [
            ['sole_trader', 'Sole proprietor or freelancer'],
            ['partnership', 'Partnership'],
            ['company', 'Company'],
            ['non_profit', 'Charity or other non-profit'],
          ],
        },
      },
      {
        name: 'legal_name',
        label: (answers) => (isSoleTrader(answers) ? 'Your full name' : 'Legal name'),
        hint: (answers) =>
          isSoleTrader(answers)
            ? 'As shown on your identity document.'
            : 'As shown in the business register.',
        why: 'We can pay out only to the business we’ve verified.',
        input: { kind: 'line', autoComplete: 'organization' },
        fault: validation.validateName,
      },
      {
        name: 'trading_name',
        label: 'Trading name',
        hint: 'The name your customers know, if it’s different. It appears on their card statements.',
        why: 'A recognizable name prevents chargebacks.',
        input: { kind: 'line' },
        optional: true,
        fault: validation.validateName,
      },
      {
        name: 'registration_number',
        label: 'Registration number',
        hint: 'From the business or charity register.',
        why: 'We use it to look up your business in the public register.',
        input: { kind: 'line' },
        appliesWhen: isRegistered,
        official: true,
        fault: validation.validateOfficialNumber,
      },
      {
        name: 'tax_number',
        label: 'Tax number',
        hint: 'For example, a VAT number, an EIN, or your personal tax number.',
        why: 'Card networks and tax law require it.',
        input: { kind: 'line' },
        encrypted: true,
        official: true,
        fault: validation.validateOfficialNumber,
      },
    ],
    documents: [
      {
        kind: 'registration_extract',
        label: 'Business register extract',
        why: 'It proves that the business exists and who can sign for it. At most 3 months old.',
        appliesWhen: isRegistered,
      },
    ],
  },
  {
    id: 'contact',
    title: 'Address and contact',
    lead: 'Where your business is located, and who we can contact with questions.',
    questions: [
      {
        name: 'country',
        label: 'Country',
        why: 'Payment rules depend on the country.',
        input: { kind: 'country', autoComplete: 'country' },
        fault: validation.validateCountry,
      },
      {
        name: 'address_line',
        label: 'Street address',
        why: 'The location of the business. PO boxes aren’t accepted.',
        input: { kind: 'line', autoComplete: 'street-address' },
        fault: validation.validateLine,
      },
      {
        name: 'postal_code',
        label: 'Postal code',
        why: 'Part of your address.',
        input: { kind: 'line', autoComplete: 'postal-code' },
        optional: true,
        fault: validation.validateLine,
      },
      {
        name: 'city',
        label: 'Town or city',
        why: 'Part of your address.',
        input: { kind: 'line', autoComplete: 'address-level2' },
        fault: validation.validateLine,
      },
      {
        name: 'contact_name',
        label: 'Contact person',
        why: 'Someone who can answer questions about this application.',
        input: { kind: 'line', autoComplete: 'name' },
        fault: validation.validateName,
      },
      {
        name: 'contact_email',
        label: 'Contact email address',
        why: 'For questions. Updates about the application go to the account’s owners and admins.',
        input: { kind: 'line', inputMode: 'email', autoComplete: 'email' },
        fault: validation.validateEmail,
      },
      {
        name: 'contact_phone',
        label: 'Contact phone number',
        hint: 'With country code, for example +49 30 123456.',
        why: 'For urgent matters, such as suspected fraud.',
        input: { kind: 'line', inputMode: 'tel', autoComplete: 'tel' },
        normalize: validation.completePhone,
        fault: validation.validatePhone,
      },
    ],
    documents: [
      {
        kind: 'proof_of_address',
        label: 'Proof of address',
        why: 'Because your business isn’t in a register, we need a utility bill or an official letter that shows its address. At most 3 months old.',
        appliesWhen: isSoleTrader,
      },
    ],
  },
  {
    id: 'sales',
    title: 'What you sell',
    lead: 'What your customers buy, and how much you expect to sell.',
    questions: [
      {
        name: 'website',
        label: 'Website',
        hint: 'For example, https://shop.example. Without a website, enter your page on a social network or a marketplace, or leave this empty.',
        why: 'If you have one, we check that it shows your products, prices, terms, and contact details.',
        input: { kind: 'line', inputMode: 'url', autoComplete: 'url' },
        optional: true,
        normalize: completeUrl,
        fault: validation.validateWebsite,
      },
      {
        name: 'what_is_sold',
        label: 'What you sell',
        hint: 'In a few sentences: what you sell, to whom, and when you deliver.',
        why: 'Some products require a license, and card networks prohibit others.',
        input: { kind: 'text' },
        fault: validation.validateDescription,
      },
      {
        name: 'currency',
        label: 'Currency of the two amounts below',
        why: 'It applies to both amounts below.',
        input: { kind: 'currency' },
        fault: validation.validateCurrency,
      },
      {
        name: 'monthly_volume',
        label: 'Expected monthly card volume',
        hint: 'In total, for example 20000.',
        why: 'A much higher volume can indicate fraud. We’ll contact you before we stop any payments.',
        input: { kind: 'line', inputMode: 'decimal' },
        format: validation.formatAmountAnswer,
        fault: validation.validateAmount,
      },
      {
        name: 'average_amount',
        label: 'Average payment',
        hint: 'For example, 45.50.',
        why: 'Unusually large payments can indicate fraud.',
        input: { kind: 'line', inputMode: 'decimal' },
        format: validation.formatAmountAnswer,
        fault: validation.validateAmount,
      },
      {
        name: 'card_entry',
        label: 'Where customers enter card numbers',
        why: 'If you handle card numbers yourself, you need PCI DSS certification. With our checkout, you don’t.',
        input: {
          kind: 'choice',
          options: [
            ['checkout', 'On our hosted checkout page'],
            ['direct', 'On your own pages: your servers send card numbers to the API'],
          ],
        },
      },
      {
        name: 'pci_level',
        label: 'PCI DSS level',
        why: 'It determines which certificate you need.',
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
        why: 'Only certified merchants can send us card numbers.',
        appliesWhen: entersCards,
      },
    ],
  },
  {
    id: 'people',
    title: 'Owners and directors',
    lead: 'The people who own and run the business. We’re legally required to identify them.',
    questions: [],
    documents: [],
  },
  {
    id: 'bank',
    title: 'Bank account',
    lead: 'Where we send your payouts.',
    questions: [
      {
        name: 'bank_country',
        label: 'Country of the bank',
        why: 'It determines the account number’s format.',
        input: { kind: 'country' },
        fault: validation.validateCountry,
      },
      {
        name: 'account_holder',
        label: 'Account holder',
        why: 'Must be the business itself.',
        input: { kind: 'line' },
        fault: validation.validateName,
      },
      {
        name: 'account_number',
        label: (answers) => (validation.isIbanCountry(answers) ? 'IBAN' : 'Account number'),
        hint: 'After you save it, we show only the last characters. To change it, enter the full number again.',
        why: 'We send payouts only to this account.',
        input: { kind: 'line' },
        secret: true,
        fault: validation.validateAccountNumber,
      },
      {
        name: 'bank_code',
        label: 'Bank code',
        hint: 'For example, a routing number, sort code, or BIC.',
        why: 'Banks without IBANs are identified by a code.',
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
        why: 'It proves that the account is yours. The holder and number must be readable. You can black out the rest.',
      },
    ],
  },
] as const satisfies readonly Step[];

export type StepId = (typeof steps)[number]['id'];

export const stepIds: readonly StepId[] = steps.map(({ id }) => id);

/** Asked for each owner and director. All answers are encrypted. */
export const personQuestions: readonly Question[] = [
  {
    name: 'person_name',
    label: 'Full name',
    hint: 'As shown on the identity document.',
    why: 'We’re legally required to know who owns and runs the business.',
    input: { kind: 'line' },
    fault: validation.validateName,
  },
  {
    name: 'person_role',
    label: 'Role',
    why: 'Owners hold 25% or more. Directors are authorized to act for the business.',
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
    label: 'Ownership share in percent',
    why: 'Anyone with 25% or more counts as an owner.',
    input: { kind: 'line', inputMode: 'decimal' },
    appliesWhen: (answers) =>
      hasBusinessForm('company', 'partnership')(answers) &&
      answers.person_role !== 'director' &&
      Boolean(answers.person_role),
    normalize: (value) => value.replace('%', '').trim(),
    format: (value) => `${value}%`,
    fault: validation.validateShare,
  },
  {
    name: 'person_birth_date',
    label: 'Date of birth',
    hint: 'For example, May 17, 1984, or 1984-05-17.',
    why: 'It distinguishes people with the same name.',
    input: { kind: 'date' },
    normalize: validation.normalizeBirthDate,
    fault: validation.validateBirthDate,
  },
  {
    name: 'person_country',
    label: 'Country of residence',
    why: 'Required by anti-money-laundering laws.',
    input: { kind: 'country' },
    fault: validation.validateCountry,
  },
];

/** One for each person. */
export const personDocument: RequiredDocument = {
  kind: 'identity_document',
  label: 'Identity document',
  why: 'Passport or ID card, the side with the picture.',
};

export const allSteps: readonly Step[] = steps;

export const allQuestions: readonly Question[] = allSteps.flatMap(({ questions }) => questions);
