import { createContext, useContext } from 'react';
import { isolated } from '~/platform/isolated-text';
import { directionOf, type Language } from '~/platform/languages';
import { formatAmount } from '~/platform/money';
import { checkoutMessages, type CheckoutMessages } from './messages/messages';

/** How a page is read: its words, and names and amounts in the form in which they may stand among them. */
type PageLocale = {
  language: Language;
  messages: CheckoutMessages;
  name: (text: string) => string;
  amount: (price: { amount: number; currency: string }) => string;
};

export function createPageLocale(language: Language): PageLocale {
  const direction = directionOf(language);
  return {
    language,
    messages: checkoutMessages[language],
    name: (text) => isolated(text, direction),
    amount: ({ amount, currency }) => isolated(formatAmount(amount, currency, language), direction),
  };
}

export const PageLocaleContext = createContext(createPageLocale('en'));

export const usePageLocale = () => useContext(PageLocaleContext);
