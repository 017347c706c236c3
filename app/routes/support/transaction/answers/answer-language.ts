import type { Environment } from '~/platform/environment';
import { getIntlLocale, type Language } from '~/platform/text/languages';
import { createPageLocale } from '~/routes/checkout/page-locale';
import { answerMessages } from './answer-messages';

/** `merchant`: as payers know it. `isReal`: whether real money moves. */
export type AnswerLanguageInput = {
  merchant: string;
  currency: string;
  environment: Environment;
  isReal: boolean;
  timeZone: string;
  language: Language;
};

export type AnswerLanguage = ReturnType<typeof createAnswerLanguage>;

/** The messages and formats of answers in a language. Answers about payments without real money say so first. */
export function createAnswerLanguage({
  merchant,
  currency,
  environment,
  isReal,
  timeZone,
  language,
}: AnswerLanguageInput) {
  const locale = createPageLocale(language);
  const checkout = locale.messages;
  const intlLocale = language === 'en' ? 'en-US' : getIntlLocale(language);
  // As on the page. American English has no names for European zones.
  const zoneLocale = language === 'en' ? 'en-GB' : intlLocale;
  const day = { year: 'numeric', month: 'long', day: 'numeric', timeZone } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const zones = new Intl.DateTimeFormat(zoneLocale, { timeZone, timeZoneName: 'short' });
  const getZone = (date: Date) =>
    zones.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const [days, moments] = [
    new Intl.DateTimeFormat(intlLocale, day),
    new Intl.DateTimeFormat(intlLocale, { ...day, ...clock }),
  ];
  const notice = isReal
    ? []
    : [
        `${environment === 'test' ? checkout.testEnvironment : checkout.simulatedLive} ${checkout.noRealMoney}`,
      ];
  return {
    messages: answerMessages[language],
    checkout,
    merchantName: locale.name(merchant),
    isolate: locale.name,
    money: (amount: number) => locale.amount({ amount, currency }),
    day: (date: Date) => days.format(date),
    moment: (date: Date) => `${moments.format(date)} ${getZone(date)}`,
    joinSentences: (sentences: readonly string[]) =>
      [...notice, ...sentences].join(language === 'ja' ? '' : ' '),
  };
}
