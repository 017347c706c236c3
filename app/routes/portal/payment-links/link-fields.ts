import { linkLimits } from '~/payments/payment-links/payment-link';

export type LinkInput = Record<string, string>;

/** The fields of an item, by the item's position. */
export const itemFields = (index: number) => ({
  name: `item_name_${index}`,
  price: `item_price_${index}`,
  quantity: `item_quantity_${index}`,
  adjustable: `item_adjustable_${index}`,
  maximum: `item_maximum_${index}`,
});

const commonFields = [
  'name',
  'currency',
  'kind',
  'minimum',
  'maximum',
  'suggested',
  'billing',
  'email_required',
  'button_text',
  'after',
  'thank_you_text',
  'redirect_url',
  'expires_on',
  'maximum_payments',
] as const;

/** All fields in order, for the error summary. */
export const listLinkFields = (rows: number): string[] => [
  ...commonFields.slice(0, 3),
  ...Array.from({ length: rows }, (_, index) => Object.values(itemFields(index))).flat(),
  ...commonFields.slice(3),
];

/** How many items the form has. */
export const getRowCount = (input: LinkInput | undefined): number =>
  Math.min(linkLimits.items, Math.max(1, Number(input?.rows) || 1));
