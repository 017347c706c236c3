import type { CheckoutMessages } from '../messages/messages';

export const cardFields = ['number', 'expiry', 'code', 'name'] as const;
export const billingFields = [
  'country',
  'address_1',
  'address_2',
  'postal_code',
  'city',
  'state',
  'email',
] as const;
/** All fields of the form, in order. Only some pages ask for billing details or the payer's consent. */
export const formFields = [...cardFields, ...billingFields, 'consent'] as const;

export type CardField = (typeof cardFields)[number];
export type BillingField = (typeof billingFields)[number];
export type CardError = keyof CheckoutMessages['cardErrors'];
export type CardErrors = Partial<Record<(typeof formFields)[number], CardError>>;
