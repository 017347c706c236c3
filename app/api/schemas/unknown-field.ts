import type { FieldError } from '~/api/replies/problem';

/** What the shape of a token says of whatever stands beside it: unions do not tell which of their shapes complains. */
export const besideCardTokenMessage = 'can’t be combined with card.token';

/** The card's own fields are unknown only where the other kind of card stands. */
const misplacedFieldMessages = new Map<string, string>([
  ['card.token', 'can’t be combined with card.pan. Send either card data or a token'],
  ...['pan', 'code', 'expiry', 'name'].map((name) => [`card.${name}`, besideCardTokenMessage] as const),
]);

/** What is called otherwise elsewhere. */
const fieldAliases = {
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
const fieldNamesByAlias = new Map<string, string>(
  Object.entries(fieldAliases).flatMap(([fieldName, names]) =>
    names.map((name) => [`card.${name}`, fieldName] as const),
  ),
);

/** What is said of a field, by its path, that the request does not have. `said`: by the shape that does not know it. */
export function buildUnknownFieldError(field: string, schemaMessage: string): FieldError {
  const fieldName = fieldNamesByAlias.get(field);
  const aliasMessage =
    fieldName &&
    (schemaMessage === besideCardTokenMessage
      ? besideCardTokenMessage
      : `isn’t a field of this request. Did you mean ${fieldName}?`);
  const message = aliasMessage ?? misplacedFieldMessages.get(field) ?? 'isn’t a field of this request';
  return { field, code: 'unknown_field', message };
}
