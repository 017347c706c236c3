import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import type { Environment } from '~/platform/environment';
import type { CheckoutPageData } from '../../checkout/page-data';

/** The checkout states that can be previewed. */
export const states = {
  empty: 'Empty form',
  errors: 'With errors',
  declined: 'Declined',
  paid: 'Paid',
  rtl: 'Right to left',
} as const;

type State = keyof typeof states;

export function getSampleState(input: unknown): State {
  return typeof input === 'string' && Object.hasOwn(states, input) ? (input as State) : 'empty';
}

/** A payer's page in that state, with a sample order. */
export function buildSamplePage(input: {
  design: CheckoutDesign;
  accountName: string;
  environment: Environment;
  state: State;
}): CheckoutPageData {
  const { design, accountName, environment, state } = input;
  const language = state === 'rtl' ? 'ar' : design.language;
  const appearance = { design, query: null, language, locale: language };
  const paymentDetails = {
    environment,
    merchantName: design.companyName || accountName,
    amount: 4_200,
    currency: 'EUR',
    order,
    imageUrls: [],
    captures: true,
  };
  if (state === 'paid')
    return { ...appearance, page: 'paid', paymentDetails, redirectUrl: '#', isRedirecting: false };
  return {
    ...appearance,
    page: 'form',
    savedCards: [],
    paymentDetails,
    billing: {
      ...{ fields: 'minimal', isRequired: false, countries: [], known: {} },
      asksForEmail: design.receipts,
    },
    challenge: { formId: '', ticket: '', bits: 0 },
    cancelUrl: '#',
    state: formStates[state],
  };
}

const formStates = {
  empty: {},
  rtl: {},
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
} as const;

const order = {
  lines: [
    { name: 'First-flush Darjeeling, 100 g', quantity: 2, unitPrice: 1_450, total: 2_900 },
    { name: 'Tea strainer', description: 'Steel, with handle', quantity: 1, unitPrice: 850, total: 850 },
    { name: 'Delivery', quantity: 1, unitPrice: 450, total: 450 },
  ],
  adjustment: null,
};
