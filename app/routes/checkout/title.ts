import { pageTitle } from '~/ui/page-title';
import { readingIn } from './reading';
import type { Shown } from './shown';

export const checkoutTitle = pageTitle((loaded) => titleOf(loaded as Shown));

function titleOf(shown: Shown): string {
  const { words, name } = readingIn(shown.language);
  if (shown.page !== 'form') return words.titles[shown.page];
  return shown.state.declined ? words.titles.declined : words.titles.form(name(shown.bill.merchantName));
}
