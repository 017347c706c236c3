import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import type { CheckoutIntent } from '~/payments/checkout/payment-intents';
import { listBillingCountries } from '~/payments/checkout/billing/billing-countries';
import { listPayerCards, type CheckoutCard } from '~/payments/checkout/saved-cards';
import { createPuzzle, type Puzzle } from '~/payments/card-testing/proof-of-work';
import { readCardHolder } from '~/payments/transactions/card-holder';
import { listItemImageUrls } from '~/payments/checkout/item-images/item-images';
import { getOrderTitle, orderLines, type OrderLines } from '~/payments/transactions/order-lines';
import { getInitialAmounts, type PaidAmounts } from '~/payments/checkout/paid-amounts';
import type { LinkObstacle } from '~/payments/payment-links/link-places';
import type { Environment } from '~/platform/environment';
import { buildAuthenticationUrl, buildLinkUrl, getLinkPath } from '~/platform/http/surfaces.server';
import type { Language, Locale } from '~/platform/text/languages';
import type { BillingForm } from './card-form/billing-fields';
import { newCardChoice, type FormState } from './card-form/form-state';
import type { CardSavingPageData } from './card-saving/card-saving-data';
import type { CheckoutVisit } from './checkout-visit';
import type { PageScript } from './page/checkout-script';

export type PaymentDetails = {
  environment: Environment;
  merchantName: string;
  /** The name of the payment link, if its items have other names. */
  title: string | null;
  amount: number;
  currency: string;
  order: OrderLines;
  /** Where the browser finds the image of each item, from our own host; null for items without one. */
  imageUrls: (string | null)[];
  /** Whether the payer came with a payment link, not from a page of the merchant. */
  isOfLink: boolean;
  /** Where the payer starts over with the payment link, unless it was switched off or has expired. */
  linkUrl?: string;
  /** Whether the link lets payers choose an amount or quantity. */
  hasLinkChoice: boolean;
  /** Whether the payment link has its own confirmation instead of a page of the merchant. */
  hasLinkConfirmation: boolean;
};

/** `removalUrl`: where the payer removes the card. */
export type OfferedCard = CheckoutCard & { removalUrl: string };

/** All data of a checkout page. */
export type CheckoutPageData = CheckoutPageBase & (PaymentPageData | CardSavingPageData);

type CheckoutPageBase = {
  language: Language;
  locale: Locale;
  design: CheckoutDesign;
  /** The page's query without the language, for the language links. Null in a preview. */
  query: string | null;
  /** The page's script. None in a preview. */
  script?: PageScript;
};

type PaymentPageData =
  | { page: 'unknown' }
  | {
      page: 'form';
      paymentDetails: PaymentDetails;
      savedCards: OfferedCard[];
      billing: BillingForm;
      challenge: Puzzle;
      cancelUrl: string;
      state: FormState;
    }
  | {
      page: 'remove_card';
      paymentDetails: PaymentDetails;
      card: CheckoutCard;
      removalUrl: string;
      keepUrl: string;
    }
  | { page: 'paying'; paymentDetails: PaymentDetails; refreshUrl: string }
  | {
      page: 'authenticate';
      paymentDetails: PaymentDetails;
      authenticationUrl: string;
      /** Where the payer ends the authentication, to pay with another card. */
      endUrl: string;
      cancelUrl: string;
      /** Whether the payer submitted another form meanwhile. */
      isEarlierAttempt: boolean;
    }
  | { page: 'link_completed'; paymentDetails: PaymentDetails }
  | { page: 'link_paid' | 'link_reversed'; paymentDetails: PaymentDetails }
  | { page: 'link_in_progress'; paymentDetails: PaymentDetails; retryUrl: string }
  | (ResultPageData<'paid'> & {
      amounts: PaidAmounts;
      /** Whether the payer submitted a form after another one had paid. */
      wasPaidBefore?: boolean;
      hasReceipt?: boolean;
    })
  /** The hold has ended, and nothing was taken. */
  | ResultPageData<'released'>
  | ResultPageData<'expired' | 'blocked' | 'cancelled'>;

/** `isRedirecting`: the browser is redirected to the shop automatically. */
type ResultPageData<P> = {
  page: P;
  paymentDetails: PaymentDetails;
  redirectUrl: string;
  isRedirecting: boolean;
};

export type CheckoutPageOf<P extends CheckoutPageData['page']> = Extract<CheckoutPageData, { page: P }>;

/** The page for a URL without a payment. */
export function buildUnknownPage(visit: CheckoutVisit): CheckoutPageData {
  return { ...buildPageBase(visit), page: 'unknown' };
}

