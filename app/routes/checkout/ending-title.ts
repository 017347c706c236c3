import type { Language } from '~/platform/languages';
import type { Shown } from './shown';
import { savingWordsOf } from './words/saving';
import { wordsOf } from './words/words';

export type EndingPage = Exclude<Shown['page'], 'form' | 'save'> | 'failed';

/** What a page without a form is called, above it and in the browser. */
export function endingTitle(language: Language, page: EndingPage): string {
  return { ...wordsOf[language].titles, ...savingWordsOf[language].titles }[page];
}
