import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries/index.js';

// The package's own entrance loads the names in all of its languages.
countries.registerLocale(
  createRequire(import.meta.url)('i18n-iso-countries/langs/en.json') as Parameters<
    typeof countries.registerLocale
  >[0],
);

/** A country's English name by its code of two letters (ISO 3166-1); undefined when there is none of that code. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? countries.getName(code, 'en') : undefined;
}

/** All countries in the order of their names. */
export function listCountries(): { code: string; name: string }[] {
  const named = Object.entries(countries.getNames('en')).map(([code, name]) => ({ code, name }));
  return named.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