/** The page for the intent's current state. `state` is the result of the form, if it's shown again. */
export async function buildIntentPage(
  visit: CheckoutVisit,
  intent: CheckoutIntent,
  state: FormState = {},
): Promise<CheckoutPageData> {
  const page = { ...buildPageBase(visit), paymentDetails: toPaymentDetails(intent, visit) };
  switch (intent.phase) {
    case 'open': {
      const savedCards = await listPayerCards(intent);
      return {
        ...page,
        page: 'form',
        savedCards: savedCards.map((card) => ({ ...card, removalUrl: buildRemovalUrl(visit, card) })),
        billing: buildBillingForm(visit, intent),
        challenge: createPuzzle(intent.id),
        cancelUrl: visit.urlFor('cancel'),
        state: replaceRemovedChoice(state, savedCards),
      };
    }
    case 'paying':
      if (intent.isAuthenticating && intent.transactionId)
        return {
          ...buildAuthenticationPage(visit, intent, intent.transactionId),
          isEarlierAttempt: state.reason === 'out_of_date',
        };
      return { ...page, page: 'paying', refreshUrl: visit.urlFor('waiting') };
    case 'paid':
      return {
        ...page,
        page: 'paid',
        amounts: getInitialAmounts(intent),
        redirectUrl: visit.urlFor('return'),
        isRedirecting: false,
        wasPaidBefore: state.reason === 'out_of_date',
      };
    default:
      return { ...page, page: intent.phase, redirectUrl: visit.urlFor('return'), isRedirecting: false };
  }
}

/** The bank may have closed the card that was tried. No other saved card is selected in its place. */
function replaceRemovedChoice(state: FormState, savedCards: readonly CheckoutCard[]): FormState {
  const { choice = newCardChoice } = state;
  if (choice === newCardChoice || savedCards.some(({ id }) => id === choice)) return state;
  return { ...state, choice: newCardChoice, isDeclinedCardRemoved: true };
}

/** The page that asks whether a saved card is to be removed. */
export function buildRemovalPage(
  visit: CheckoutVisit,
  intent: CheckoutIntent,
  card: CheckoutCard,
): CheckoutPageOf<'remove_card'> {
  const base = buildPageBase(visit);
  return {
    ...base,
    query: `${base.query}&card=${card.id}`,
    page: 'remove_card',
    paymentDetails: toPaymentDetails(intent, visit),
    card,
    removalUrl: buildRemovalUrl(visit, card),
    keepUrl: visit.urlFor('page'),
  };
}

const buildRemovalUrl = ({ urlFor }: CheckoutVisit, { id }: CheckoutCard) =>
  `${urlFor('remove_card')}&card=${id}`;

/** Others have paid, or are paying, everything that the intent's payment link accepts. */
export function buildTakenLinkPage(
  visit: CheckoutVisit,
  intent: CheckoutIntent,
  obstacle: LinkObstacle,
): CheckoutPageData {
  const page = { ...buildPageBase(visit), paymentDetails: toPaymentDetails(intent, visit) };
  return obstacle === 'in_progress'
    ? { ...page, page: 'link_in_progress', retryUrl: visit.urlFor('page') }
    : { ...page, page: `link_${obstacle}` };
}

/** The payer's bank wants to authenticate them before it decides. */
export function buildAuthenticationPage(
  visit: CheckoutVisit,
  intent: CheckoutIntent,
  transactionId: string,
): CheckoutPageOf<'authenticate'> {
  return {
    ...buildPageBase(visit),
    page: 'authenticate',
    paymentDetails: toPaymentDetails(intent, visit),
    authenticationUrl: buildAuthenticationUrl(intent.environment, transactionId),
    endUrl: visit.urlFor('end'),
    cancelUrl: visit.urlFor('cancel'),
    isEarlierAttempt: false,
  };
}

export function buildPageBase({ language, locale, design, query, script }: CheckoutVisit): CheckoutPageBase {
  return { language, locale, design, query, script };
}

/** What the form asks for. */
export const getBillingRules = ({
  order,
  billingDetails,
  billingRequired,
  emailRequired,
}: CheckoutIntent) => ({
  fields: billingDetails,
  isRequired: billingRequired,
  isEmailRequired: emailRequired && readCardHolder(order).email === undefined,
});

function buildBillingForm({ design, locale }: CheckoutVisit, intent: CheckoutIntent): BillingForm {
  const known = readCardHolder(intent.order);
  const rules = getBillingRules(intent);
  return {
    ...rules,
    countries: listBillingCountries(locale),
    known,
    asksForEmail: rules.isEmailRequired || (design.receipts && known.email === undefined),
    isTest: intent.environment === 'test',
  };
}

function toPaymentDetails(
  {
    id,
    environment,
    merchantName,
    amount,
    currency,
    order,
    linkName,
    paymentLinkId,
    isLinkActive,
    hasLinkChoice,
    successUrl,
  }: CheckoutIntent,
  { design, locale, urlFor }: CheckoutVisit,
): PaymentDetails {
  const lines = orderLines(order, amount);
  return {
    environment,
    merchantName: design.companyName || merchantName,
    title: getOrderTitle(linkName, lines),
    amount,
    currency,
    order: lines,
    imageUrls: listItemImageUrls(order).map((url, item) => url && `${urlFor('item_image')}&item=${item}`),
    isOfLink: Boolean(paymentLinkId),
    hasLinkChoice,
    hasLinkConfirmation:
      paymentLinkId !== null && successUrl.startsWith(buildLinkUrl(environment, paymentLinkId, '/thanks')),
    ...(paymentLinkId &&
      isLinkActive && {
        linkUrl: `${getLinkPath(environment, paymentLinkId)}?${new URLSearchParams({ lang: locale, intent_id: id })}`,
      }),
  };
}
