import { createContext, useContext } from 'react';
import { isolateText } from '~/platform/text/bidi-isolation';
import { getTextDirection, type Language, type Locale } from '~/platform/text/languages';
import { formatUnambiguousAmount } from '~/platform/money/money';
import { checkoutMessages, type CheckoutMessages } from './messages/messages';

/** A page's locale: its messages, and the formats of names and amounts. */
type PageLocale = {
  language: Language;
  locale: Locale;
  messages: CheckoutMessages;
  name: (text: string) => string;
  /** The amount that the payer agrees to pay, or has paid. */
  amount: (price: { amount: number; currency: string }) => string;
};

export function createPageLocale(language: Language, locale: Locale = language): PageLocale {
  const direction = getTextDirection(language);
  return {
    language,
    locale,
    messages: checkoutMessages[language],
    name: (text) => isolateText(text, direction),
    amount: ({ amount, currency }) =>
      isolateText(formatUnambiguousAmount(amount, currency, locale), direction),
  };
}

export const PageLocaleContext = createContext(createPageLocale('en'));

export const usePageLocale = () => useContext(PageLocaleContext);
