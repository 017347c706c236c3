import countries from 'i18n-iso-countries/index.js';

const codes = Object.keys(countries.getAlpha2Codes());
const names = new Intl.DisplayNames('en', { type: 'region' });
const namesByCode = new Map(codes.map((code) => [code, names.of(code)!]));

/** A country's English name by its ISO 3166-1 alpha-2 code. Undefined for an unknown code. */
export function countryName(code: string): string | undefined {
  return namesByCode.get(code);
}

/** All countries, sorted by name. */
export function listCountries(): { code: string; name: string }[] {
  const named = [...namesByCode].map(([code, name]) => ({ code, name }));
  return named.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
