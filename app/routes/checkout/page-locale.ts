import { createContext, useContext } from 'react';
import { isolateText } from '~/platform/text/bidi-isolation';
import { getTextDirection, type Language } from '~/platform/text/languages';
import { formatAmount } from '~/platform/money/money';
import { checkoutMessages, type CheckoutMessages } from './messages/messages';

/** A page's locale: its messages, and the formats of names and amounts. */
type PageLocale = {
  language: Language;
  messages: CheckoutMessages;
  name: (text: string) => string;
  amount: (price: { amount: number; currency: string }) => string;
};

export function createPageLocale(language: Language): PageLocale {
  const direction = getTextDirection(language);
  return {
    language,
    messages: checkoutMessages[language],
    name: (text) => isolateText(text, direction),
    amount: ({ amount, currency }) => isolateText(formatAmount(amount, currency, language), direction),
  };
}

export const PageLocaleContext = createContext(createPageLocale('en'));

export const usePageLocale = () => useContext(PageLocaleContext);
