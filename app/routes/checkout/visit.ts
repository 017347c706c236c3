import { script } from 'virtual:checkout-script';
import { defaultDesign, type CheckoutDesign } from '~/merchants/checkout-design';
import { findPublishedDesign } from '~/merchants/checkout-designs';
import { findCardIntent, type CardIntent } from '~/payments/card-intents';
import { findCheckoutIntent, type CheckoutIntent } from '~/payments/intents';
import { noteOpened } from '~/payments/visits';
import { checkoutPath, environmentOfPath } from '~/platform/addresses.server';
import { chooseLanguage } from '~/platform/chosen-language.server';
import type { Language } from '~/platform/languages';

/** A payer at a checkout address (spec 4.9): what it names, in which look and language. */
export type Visit = {
  /** Null when the address names none of this environment. */
  intent: CheckoutIntent | null;
  /** The card intent, where the address names one of those. */
  saving: CardIntent | null;
  design: CheckoutDesign;
  language: Language;
  /** The address's query but for its language. */
  query: string;
  script: { path: string; integrity: string };
  /** Where this intent's other addresses are, in the language of this one. */
  to: (place: Place) => string;
};

/** `waiting` is the page for somebody who is to go on to the shop, `stale` for one whose form was out of date. */
type Place = 'page' | 'waiting' | 'stale' | 'cancel' | 'return';

const ways: Record<Place, { below: string; note?: string }> = {
  page: { below: '' },
  waiting: { below: '', note: 'waiting' },
  stale: { below: '', note: 'stale' },
  cancel: { below: '/cancel' },
  return: { below: '/return' },
};

export async function receiveVisit(request: Request): Promise<Visit> {
  const { pathname, searchParams } = new URL(request.url);
  const address = {
    accountId: searchParams.get('client_id') ?? '',
    environment: environmentOfPath(pathname),
  };
  const intentId = searchParams.get('intent_id') ?? '';
  const [intent, published] = await Promise.all([
    findCheckoutIntent({ ...address, intentId }),
    findPublishedDesign(address),
  ]);
  if (intent && isLookedAt(request)) await noteOpened(intent);
  const saving = intent ? null : await findCardIntent({ ...address, intentId });
  const design = intent || saving ? published : defaultDesign;
  const language = chooseLanguage(request, design.language);
  const names = { client_id: address.accountId, intent_id: intentId };
  const to = (place: Place) => {
    const { below, note } = ways[place];
    const query = new URLSearchParams({
      ...names,
      ...(searchParams.has('lang') && { lang: language }),
      ...(note && { [note]: '1' }),
    });
    return `${checkoutPath(address.environment)}${below || (checkoutPath(address.environment) ? '' : '/')}?${query}`;
  };
  return {
    intent,
    saving,
    design,
    language,
    query: String(new URLSearchParams(names)),
    script: { path: script.path, integrity: script.integrity },
    to,
  };
}

/** Not who asks for the head alone, nor a browser that fetches ahead what may never be opened. */
export function isLookedAt({ method, headers }: Request): boolean {
  return (
    method !== 'HEAD' &&
    ![headers.get('sec-purpose'), headers.get('purpose')].some((purpose) => purpose?.startsWith('prefetch'))
  );
}
