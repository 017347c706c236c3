import { isKept, type PaidAmounts } from '~/payments/checkout/paid-amounts';
import type { Language } from '~/platform/text/languages';
import type { CheckoutPageData } from '../page-data';
import { cardSavingMessages } from '../messages/card-saving-messages';
import { checkoutMessages } from '../messages/messages';

export type ResultPageName = Exclude<CheckoutPageData['page'], 'form' | 'save'> | 'refunded' | 'failed';

/**
 * The page of what became of a payment. A fully refunded payment has its own title. A partly refunded or charged-back payment
 * keeps the title of a paid one.
 */
export function getPaidPage(amounts: PaidAmounts | null): 'paid' | 'refunded' | 'released' {
  if (!amounts) return 'released';
  return isKept(amounts) || amounts.chargedBack ? 'paid' : 'refunded';
}

/** The title of a page without a form, in its heading and in the browser. */
export function getResultTitle(language: Language, page: ResultPageName): string {
  const { titles, link } = checkoutMessages[language];
  return {
    ...titles,
    ...cardSavingMessages[language].titles,
    link_completed: link.unusable,
    link_paid: link.paid,
    link_reversed: link.unusable,
    link_in_progress: link.inProgress,
  }[page];
}
