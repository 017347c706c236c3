/** The languages of payers' texts: the hosted checkout and its emails. */
export const languages = ['en', 'de', 'fr', 'es', 'ar'] as const;

export type Language = (typeof languages)[number];

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/** The text direction. */
export function getTextDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** For numbers and dates. Uses the digits that are printed on cards, also in Arabic. */
export function getLocale(language: Language): string {
  return language === 'ar' ? 'ar-u-nu-latn' : language;
}
