import { Table } from '~/ui/content/table';
import { renderInlineMarkdown } from './reference/inline-markdown';

export const fieldErrorCodes: readonly (readonly [code: string, means: string])[] = [
  ['required', 'The field is missing.'],
  ['unknown_field', 'The request has no such field. Look for a slip of the pen.'],
  ['wrong_type', 'The value is of another JSON type, such as a string for a number.'],
  ['too_small', 'The number is too low, or the text is empty.'],
  ['too_big', 'The number is too high, the text too long, or the list has too many entries.'],
  ['invalid_value', 'The value is not one of those allowed, or not in the form that `message` names.'],
  ['unknown_currency', 'No currency code of ISO 4217.'],
  ['invalid_card_number', 'Not 12 to 19 digits, or the check digit is wrong.'],
  ['invalid_expiry', 'Not a month and a year, such as 12/30.'],
  ['card_expired', 'The card’s last month is over.'],
  ['unknown_card_token', 'No card token of yours in this environment has this id, or it was deleted.'],
  [
    'card_number_refused',
    'Something like a card number stands in a text. Texts are stored and shown, so a card number may only stand in `card.pan`.',
  ],
  ['control_character', 'The text holds a line break or another character that cannot be seen.'],
  ['invalid_url', 'The address is not one that the payer may be sent to; `message` says why.'],
  [
    'host_not_listed',
    'The address leads to a host that is not on your list, which counts in live. Add the host in the portal under Developers, Redirect hosts.',
  ],
];

/** What `code` of an entry of `errors` can be. */
export function FieldErrorCodes() {
  return (
    <section className="mt-10" aria-labelledby="field-codes">
      <h2 id="field-codes" className="text-xl font-semibold tracking-tight">
        Codes of fields
      </h2>
      <p className="mt-3 mb-4">
        {renderInlineMarkdown(
          'With `validation_failed` and `invalid_query`, `errors` holds an entry for each field that is not right, with one of these codes.',
        )}
      </p>
      <div className="rounded-lg border border-line bg-surface px-4 py-3">
        <Table
          caption="Codes of fields"
          rows={fieldErrorCodes}
          rowKey={([code]) => code}
          columns={[
            { title: 'Code', cell: ([code]) => <code className="font-mono text-sm">{code}</code> },
            { title: 'Means', cell: ([, meaning]) => renderInlineMarkdown(meaning) },
          ]}
        />
      </div>
    </section>
  );
}
