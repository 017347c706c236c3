import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { listBillingCountries } from '~/payments/checkout/billing/billing-countries';
import type { Environment } from '~/platform/environment';
import type { Language } from '~/platform/text/languages';
import type { BillingForm } from '../../../checkout/card-form/billing-fields';
import type { FormState } from '../../../checkout/card-form/form-state';
import type { CheckoutPageData, OfferedCard } from '../../../checkout/page-data';
import type { KnownLinkPage } from '../../../checkout/payment-link/link-page-data';
import type { SampleChoice } from './sample-choice';

export type SamplePage = CheckoutPageData | KnownLinkPage;

type Input = { design: CheckoutDesign; accountName: string; environment: Environment; choice: SampleChoice };

/** A payer's page in the chosen state and language, with a sample order. */
export function buildSamplePage({ design, accountName, environment, choice }: Input): SamplePage {
  const { state } = choice;
  const language = choice.language ?? design.language;
  const base = { design, language, locale: language };
  const merchantName = design.companyName || accountName;
  if (state === 'link')
    return {
      ...{ ...base, query: null, page: 'form' },
      link: { ...link, environment, merchantName, chosenAmount: null },
    };
  const payment = {
    ...base,
    query: null,
    paymentDetails: {
      ...{ environment, merchantName, title: null, order, amount: 4_200, currency: 'EUR' },
      imageUrls: [],
      isOfLink: false,
      hasLinkChoice: false,
      hasLinkConfirmation: false,
    },
  };
  if (state === 'paid') {
    const amounts = { taken: payment.paymentDetails.amount, held: 0, refunded: 0, chargedBack: 0 };
    return { ...payment, page: 'paid', amounts, redirectUrl: '#', isRedirecting: false };
  }
  return {
    ...payment,
    page: 'form',
    savedCards: state === 'saved_cards' ? cards : [],
    billing: {
      ...buildBilling(state, language),
      asksForEmail: design.receipts,
      isTest: environment === 'test',
    },
    challenge: { formId: '', ticket: '', bits: 0 },
    cancelUrl: '#',
    state: formStates[state] ?? {},
  };
}

/** Only the state that is about the address has the list of countries, because it's long. */
function buildBilling(
  state: SampleChoice['state'],
  language: Language,
): Omit<BillingForm, 'asksForEmail' | 'isTest'> {
  return state === 'billing'
    ? {
        fields: 'full',
        isRequired: true,
        countries: listBillingCountries(language),
        known: { country: 'DE' },
      }
    : { fields: 'minimal', isRequired: false, countries: [], known: {} };
}

const formStates: Partial<Record<SampleChoice['state'], FormState>> = {
  errors: {
    retained: { expiry: '13/30', name: '' },
    cardErrors: {
      number: 'number_missing',
      expiry: 'expiry_wrong',
      code: 'code_missing',
      name: 'name_missing',
    },
  },
  declined: {
    retained: { expiry: '08/30', name: 'Ada Example' },
    reason: 'insufficient_funds',
    declined: { attemptsLeft: 4 },
  },
};

const cards: OfferedCard[] = [
  {
    id: 'sample-1',
    brand: 'visa',
    lastFour: '4242',
    expiry: '2030-08',
    hasAgreement: false,
    removalUrl: '#',
  },
  {
    id: 'sample-2',
    brand: 'mastercard',
    lastFour: '4444',
    expiry: '2029-11',
    hasAgreement: false,
    removalUrl: '#',
  },
];

const order = {
  lines: [
    { name: 'First-flush Darjeeling, 100 g', quantity: 2, unitPrice: 1_450, total: 2_900 },
    { name: 'Tea strainer', description: 'Steel, with handle', quantity: 1, unitPrice: 850, total: 850 },
    { name: 'Delivery', quantity: 1, unitPrice: 450, total: 450 },
  ],
  adjustment: null,
};

const link = {
  name: 'Tea tasting',
  currency: 'EUR',
  items: [
    {
      name: 'Ticket',
      description: 'An evening with six teas',
      unitPrice: 2_100,
      quantity: 2,
      adjustableQuantity: { minimum: 1, maximum: 8 },
    },
  ],
};
