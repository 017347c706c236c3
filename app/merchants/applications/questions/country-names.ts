import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries/index.js';

// The package's main module loads the names in all languages.
countries.registerLocale(
  createRequire(import.meta.url)('i18n-iso-countries/langs/en.json') as Parameters<
    typeof countries.registerLocale
  >[0],
);

/** A country's English name by its ISO 3166-1 alpha-2 code. Undefined for an unknown code. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? countries.getName(code, 'en') : undefined;
}

/** All countries, sorted by name. */
export function listCountries(): { code: string; name: string }[] {
  const named = Object.entries(countries.getNames('en')).map(([code, name]) => ({ code, name }));
  return named.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
