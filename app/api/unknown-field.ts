import type { FieldError } from './problem';

const besideToken = 'cannot stand beside card.token, which is sent alone';

/** The card's own fields are unknown only where the other kind of card stands. */
const misplaced = new Map<string, string>([
  ['card.token', 'cannot stand beside card.pan: a card is sent with its number, or as a token alone'],
  ...['pan', 'code', 'expiry', 'name'].map((name) => [`card.${name}`, besideToken] as const),
]);

/** What is called otherwise elsewhere. */
const otherNames = {
  'card.pan': ['number', 'card_number'],
  'card.code': ['cvc', 'cvv', 'cvv2', 'security_code'],
  'card.expiry': ['exp', 'expiration', 'expiry_date', 'exp_date', 'exp_month', 'exp_year', 'expiry_month', 'expiry_year'],
  'card.name': ['holder', 'card_holder', 'cardholder', 'cardholder_name', 'holder_name'],
};
const ours = new Map<string, string>(Object.entries(otherNames).flatMap(([own, names]) => names.map((name) => [`card.${name}`, own] as const)));

/** What is said of a field, by its path, that the request does not have. */
export function unknownField(field: string): FieldError {
  const own = ours.get(field);
  const message = own ? `is not a field of this request; here it is called ${own}` : (misplaced.get(field) ?? 'is not a field of this request');
  return { field, code: 'unknown_field', message };
}
