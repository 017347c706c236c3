import { expect, test, vi } from 'vitest';

/** A module of its own, because the countries of a language are computed once in a process. */
async function importModule() {
  vi.resetModules();
  return import('./billing-countries');
}

test('every country has a street, and each part once', async () => {
  const { listBillingCountries } = await importModule();
  for (const { format } of listBillingCountries('en')) {
    expect(format).toContain('A');
    expect(new Set(format.toLowerCase()).size).toBe(format.length);
  }
});

test('countries have the names of the page’s language, in its order', async () => {
  const { listBillingCountries } = await importModule();
  const german = listBillingCountries('de');
  expect(german).toHaveLength(listBillingCountries('en').length);
  expect(german.find(({ code }) => code === 'DE')!.name).toBe('Deutschland');
  // Ä is sorted like A.
  expect(german.slice(0, 3).map(({ name }) => name)).toEqual(['Afghanistan', 'Ägypten', 'Ålandinseln']);
  expect(listBillingCountries('de')).toBe(german);
});

test.each([
  ['ja', 'JP', 'ZSA'],
  ['en', 'JP', 'ASZ'],
  ['ar', 'AE', 'AS'],
  ['ar', 'JP', 'ZSA'],
  ['en', 'HK', 'AcS'],
] as const)('a page in %s asks for an address in %s in the order %s', async (locale, country, format) => {
  const { listBillingCountries } = await importModule();
  expect(listBillingCountries(locale).find(({ code }) => code === country)).toMatchObject({ format });
});
