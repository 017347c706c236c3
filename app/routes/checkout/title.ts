import { pageTitle } from '~/ui/page-title';
import { endingTitle } from './ending-title';
import { readingIn } from './reading';
import type { Shown } from './shown';
import { savingWordsOf } from './words/saving';

// Nothing but the root is loaded after a fault of ours.
export const checkoutTitle = pageTitle((loaded, root) => (loaded ? titleOf(loaded as Shown) : endingTitle(root?.askedLanguage ?? 'en', 'failed')));

function titleOf(shown: Shown): string {
  const { words, name } = readingIn(shown.language);
  if (shown.page === 'save') return shown.state.declined ? savingWordsOf[shown.language].declined : savingWordsOf[shown.language].title;
  if (shown.page !== 'form') return endingTitle(shown.language, shown.page);
  return shown.state.declined ? words.titles.declined : words.titles.form(name(shown.bill.merchantName));
}
