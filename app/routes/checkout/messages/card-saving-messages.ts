import type { Language } from '~/platform/text/languages';
import { cardSavingAr } from './card-saving/ar';
import { cardSavingDe } from './card-saving/de';
import { cardSavingEn, type CardSavingMessages } from './card-saving/en';
import { cardSavingEs } from './card-saving/es';
import { cardSavingFr } from './card-saving/fr';
import { cardSavingIt } from './card-saving/it';
import { cardSavingJa } from './card-saving/ja';
import { cardSavingNl } from './card-saving/nl';
import { cardSavingPl } from './card-saving/pl';
import { cardSavingPt } from './card-saving/pt';

/** Complete by type: a language that lacks a message doesn't compile. */
export const cardSavingMessages: Record<Language, CardSavingMessages> = {
  en: cardSavingEn,
  de: cardSavingDe,
  fr: cardSavingFr,
  es: cardSavingEs,
  pt: cardSavingPt,
  it: cardSavingIt,
  nl: cardSavingNl,
  pl: cardSavingPl,
  ja: cardSavingJa,
  ar: cardSavingAr,
};
