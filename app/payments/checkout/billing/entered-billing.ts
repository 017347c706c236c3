import { readCardHolder, type CardHolder } from '~/payments/transactions/card-holder';
import type { Order } from '~/payments/transactions/order-lines';

/** What the payer entered. `hasWholeAddress`: the form had all fields of an address, not only country and postal code. */
export type EnteredBilling = { details: CardHolder; hasWholeAddress: boolean };

const addressMembers = ['address_1', 'address_2', 'postal_code', 'city', 'state', 'country'] as const;

/**
 * The order with what the payer entered. It replaces the merchant's address as a whole, because parts of two addresses make
 * none. If the form had only country and postal code, and the payer didn't change them, the rest is still right.
 */
export function withEnteredBilling(order: Order, { details, hasWholeAddress }: EnteredBilling): Order {
  const known = readCardHolder(order);
  const isSame = (['country', 'postal_code'] as const).every((name) => known[name] === details[name]);
  const kept = { ...known };
  if (hasWholeAddress || !isSame) for (const name of addressMembers) delete kept[name];
  const cardHolder = { ...kept, ...details };
  const { card_holder: _, ...others } = order;
  return Object.keys(cardHolder).length ? { ...others, card_holder: cardHolder } : others;
}
