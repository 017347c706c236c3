// Validates billing details. The page's script and the server share this code, so that they never disagree.
import { toLatinDigits } from '~/platform/text/latin-digits';
import { billingFields, type BillingField, type CardError } from './form-fields';

type BillingErrors = Partial<Record<BillingField, CardError>>;
export type BillingValues = Partial<Record<BillingField, string>>;

/** Which address fields the form has, and whether they must be filled in. */
export type BillingRules = { fields: 'minimal' | 'full'; isRequired: boolean; isEmailRequired?: boolean };

/** The parts of an address by the letters of an address format. */
const partFields = {
  a: ['address_1', 'address_2'],
  z: ['postal_code'],
  c: ['city'],
  s: ['state'],
} as const satisfies Record<string, readonly BillingField[]>;

export type AddressPart = {
  part: keyof typeof partFields;
  fields: readonly AddressField[];
  isRequired: boolean;
  /** Whether payers read that it's optional. Without a country, only the country will tell. */
  isOptional: boolean;
};
export type AddressField = (typeof partFields)[keyof typeof partFields][number];

/** In characters, as in the API. */
export const maximumBillingLengths: Record<BillingField, number> = {
  country: 2,
  address_1: 200,
  address_2: 200,
  postal_code: 20,
  city: 100,
  state: 100,
  email: 254,
};
const missing: Record<BillingField, CardError> = {
  country: 'country_missing',
  address_1: 'address_missing',
  address_2: 'address_missing',
  postal_code: 'postal_code_missing',
  city: 'city_missing',
  state: 'state_missing',
  email: 'email_missing',
};

/** Where postal codes have letters, or a second part that may be missing. Without separators. */
const postalCodes: Record<string, RegExp> = {
  ...Object.fromEntries(['US', 'AS', 'GU', 'MP', 'PR', 'VI'].map((country) => [country, /^\d{5}(\d{4})?$/])),
  CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/,
  // British Forces addresses can have a BFPO number instead of a postcode.
  GB: /^([A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|BFPO\d{1,4})$/,
  NL: /^\d{4}[A-Z]{2}$/,
  // Eircodes leave out letters that are easily confused. D6W is the only area that ends in a letter. Many people know only the
  // code of their area, as in Argentina, or Dublin's old district.
  IE: /^(([AC-FHKNPRTV-Y]\d{2}|D6W)([\dAC-FHKNPRTV-Y]{4})?|D(UBLIN)?\d{1,2}W?)$/,
  AR: /^(AR|CP)?[A-HJ-NP-Z]?\d{4}([A-Z]{3})?$/,
};
/** The countries whose postal codes are digits only, by their number. Some countries also have shorter ones of an area. */
const postalCodeDigits: Record<number, string> = {
  3: 'IS TW',
  4: 'AT AU BE BG CH CY DK HU LI LU LV NO NZ PH PT SI ZA',
  5: 'CY CZ DE EE ES FI FR GR HR ID IL IT KR LT MC MX MY PL SA SE SK TH TR TW UA',
  6: 'CN IN RO SG TW',
  7: 'IL JP PT',
  8: 'BR',
  9: 'SA',
};
/** Spaces, all dashes, the Japanese mark of a postal code, and the sign that Japanese keyboards write for a dash. */
const separators = /[\s\p{Pd}−ー〒]/gu;
/** People also write the country before a postal code. */
const countryPrefix = /^[A-Z]{1,3}(?=\d)/;
/** Elsewhere, postal codes have any form, but none is made of punctuation. */
const anyPostalCode = /[\p{L}\p{N}]/u;
const mailbox = /^[\w'+-]+(?:\.[\w'+-]+)*$/;
const domainLabel = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;
const cardNumber = /\d{12}/;

/**
 * The parts of the address that the form has for a country, in the country's order. Other parts come last, and
 * only while they have a value, so that the payer sees everything that is sent.
 * @param format of the country's addresses. Empty without a country, whose form has all parts.
 */
export function listAddressParts(
  format: string,
  { fields, isRequired }: BillingRules,
  values: BillingValues,
): AddressPart[] {
  const ofCountry = format || 'Azcs';
  const others = (['z', 'c', 's'] as const).filter(
    (part) => !ofCountry.toLowerCase().includes(part) && partFields[part].some((name) => values[name]),
  );
  return [...ofCountry, ...others].flatMap((letter) => {
    const part = letter.toLowerCase() as keyof typeof partFields;
    if (fields !== 'full' && part !== 'z') return [];
    const isOptional = isRequired && letter === part && format !== '';
    return [{ part, fields: partFields[part], isRequired: isRequired && letter !== part, isOptional }];
  });
}

/** Apartments and the like aren't a part of every address. */
export const isFieldRequired = (name: AddressField, { isRequired }: AddressPart) =>
  isRequired && name !== 'address_2';

/** Whether a field is marked as optional among required ones. */
export const isFieldOptional = (name: AddressField, { isRequired, isOptional }: AddressPart) =>
  name === 'address_2' ? isRequired : isOptional;

/**
 * The errors in the order of the form.
 * @param format of the addresses of the chosen country, empty without one
 */
export function checkBilling(input: BillingValues, format: string, rules: BillingRules): BillingErrors {
  const errors: BillingErrors = {};
  const check = (name: BillingField, isRequired: boolean) => {
    const text = input[name]?.trim() ?? '';
    const error = text ? findBillingError(name, text, input.country) : isRequired && missing[name];
    if (error) errors[name] = error;
  };
  check('country', rules.isRequired);
  for (const part of listAddressParts(format, rules, input))
    for (const name of part.fields) check(name, isFieldRequired(name, part));
  check('email', rules.isEmailRequired ?? false);
  // What the form doesn't have.
  for (const name of billingFields) if (!errors[name]) check(name, false);
  return errors;
}

function findBillingError(name: BillingField, text: string, country = ''): CardError | undefined {
  // Email addresses can contain phone numbers and times. The server checks them more precisely.
  if (name !== 'email' && cardNumber.test(text.replace(/[\s-]/g, ''))) return 'billing_is_number';
  if (name === 'email' && !isEmailAddress(text)) return 'email_wrong';
  if (name !== 'postal_code') return undefined;
  if (!anyPostalCode.test(text)) return country ? 'postal_code_wrong' : missing.postal_code;
  return isPostalCodeOf(country, toLatinDigits(text).toUpperCase()) ? undefined : 'postal_code_wrong';
}

function isPostalCodeOf(country: string, code: string): boolean {
  const compact = code.replace(separators, '');
  const lengths = Object.entries(postalCodeDigits).flatMap(([length, countries]) =>
    country && countries.includes(country) ? Number(length) : [],
  );
  if (!lengths.length) return postalCodes[country]?.test(compact) !== false;
  const digits = compact.replace(countryPrefix, '');
  return /^\d+$/.test(digits) && lengths.includes(digits.length);
}

/** As strict as the API and the processors, which would refuse the payment because of an address that they don't accept. */
function isEmailAddress(text: string): boolean {
  const [name = '', domain = '', ...others] = text.split('@');
  const labels = domain.split('.');
  return (
    !others.length &&
    mailbox.test(name) &&
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label)) &&
    /^[a-z]{2,}$/i.test(labels.at(-1)!)
  );
}
