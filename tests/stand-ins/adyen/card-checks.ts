import { refuse } from './api-error';
import type { CardBehavior } from './cards';
import type { PaymentRequest } from './sdk-types';

type Address = NonNullable<PaymentRequest['billingAddress']>;

const avsResults: Record<number, string> = {
  1: "Address matches, postal code doesn't",
  2: 'Neither postal code nor address match',
  3: 'AVS unavailable',
  4: 'AVS not supported for this card type',
  5: 'No AVS data provided',
  6: "Postal code matches, address doesn't match",
  7: 'Both postal code and address match',
};
const codeResults: Record<number, string> = {
  1: 'Matches',
  2: "Doesn't match",
  3: 'Not checked',
  6: 'No CVC/CVV provided',
};

/** What the issuer finds about the address and the code. The account is configured to return both. */
export function checkCardData(
  { billingAddress, paymentMethod }: PaymentRequest,
  { checks }: CardBehavior,
): { avsResult: string; cvcResult: string } {
  if (billingAddress) requireAddress(billingAddress);
  // An issuer that gets no street can't find it in its records.
  const avs = !billingAddress ? 5 : (checks?.avs ?? (billingAddress.street === 'N/A' ? 6 : 7));
  const code = paymentMethod.cvc === undefined ? 6 : (checks?.code ?? 1);
  return { avsResult: `${avs} ${avsResults[avs]}`, cvcResult: `${code} ${codeResults[code]}` };
}

function requireAddress({ street, houseNumberOrName, city, postalCode, country, stateOrProvince }: Address) {
  for (const [name, value] of Object.entries({ street, houseNumberOrName, city, postalCode, country }))
    if (!value) throw refuse('000', `billingAddress.${name} is required`);
  if (!/^[A-Z]{2}$/.test(country)) throw refuse('000', 'billingAddress.country is invalid');
  if (postalCode !== 'N/A' && postalCode.length > (country === 'US' ? 5 : 10))
    throw refuse('000', 'billingAddress.postalCode is too long');
  const needsState = country === 'US' || country === 'CA';
  if (needsState && stateOrProvince !== 'N/A' && !/^[A-Z]{2}$/.test(stateOrProvince ?? ''))
    throw refuse('000', 'billingAddress.stateOrProvince is invalid');
}
