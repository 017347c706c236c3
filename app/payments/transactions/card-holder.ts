import type { BillingDetails } from '~/acquirers/billing-details';
import type { Order } from './order-lines';

const cardHolderMembers = [
  'first_name',
  'middle_name',
  'last_name',
  'dob',
  'email',
  'phone',
  'address_1',
  'address_2',
  'postal_code',
  'city',
  'state',
  'country',
] as const;

/** The payer of an order (spec 2.3). Every member may be absent. `country`: ISO 3166-1 alpha-2. */
export type CardHolder = Partial<Record<(typeof cardHolderMembers)[number], string>>;

/** @param order as it's stored. Empty members count as absent. */
export function readCardHolder(order: unknown): CardHolder {
  const holder = (order as { card_holder?: Record<string, unknown> } | null)?.card_holder ?? {};
  const entries = cardHolderMembers.map((name) => [name, holder[name]]);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string' && value !== ''));
}

/** What the acquirer gets of the payer. */
export function toBillingDetails(order: Order): BillingDetails {
  const { email, phone, address_1, address_2, postal_code, city, state, country } = readCardHolder(order);
  return {
    ...(email && { email }),
    ...(phone && { phone }),
    ...(address_1 && { addressLine1: address_1 }),
    ...(address_2 && { addressLine2: address_2 }),
    ...(postal_code && { postalCode: postal_code }),
    ...(city && { city }),
    ...(state && { state }),
    ...(country && { country }),
  };
}
