import { productName } from '~/ui/layout/brand';
import { pageTitle, getRootData } from '~/ui/layout/page-title';
import { getPaidPage, getResultTitle } from './page/result-title';
import { createPageLocale } from './page-locale';
import type { CardSavingState } from './card-saving/card-saving-data';
import type { FormState } from './card-form/form-state';
import type { CheckoutPageData } from './page-data';
import { cardSavingMessages } from './messages/card-saving-messages';

// After an internal error, only the root is loaded.
const titleMeta = pageTitle((loaded, root) =>
  loaded
    ? getPageTitle(loaded as CheckoutPageData)
    : getResultTitle(root?.preferredLanguage ?? 'en', 'failed'),
);

/** A checkout page's title and description. */
export const checkoutMeta: typeof titleMeta = (page) => {
  const root = getRootData(page);
  const { messages, name } = createPageLocale(
    (page.data as CheckoutPageData | undefined)?.language ?? root?.preferredLanguage ?? 'en',
  );
  return [
    ...titleMeta(page),
    { name: 'description', content: messages.servedBy(name(root?.brandName ?? productName)) },
  ];
};

function getPageTitle(pageData: CheckoutPageData): string {
  const { messages, name } = createPageLocale(pageData.language);
  const savingMessages = cardSavingMessages[pageData.language];
  if (pageData.page !== 'form' && pageData.page !== 'save')
    return getResultTitle(
      pageData.language,
      pageData.page === 'paid' ? getPaidPage(pageData.amounts) : pageData.page,
    );
  if (pageData.state.declined)
    return pageData.page === 'save' ? savingMessages.declined : messages.titles.declined;
  const title =
    pageData.page === 'save'
      ? savingMessages.title
      : messages.titles.form(name(pageData.paymentDetails.merchantName));
  return hasErrors(pageData.state) ? `${messages.error} ${title}` : title;
}

/** Errors of fields or of the whole form. */
function hasErrors(state: Partial<FormState & CardSavingState>): boolean {
  const { cardErrors = {}, reason, generalError, declineReason } = state;
  return Object.keys(cardErrors).length > 0 || Boolean(reason ?? generalError ?? declineReason);
}
