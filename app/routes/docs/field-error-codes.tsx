import { AnchoredHeading } from '~/ui/content/anchored-heading';
import { Table } from '~/ui/content/table';
import { renderInlineMarkdown } from './reference/inline-markdown';

export const fieldErrorCodes: readonly (readonly [code: string, means: string])[] = [
  ['required', 'The field is missing.'],
  [
    'unknown_field',
    'The request doesn’t accept this field, or doesn’t accept it together with another field that you sent. `message` names the other field. If it doesn’t name one, check the spelling.',
  ],
  ['wrong_type', 'The value has the wrong JSON type, such as a string instead of a number.'],
  ['too_small', 'The number is too low, the string is empty, or the array has too few items.'],
  ['too_big', 'The number is too high, the string is too long, or the array has too many items.'],
  ['invalid_value', 'The value isn’t allowed, or doesn’t have the format described in `message`.'],
  [
    'unknown_currency',
    'Not the code of an accepted currency. The guide “Amounts and currencies” lists them.',
  ],
  ['invalid_card_number', 'Not 12 to 19 digits, or the check digit is wrong.'],
  ['invalid_expiry', 'Not a month and a year, such as 12/30.'],
  ['card_expired', 'The card has expired.'],
  [
    'agreement_missing',
    'The payer didn’t agree to this reason when they saved the card. Ask them to save it again with this reason.',
  ],
  ['unknown_card_token', 'Your account has no such card token in this environment, or it was deleted.'],
  [
    'card_number_refused',
    'The text seems to contain a card number. Card numbers are allowed only in `card.pan`.',
  ],
  ['control_character', 'The text contains a line break or another invisible character.'],
  ['invalid_url', 'Payers can’t be redirected to this URL. `message` gives the reason.'],
  [
    'host_not_listed',
    'In live, redirect URLs must use a host on your list. Add it in the portal under Developers > Redirect hosts.',
  ],
];

/** The possible values of `code` in `errors`. */
export function FieldErrorCodes() {
  return (
    <section className="mt-10" aria-labelledby="field-codes">
      <AnchoredHeading
        level={2}
        anchor="field-codes"
        title="Field error codes"
        className="text-xl font-semibold tracking-tight"
      />
      <p className="mt-3 mb-4">
        {renderInlineMarkdown(
          'For `validation_failed` and `invalid_query`, `errors` contains an entry for each invalid field, with one of these codes.',
        )}
      </p>
      <div className="rounded-lg border border-line bg-surface px-4 py-3">
        <Table
          caption="Field error codes"
          rows={fieldErrorCodes}
          rowKey={([code]) => code}
          columns={[
            { title: 'Code', cell: ([code]) => <code className="font-mono text-sm">{code}</code> },
            { title: 'Meaning', cell: ([, meaning]) => renderInlineMarkdown(meaning) },
          ]}
        />
      </div>
    </section>
  );
}
