import { CA, US } from 'country-region-data';
import { hasAddress, type BillingDetails } from '../billing-details';

/** What Adyen expects for a required member that we don't know. */
const missing = 'N/A';
const unknownCountry = 'ZZ';
const subdivisions: Record<string, readonly (readonly [name: string, code: string])[]> = {
  US: US[2],
  CA: CA[2],
};

/** The payer's address and contact details. Adyen requires all members of an address. */
export const toAdyenBilling = (billing: BillingDetails | undefined) => ({
  ...(billing && hasAddress(billing) && { billingAddress: toBillingAddress(billing) }),
  ...(billing?.email && { shopperEmail: billing.email }),
  ...(billing?.phone && { telephoneNumber: billing.phone }),
});

function toBillingAddress({ addressLine1, addressLine2, postalCode, city, state, country }: BillingDetails) {
  const { street, houseNumberOrName } = splitAddressLine(addressLine1);
  return {
    street,
    houseNumberOrName:
      [houseNumberOrName, addressLine2].filter((part) => part !== undefined).join(' ') || missing,
    postalCode: toPostalCode(postalCode, country),
    city: city ?? missing,
    ...toState(state, country),
    country: country ?? unknownCountry,
  };
}

const houseNumber = /^\d+[a-z]?(?:[-/]\w{1,4})?$/i;

/** Many banks compare only the house number and the postal code. Only a number at the start or the end is certain. */
function splitAddressLine(line: string | undefined): { street: string; houseNumberOrName?: string } {
  const parts = (line ?? '').split(/[\s,]+/).filter(Boolean);
  const [first = '', ...rest] = parts;
  if (rest.length && houseNumber.test(first)) return { street: rest.join(' '), houseNumberOrName: first };
  const [last = '', ...before] = parts.toReversed();
  if (before.length && houseNumber.test(last))
    return { street: before.toReversed().join(' '), houseNumberOrName: last };
  return { street: line ?? missing };
}

/** Adyen accepts only the first five digits of a ZIP code, and ten characters elsewhere. */
const toPostalCode = (code: string | undefined, country: string | undefined): string =>
  code === undefined ? missing : code.slice(0, country === 'US' ? 5 : 10);

/** Adyen requires the code of a state in the US and Canada, and doesn't need one elsewhere. */
function toState(state: string | undefined, country = unknownCountry): { stateOrProvince?: string } {
  const known = Object.hasOwn(subdivisions, country) ? subdivisions[country]! : null;
  if (!known) return {};
  const wanted = state?.trim().toUpperCase();
  const found = known.find(([name, code]) => wanted === code || wanted === name.toUpperCase());
  return { stateOrProvince: found?.[1] ?? missing };
}
