/** The languages of payers' texts: the hosted checkout and its emails. */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'ar'] as const;

export type Language = (typeof languages)[number];

/** A language, maybe with a region, whose formats of numbers differ: "de" or "de-CH". */
export type Locale = Language | `${Language}-${string}`;

/** Regions whose numbers or currency symbols differ from those of the language alone. */
const regions: Partial<Record<Language, readonly string[]>> = {
  en: ['AU', 'CA', 'IN', 'NZ', 'SG', 'ZA'],
  de: ['AT', 'CH', 'LI'],
  fr: ['CA', 'CH', 'LU'],
  es: ['AR', 'CL', 'CO', 'MX', 'PE', 'US', 'UY'],
  // The language alone has Brazil's formats.
  pt: ['AO', 'CH', 'LU', 'MZ', 'PT'],
  it: ['CH'],
};

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/** The text direction. */
export function getTextDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/**
 * The locale of a language for a person with these language tags, the preferred one first: for German and ["de-CH", "de",
 * "en"], it is "de-CH". Other regions have the language's own formats.
 */
export function resolveLocale(language: Language, preferredTags: readonly string[]): Locale {
  const tag = preferredTags.find((preferred) => preferred.toLowerCase().split('-')[0] === language);
  const region = tag?.split('-').at(-1)?.toUpperCase() ?? '';
  return regions[language]?.includes(region) ? `${language}-${region}` : language;
}

/** For numbers and dates. Uses the digits that are printed on cards, also in Arabic. */
export function getIntlLocale(locale: Locale): string {
  return locale === 'ar' ? 'ar-u-nu-latn' : locale;
}
