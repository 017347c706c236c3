import { expect, test } from 'vitest';
import { buildBillingCountries, listBillingCountries } from './billing-countries';

test('every country has a street, and each part once', () => {
  for (const { format } of buildBillingCountries('en')) {
    expect(format).toContain('A');
    expect(new Set(format.toLowerCase()).size).toBe(format.length);
  }
});

test('countries have the names of the page’s language, in its order', () => {
  const german = buildBillingCountries('de');
  expect(german).toHaveLength(buildBillingCountries('en').length);
  expect(german.find(({ code }) => code === 'DE')!.name).toBe('Deutschland');
  // Ä is sorted like A.
  expect(german.slice(0, 3).map(({ name }) => name)).toEqual(['Afghanistan', 'Ägypten', 'Ålandinseln']);
  expect(listBillingCountries('de')).toEqual(german);
  expect(listBillingCountries('de')).toBe(listBillingCountries('de'));
});

test.each([
  ['ja', 'JP', 'ZSA'],
  ['en', 'JP', 'ASZ'],
  ['ar', 'AE', 'AS'],
  ['ar', 'JP', 'ZSA'],
  ['en', 'HK', 'AcS'],
] as const)('a page in %s asks for an address in %s in the order %s', (locale, country, format) => {
  expect(buildBillingCountries(locale).find(({ code }) => code === country)).toMatchObject({ format });
});
