import { formatAmount } from '~/platform/money/money';

/** The details of a meaning that are shown. */
export type SearchInterpretationView =
  | { kind: 'transaction' | 'intent' | 'operation' | 'card_token' | 'email' | 'last_four' | 'reference' }
  | { kind: 'amount'; examples: { amount: number; currency: string }[]; hasOtherCurrencies: boolean };

const parts: Record<Exclude<SearchInterpretationView['kind'], 'amount'>, string> = {
  transaction: 'a transaction ID',
  intent: 'an intent ID: all payment attempts for it',
  operation: 'an operation ID: the transaction it belongs to',
  card_token: 'a card token: all payments with it',
  email: 'the payer’s email address',
  last_four: 'the last four digits of a card',
  reference: 'an external_id (of a payment, capture, void, or refund) or an order_id',
};

/** How the search understood the input, to explain its results. */
export function SearchInterpretations({
  input,
  meanings,
}: {
  input: string;
  meanings: readonly SearchInterpretationView[];
}) {
  if (!meanings.length) return null;
  return (
    <p role="status" className="mb-3 max-w-3xl text-sm text-ink-soft">
      Searched for <strong className="font-semibold break-words text-ink">{input}</strong> as{' '}
      {list(meanings.map(describeInterpretation))}.
    </p>
  );
}

function describeInterpretation(meaning: SearchInterpretationView): string {
  if (meaning.kind !== 'amount') return parts[meaning.kind];
  const amounts = meaning.examples.map(({ amount, currency }) => formatAmount(amount, currency));
  return meaning.hasOtherCurrencies
    ? `an amount, such as ${list([...amounts, 'the same in another currency'])}`
    : `an amount: ${list(amounts)}`;
}

function list(parts: readonly string[]): string {
  if (parts.length < 3) return parts.join(' or ');
  return `${parts.slice(0, -1).join(', ')}, or ${parts.at(-1)}`;
}
