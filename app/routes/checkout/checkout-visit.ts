import { defaultDesign, type CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { findPublishedDesign } from '~/merchants/checkout-design/design-versions';
import { findCardIntent, type CardIntent } from '~/payments/checkout/card-intents';
import { findCheckoutIntent, type CheckoutIntent } from '~/payments/checkout/payment-intents';
import { recordOpened } from '~/payments/checkout/checkout-visits';
import { getCheckoutPath, getPathEnvironment } from '~/platform/http/surfaces.server';
import { negotiateLanguage, negotiateLocale } from '~/platform/text/language-negotiation.server';
import type { Language, Locale } from '~/platform/text/languages';
import { pageScript } from './page-script';
import type { PageScript } from './page/checkout-script';

/** A request to the checkout (spec 4.9): its intent, design, and language. */
export type CheckoutVisit = {
  /** Null when the URL names none of this environment. */
  intent: CheckoutIntent | null;
  /** The card intent, if the URL names one. */
  cardIntent: CardIntent | null;
  design: CheckoutDesign;
  language: Language;
  locale: Locale;
  /** The URL's query without the language. */
  query: string;
  script: PageScript;
  /** The base of this intent's other URLs, in its language. */
  urlFor: (destination: CheckoutDestination) => string;
};

/**
 * `waiting`: the page before the redirect to the shop. `stale`: the page for an outdated form. `removed`: the form after a
 * saved card was removed. `end`: ends the authentication of the last card.
 */
type CheckoutDestination =
  'page' | 'waiting' | 'stale' | 'removed' | 'item_image' | 'remove_card' | 'end' | 'cancel' | 'return';

const destinationPaths: Record<CheckoutDestination, { pathSuffix: string; flag?: string }> = {
  page: { pathSuffix: '' },
  waiting: { pathSuffix: '', flag: 'waiting' },
  stale: { pathSuffix: '', flag: 'stale' },
  removed: { pathSuffix: '', flag: 'removed' },
  remove_card: { pathSuffix: '/remove-card' },
  item_image: { pathSuffix: '/item-image' },
  end: { pathSuffix: '/cancel', flag: 'another' },
  cancel: { pathSuffix: '/cancel' },
  return: { pathSuffix: '/return' },
};

export async function resolveCheckoutVisit(request: Request): Promise<CheckoutVisit> {
  const { searchParams } = new URL(request.url);
  const { intentId, ...address } = parseIntentAddress(request);
  const [intent, published] = await Promise.all([
    findCheckoutIntent({ ...address, intentId }),
    findPublishedDesign(address),
  ]);
  if (intent && isPageView(request)) await recordOpened(intent);
  const cardIntent = intent ? null : await findCardIntent({ ...address, intentId });
  const design = {
    ...(intent || cardIntent ? published : defaultDesign),
    ...(intent?.payWord && { payWord: intent.payWord }),
  };
  const language = negotiateLanguage(request, design.language);
  const locale = negotiateLocale(request, language);
  const addressParams = { client_id: address.accountId, intent_id: intentId };
  const urlFor = (destination: CheckoutDestination) => {
    const { pathSuffix, flag } = destinationPaths[destination];
    const query = new URLSearchParams({
      ...addressParams,
      ...(searchParams.has('lang') && { lang: locale }),
      ...(flag && { [flag]: '1' }),
    });
    return `${getCheckoutPath(address.environment)}${pathSuffix || (getCheckoutPath(address.environment) ? '' : '/')}?${query}`;
  };
  return {
    intent,
    cardIntent,
    design,
    language,
    locale,
    query: String(new URLSearchParams(addressParams)),
    script: pageScript,
    urlFor,
  };
}

/** The intent that the URL of a checkout page names. */
export function parseIntentAddress({ url }: Request) {
  const { pathname, searchParams } = new URL(url);
  return {
    accountId: searchParams.get('client_id') ?? '',
    environment: getPathEnvironment(pathname),
    intentId: searchParams.get('intent_id') ?? '',
  };
}

/** Excludes HEAD requests and prefetches. */
export function isPageView({ method, headers }: Request): boolean {
  return (
    method !== 'HEAD' &&
    ![headers.get('sec-purpose'), headers.get('purpose')].some((purpose) => purpose?.startsWith('prefetch'))
  );
}
