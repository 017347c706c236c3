import { productName } from '~/ui/brand';
import { pageTitle, rootOf } from '~/ui/page-title';
import { endingTitle } from './ending-title';
import { readingIn } from './reading';
import type { Shown } from './shown';
import { savingWordsOf } from './words/saving';

// Nothing but the root is loaded after a fault of ours.
const title = pageTitle((loaded, root) =>
  loaded ? titleOf(loaded as Shown) : endingTitle(root?.askedLanguage ?? 'en', 'failed'),
);

/** What a checkout page is called, and what it is. */
export const checkoutMeta: typeof title = (page) => {
  const root = rootOf(page);
  const { words, name } = readingIn(
    (page.data as Shown | undefined)?.language ?? root?.askedLanguage ?? 'en',
  );
  return [
    ...title(page),
    { name: 'description', content: words.servedBy(name(root?.brandName ?? productName)) },
  ];
};

function titleOf(shown: Shown): string {
  const { words, name } = readingIn(shown.language);
  if (shown.page === 'save')
    return shown.state.declined
      ? savingWordsOf[shown.language].declined
      : savingWordsOf[shown.language].title;
  if (shown.page !== 'form') return endingTitle(shown.language, shown.page);
  return shown.state.declined ? words.titles.declined : words.titles.form(name(shown.bill.merchantName));
}
