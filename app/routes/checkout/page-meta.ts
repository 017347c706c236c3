import { productName } from '~/ui/layout/brand';
import { pageTitle, getRootData } from '~/ui/layout/page-title';
import { getResultTitle } from './page/result-title';
import { createPageLocale } from './page-locale';
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
  if (pageData.page === 'save')
    return pageData.state.declined
      ? cardSavingMessages[pageData.language].declined
      : cardSavingMessages[pageData.language].title;
  if (pageData.page !== 'form') return getResultTitle(pageData.language, pageData.page);
  return pageData.state.declined
    ? messages.titles.declined
    : messages.titles.form(name(pageData.paymentDetails.merchantName));
}
