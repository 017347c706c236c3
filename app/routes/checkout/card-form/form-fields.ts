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

export type CardField = (typeof cardFields)[number];
export type BillingField = (typeof billingFields)[number];
export type CardError = keyof CheckoutMessages['cardErrors'];
/** Only some pages ask for billing details or the payer's consent. */
type FormField = CardField | BillingField | 'consent';
/** In the order of the form, which is different for each country. */
export type CardErrors = Partial<Record<FormField, CardError>>;

export const listCardErrors = (errors: CardErrors) =>
  (Object.entries(errors) as [FormField, CardError | undefined][]).flatMap(([name, error]) =>
    error ? [[name, error] as const] : [],
  );
