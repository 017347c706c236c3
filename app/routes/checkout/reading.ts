import { createContext, useContext } from 'react';
import { isolated } from '~/platform/isolated-text';
import { directionOf, type Language } from '~/platform/languages';
import { formatAmount } from '~/platform/money';
import { wordsOf, type Words } from './words/words';

/** How a page is read: its words, and names and amounts in the form in which they may stand among them. */
type Reading = {
  language: Language;
  words: Words;
  name: (text: string) => string;
  amount: (price: { amount: number; currency: string }) => string;
};

export function readingIn(language: Language): Reading {
  const direction = directionOf(language);
  return {
    language,
    words: wordsOf[language],
    name: (text) => isolated(text, direction),
    amount: ({ amount, currency }) => isolated(formatAmount(amount, currency, language), direction),
  };
}

export const ReadingContext = createContext(readingIn('en'));

export const useReading = () => useContext(ReadingContext);
