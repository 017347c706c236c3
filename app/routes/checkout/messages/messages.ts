import type { Language } from '~/platform/text/languages';
import { ar } from './ar';
import { de } from './de';
import { en, type CheckoutMessages } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { ja } from './ja';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';

export type { CheckoutMessages };

/** Complete by type: a language that lacks a message doesn't compile. */
export const checkoutMessages: Record<Language, CheckoutMessages> = {
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  pl,
  ja,
  ar,
};
