import { isId } from '~/platform/ids';
import { getMaximumAmount } from '~/platform/money/currencies';
import { parseSearchedAmount, type AmountInterpretation } from '~/platform/money/amount-input';

/** The possible meanings of a search text. */
export type SearchInterpretation =
  | { kind: 'transaction' | 'intent' | 'operation' | 'card_token'; id: string }
  | { kind: 'email'; email: string }
  | { kind: 'last_four'; digits: string }
  | { kind: 'amount'; readings: AmountInterpretation[] }
  /**
   * An external_id of a transaction or operation, or an order_id, in each spelling that may be meant: as typed, in capital
   * and in small letters, and with surrounding whitespace, which can be part of it.
   */
  | { kind: 'reference'; spellings: string[] };

const ids = [
  ['transaction', 'trx'],
  ['intent', 'int'],
  ['operation', 'op'],
  ['card_token', 'tok'],
] as const;

/** "4242", and as written on receipts: "•••• 4242", "**4242". */
const lastFour = /^(?:[•*.…x·]|\s)*(\d{4})$/iu;

const email = /^[^\s@]+@[^\s@]+$/;

/**
 * All meanings of a search text, most likely first. Each is served by its own index. One of our IDs has no
 * other meaning. Merchants' own references can look like anything.
 */
export function interpretSearch(input: string): SearchInterpretation[] {
  const text = input.trim();
  if (!text) return [];
  for (const [kind, prefix] of ids)
    if (isId(prefix, text.toLowerCase())) return [{ kind, id: text.toLowerCase() }];
  const digits = lastFour.exec(text)?.[1];
  const readings = parseSearchedAmount(text)
    .map(({ amountMinor, currencies }) => ({
      amountMinor,
      currencies: currencies.filter((code) => amountMinor <= getMaximumAmount(code)),
    }))
    .filter(({ amountMinor, currencies }) => amountMinor > 0 && currencies.length);
  return [
    ...(email.test(text) ? [{ kind: 'email' as const, email: text.toLowerCase() }] : []),
    ...(digits ? [{ kind: 'last_four' as const, digits }] : []),
    ...(readings.length ? [{ kind: 'amount' as const, readings }] : []),
    { kind: 'reference', spellings: [...new Set([text, text.toUpperCase(), text.toLowerCase(), input])] },
  ];
}
