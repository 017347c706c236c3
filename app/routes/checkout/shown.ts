import type { CheckoutDesign } from '~/merchants/checkout-design';
import type { CheckoutIntent } from '~/payments/intents';
import { puzzleFor, type Puzzle } from '~/payments/proof-of-work';
import { orderLines, type OrderLines } from '~/payments/order-lines';
import type { Environment } from '~/platform/environment';
import type { Language } from '~/platform/languages';
import type { FormState } from './form-state';
import type { SavingContent } from './saving/shown';
import type { Visit } from './visit';

export type Bill = {
  environment: Environment;
  merchantName: string;
  amount: number;
  currency: string;
  order: OrderLines;
  /** Whether the money is taken now or held until the merchant takes it. */
  captures: boolean;
};

/** All that a checkout page is drawn from. */
export type Shown = Look & (Content | SavingContent);

type Look = {
  language: Language;
  design: CheckoutDesign;
  /** This page's query but for its language, for the links to the others; null where they lead nowhere, since the page is only looked at. */
  query: string | null;
  /** The page's own script; none where the page is only looked at. */
  script?: { path: string; integrity: string };
};

type Content =
  | { page: 'unknown' }
  | { page: 'form'; bill: Bill; puzzle: Puzzle; cancel: string; state: FormState }
  | { page: 'paying'; bill: Bill; checkAgain: string }
  | Ended<'paid'>
  | Ended<'expired' | 'blocked' | 'cancelled'>;

/** `leaving`: the browser goes on to the shop by itself. */
type Ended<P> = { page: P; bill: Bill; back: string; leaving: boolean };

export type PageOf<P extends Shown['page']> = Extract<Shown, { page: P }>;

/** The page of an address that names no payment. */
export function showUnknown(visit: Visit): Shown {
  return { ...lookOf(visit), page: 'unknown' };
}

/** The page for what the intent is now. `state` is what became of the form, where it is drawn again. */
export function showIntent(visit: Visit, intent: CheckoutIntent, state: FormState = {}): Shown {
  const page = { ...lookOf(visit), bill: billOf(intent, visit.design) };
  switch (intent.phase) {
    case 'open':
      return { ...page, page: 'form', puzzle: puzzleFor(intent.id), cancel: visit.to('cancel'), state };
    case 'paying':
      return { ...page, page: 'paying', checkAgain: visit.to('waiting') };
    case 'paid':
      return { ...page, page: 'paid', back: visit.to('return'), leaving: false };
    default:
      return { ...page, page: intent.phase, back: visit.to('return'), leaving: false };
  }
}

export function lookOf({ language, design, query, script }: Visit): Look {
  return { language, design, query, script };
}

function billOf(
  { environment, merchantName, amount, currency, order, operation }: CheckoutIntent,
  { companyName }: CheckoutDesign,
): Bill {
  return {
    environment,
    merchantName: companyName || merchantName,
    amount,
    currency,
    order: orderLines(order, amount),
    captures: operation === 'authcap',
  };
}
