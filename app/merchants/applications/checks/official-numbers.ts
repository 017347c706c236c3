import { stdnum } from 'stdnum';

/** Numbers of people and accounts that no tax office issues. */
const otherNumbers = new Set(['passport', 'onderwijsnummer', 'aic', 'pwnr', 'kontonr']);

/** Whether the country issues tax numbers in this form, with these check digits. Null if its forms aren't known. */
export function isPossibleTaxNumber(taxNumber: string, country: string): boolean | null {
  const names = Object.keys(stdnum[country] ?? {}).filter((name) => !otherNumbers.has(name));
  return names.length ? isNumberOf(country, names, taxNumber) : null;
}

/**
 * The numbers of business registers, by country: as a pattern of the number without spaces and punctuation, or by the names
 * of validators that know the check digits.
 */
const registrationNumberForms: Record<string, readonly (RegExp | string)[]> = {
  AT: [/^(?:FN)?\d{1,6}[A-Z]$/],
  AU: ['acn', 'abn'],
  BE: ['vat'],
  CH: ['uid'],
  DE: [/^[A-ZÄÖÜ]*(?:HRA|HRB|GNR|GSR|PR|VR)\d{1,6}[A-Z]{0,2}$/],
  DK: ['cvr'],
  EE: ['registrikood'],
  ES: ['cif', 'nif'],
  FI: ['ytunnus'],
  FR: ['siren', 'siret'],
  // Companies, and the charities of England and Wales, of Scotland, and of Northern Ireland.
  GB: [/^\d{6,8}$/, /^[A-Z]{2}\d{6}$/, /^SC0\d{5}$/, /^NIC\d{6}$/],
  IE: [/^\d{5,7}$/],
  LU: [/^[A-Z]\d{1,6}$/],
  NL: [/^\d{8}$/],
  NO: ['orgnr'],
  PL: [/^\d{10}$/, 'nip', 'regon'],
  SE: ['orgnr'],
};

/** Whether the country's business register issues numbers in this form. Null if its forms aren't known. */
export function isPossibleRegistrationNumber(registrationNumber: string, country: string): boolean | null {
  const forms = registrationNumberForms[country];
  if (!forms) return null;
  const compact = registrationNumber.replace(/[\s./-]/g, '').toUpperCase();
  // People write the register's name or town before the number.
  const fromDigit = registrationNumber.slice(registrationNumber.search(/\d/));
  return forms.some((form) =>
    typeof form === 'string'
      ? isNumberOf(country, [form], registrationNumber) || isNumberOf(country, [form], fromDigit)
      : form.test(compact),
  );
}

function isNumberOf(country: string, names: readonly string[], text: string): boolean {
  return names.some((name) => stdnum[country]?.[name]?.validate(text).isValid);
}
