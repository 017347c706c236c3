// Validates billing details. The page's script and the server share this code, so that they never disagree.
import { toLatinDigits } from './digit-normalization';
import { billingFields, type BillingField, type CardError } from './form-fields';

type BillingErrors = Partial<Record<BillingField, CardError>>;

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
const missing: Record<AddressField, CardError> = {
  address_1: 'address_missing',
  address_2: 'address_missing',
  postal_code: 'postal_code_missing',
  city: 'city_missing',
  state: 'state_missing',
};

/** Where banks compare postal codes. Others may have any form. */
const postalCodes: Record<string, RegExp> = {
  US: /^\d{5}(-?\d{4})?$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
};
const mailbox = /^[\w'+-]+(?:\.[\w'+-]+)*$/;
const domainLabel = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;
const cardNumber = /\d{12}/;

/**
 * The parts of the address that the form has for a country, in the country's order.
 * @param format of the country's addresses. Empty without a country, whose form has all parts.
 */
export const listAddressParts = (format: string, { fields, isRequired }: BillingRules): AddressPart[] =>
  [...(format || 'Azcs')].flatMap((letter) => {
    const part = letter.toLowerCase() as keyof typeof partFields;
    if (fields !== 'full' && part !== 'z') return [];
    const isOptional = isRequired && letter === part && format !== '';
    return [{ part, fields: partFields[part], isRequired: isRequired && letter !== part, isOptional }];
  });

/** Apartments and the like aren't a part of every address. */
export const isFieldRequired = (name: AddressField, { isRequired }: AddressPart) =>
  isRequired && name !== 'address_2';

/** Whether a field is marked as optional among required ones. */
export const isFieldOptional = (name: AddressField, { isRequired, isOptional }: AddressPart) =>
  name === 'address_2' ? isRequired : isOptional;

/** @param format of the addresses of the chosen country, empty without one */
export function checkBilling(
  input: Partial<Record<BillingField, string>>,
  format: string,
  rules: BillingRules,
): BillingErrors {
  const errors: BillingErrors = {};
  const isMissing = (name: BillingField) => !input[name]?.trim();
  if (rules.isRequired && isMissing('country')) errors.country = 'country_missing';
  for (const part of listAddressParts(format, rules))
    for (const name of part.fields)
      if (isFieldRequired(name, part) && isMissing(name)) errors[name] = missing[name];
  const postalCode = toLatinDigits(input.postal_code ?? '')
    .trim()
    .toUpperCase();
  if (postalCode && postalCodes[input.country ?? '']?.test(postalCode) === false)
    errors.postal_code = 'postal_code_wrong';
  if (rules.isEmailRequired && isMissing('email')) errors.email = 'email_missing';
  if (input.email?.trim() && !isEmailAddress(input.email.trim())) errors.email = 'email_wrong';
  for (const name of billingFields)
    if (cardNumber.test((input[name] ?? '').replace(/[\s-]/g, ''))) errors[name] = 'billing_is_number';
  return errors;
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
