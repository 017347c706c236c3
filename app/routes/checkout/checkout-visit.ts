import { script } from 'virtual:checkout-script';
import { defaultDesign, type CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { findPublishedDesign } from '~/merchants/checkout-design/design-versions';
import { findCardIntent, type CardIntent } from '~/payments/checkout/card-intents';
import { findCheckoutIntent, type CheckoutIntent } from '~/payments/checkout/payment-intents';
import { recordOpened } from '~/payments/checkout/checkout-visits';
import { getCheckoutPath, getPathEnvironment } from '~/platform/http/surfaces.server';
import { negotiateLanguage } from '~/platform/text/language-negotiation.server';
import type { Language } from '~/platform/text/languages';

/** A payer at a checkout address (spec 4.9): what it names, in which look and language. */
export type CheckoutVisit = {
  /** Null when the address names none of this environment. */
  intent: CheckoutIntent | null;
  /** The card intent, where the address names one of those. */
  cardIntent: CardIntent | null;
  design: CheckoutDesign;
  language: Language;
  /** The address's query but for its language. */
  query: string;
  script: { path: string; integrity: string };
  /** Where this intent's other addresses are, in the language of this one. */
  urlFor: (destination: CheckoutDestination) => string;
};

/** `waiting` is the page for somebody who is to go on to the shop, `stale` for one whose form was out of date. */
type CheckoutDestination = 'page' | 'waiting' | 'stale' | 'cancel' | 'return';

const destinationPaths: Record<CheckoutDestination, { pathSuffix: string; flag?: string }> = {
  page: { pathSuffix: '' },
  waiting: { pathSuffix: '', flag: 'waiting' },
  stale: { pathSuffix: '', flag: 'stale' },
  cancel: { pathSuffix: '/cancel' },
  return: { pathSuffix: '/return' },
};

export async function resolveCheckoutVisit(request: Request): Promise<CheckoutVisit> {
  const { pathname, searchParams } = new URL(request.url);
  const address = {
    accountId: searchParams.get('client_id') ?? '',
    environment: getPathEnvironment(pathname),
  };
  const intentId = searchParams.get('intent_id') ?? '';
  const [intent, published] = await Promise.all([
    findCheckoutIntent({ ...address, intentId }),
    findPublishedDesign(address),
  ]);
  if (intent && isPageView(request)) await recordOpened(intent);
  const cardIntent = intent ? null : await findCardIntent({ ...address, intentId });
  const design = intent || cardIntent ? published : defaultDesign;
  const language = negotiateLanguage(request, design.language);
  const addressParams = { client_id: address.accountId, intent_id: intentId };
  const urlFor = (destination: CheckoutDestination) => {
    const { pathSuffix, flag } = destinationPaths[destination];
    const query = new URLSearchParams({
      ...addressParams,
      ...(searchParams.has('lang') && { lang: language }),
      ...(flag && { [flag]: '1' }),
    });
    return `${getCheckoutPath(address.environment)}${pathSuffix || (getCheckoutPath(address.environment) ? '' : '/')}?${query}`;
  };
  return {
    intent,
    cardIntent,
    design,
    language,
    query: String(new URLSearchParams(addressParams)),
    script: { path: script.path, integrity: script.integrity },
    urlFor,
  };
}

/** Not who asks for the head alone, nor a browser that fetches ahead what may never be opened. */
export function isPageView({ method, headers }: Request): boolean {
  return (
    method !== 'HEAD' &&
    ![headers.get('sec-purpose'), headers.get('purpose')].some((purpose) => purpose?.startsWith('prefetch'))
  );
}
