import { listCountries } from '~/merchants/applications/questions/country-names';
import type { Locale } from '~/platform/text/languages';
import { getAddressFormat } from './address-format';

/** `format`: from {@link getAddressFormat}. */
export type BillingCountry = { code: string; name: string; format: string };

const byLocale = new Map<Locale, readonly BillingCountry[]>();

/** All countries with their names in a language, sorted as its speakers expect. Built once for each language. */
export function listBillingCountries(locale: Locale): readonly BillingCountry[] {
  const countries = byLocale.get(locale) ?? buildBillingCountries(locale);
  byLocale.set(locale, countries);
  return countries;
}

/** Exported for tests, which would read the countries that an earlier one has built. */
export function buildBillingCountries(locale: Locale): readonly BillingCountry[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const script = locale === 'ja' || locale === 'ar' ? 'local' : 'latin';
  const countries = listCountries().map(({ code, name }) => ({
    code,
    name: names.of(code) ?? name,
    format: getAddressFormat(code, script),
  }));
  const { compare } = new Intl.Collator(locale);
  return countries.sort((a, b) => compare(a.name, b.name));
}
