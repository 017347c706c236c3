import type { FieldError } from './problem';

/** What the shape of a token says of whatever stands beside it: unions do not tell which of their shapes complains. */
export const besideKeptCard = 'cannot stand beside card.token, which is sent alone';

/** The card's own fields are unknown only where the other kind of card stands. */
const misplaced = new Map<string, string>([
  ['card.token', 'cannot stand beside card.pan: a card is sent with its number, or as a token alone'],
  ...['pan', 'code', 'expiry', 'name'].map((name) => [`card.${name}`, besideKeptCard] as const),
]);

/** What is called otherwise elsewhere. */
const otherNames = {
  'card.pan': ['number', 'card_number'],
  'card.code': ['cvc', 'cvv', 'cvv2', 'security_code'],
  'card.expiry': [
    'exp',
    'expiration',
    'expiry_date',
    'exp_date',
    'exp_month',
    'exp_year',
    'expiry_month',
    'expiry_year',
  ],
  'card.name': ['holder', 'card_holder', 'cardholder', 'cardholder_name', 'holder_name'],
};
const ours = new Map<string, string>(
  Object.entries(otherNames).flatMap(([own, names]) => names.map((name) => [`card.${name}`, own] as const)),
);

/** What is said of a field, by its path, that the request does not have. `said`: by the shape that does not know it. */
export function unknownField(field: string, said: string): FieldError {
  const own = ours.get(field);
  const called =
    own &&
    (said === besideKeptCard ? besideKeptCard : `is not a field of this request; here it is called ${own}`);
  const message = called ?? misplaced.get(field) ?? 'is not a field of this request';
  return { field, code: 'unknown_field', message };
}
