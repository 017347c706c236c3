import type { Language } from '~/platform/languages';
import { ar } from './ar';
import { de } from './de';
import { en, type CheckoutMessages } from './en';
import { es } from './es';
import { fr } from './fr';

export type { CheckoutMessages };

/** Complete by type: a language that lacks a text of the English one does not compile. */
export const checkoutMessages: Record<Language, CheckoutMessages> = { en, de, fr, es, ar };

/** What each language calls itself, for those who look for theirs. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
};
