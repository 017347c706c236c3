import type { AddressErrors } from '../messages/address-errors';
import type { CheckoutMessages } from '../messages/messages';
import { findAddressKind } from './address-names';
import type { CardError } from './form-fields';

export type ErrorTexts = Pick<CheckoutMessages, 'cardErrors'> & { addressErrors: AddressErrors };

/** What is wrong with a field. A part of an address is called what the country calls it. */
export function getErrorText(texts: ErrorTexts, field: string, error: CardError, country = ''): string {
  const kind = findAddressKind(country, field);
  return (kind && texts.addressErrors[kind][error]) ?? texts.cardErrors[error];
}
