import type { Language } from '~/platform/text/languages';
import { ar } from './ar';
import { de } from './de';
import { en, type CheckoutMessages } from './en';
import { es } from './es';
import { fr } from './fr';

export type { CheckoutMessages };

/** Complete by type: a language that lacks a message doesn't compile. */
export const checkoutMessages: Record<Language, CheckoutMessages> = { en, de, fr, es, ar };

/** Each language's own name. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
};
