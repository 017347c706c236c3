import type { Language } from '~/platform/text/languages';
import { answersAr } from './messages/ar';
import { answersDe } from './messages/de';
import { answersEn, type AnswerMessages } from './messages/en';
import { answersEs } from './messages/es';
import { answersFr } from './messages/fr';
import { answersIt } from './messages/it';
import { answersJa } from './messages/ja';
import { answersNl } from './messages/nl';
import { answersPl } from './messages/pl';
import { answersPt } from './messages/pt';

/** Complete by type: a language that lacks a message doesn't compile. */
export const answerMessages: Record<Language, AnswerMessages> = {
  en: answersEn,
  de: answersDe,
  fr: answersFr,
  es: answersEs,
  pt: answersPt,
  it: answersIt,
  nl: answersNl,
  pl: answersPl,
  ja: answersJa,
  ar: answersAr,
};
