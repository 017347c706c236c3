/** Languages of what payers read: the hosted checkout and its mails. */
export const languages = ['en', 'de', 'fr', 'es', 'ar'] as const;

export type Language = (typeof languages)[number];

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/** Which way its lines run. */
export function getTextDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** For numbers and dates. The figures are those that stand on cards, whichever the runtime's data would take for Arabic. */
export function getLocale(language: Language): string {
  return language === 'ar' ? 'ar-u-nu-latn' : language;
}
