import type { FieldError } from '~/api/replies/problem';

/** The token shape's message for additional members: a union doesn't say which of its shapes failed. */
export const besideCardTokenMessage = 'can’t be combined with card.token';

/** The card's own fields are unknown only in the other variant. */
const misplacedFieldMessages = new Map<string, string>([
  ['card.token', 'can’t be combined with card.pan. Send either card data or a token'],
  ...['initiator', 'reason'].map((name) => [`card.${name}`, 'is allowed only with card.token'] as const),
  ...['pan', 'code', 'expiry', 'name'].map((name) => [`card.${name}`, besideCardTokenMessage] as const),
]);

/** Common names for our fields elsewhere. */
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

/** The message for an unknown field, by its path. `said`: the message of the shape that doesn't know it. */
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

/** The same for the parameters of a query. */
export const buildUnknownParameterError = (field: string): FieldError => ({
  field,
  code: 'unknown_field',
  message: 'isn’t a parameter of this request',
});
