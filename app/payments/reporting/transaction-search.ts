import { isId } from '~/platform/ids';
import { maximumAmount } from '~/platform/money/money';
import { parsePossibleAmounts, type AmountInterpretation } from '~/platform/money/amount-input';

/** What a text typed into the search may be. */
export type SearchInterpretation =
  | { kind: 'transaction' | 'intent' | 'operation' | 'card_token'; id: string }
  | { kind: 'email'; email: string }
  | { kind: 'last_four'; digits: string }
  | { kind: 'amount'; readings: AmountInterpretation[] }
  /** An external_id, of a transaction or of an operation on it, or an order_id. `exact`: with the space around it, which may belong to it. */
  | { kind: 'reference'; text: string; exact?: string };

const ids = [
  ['transaction', 'trx'],
  ['intent', 'int'],
  ['operation', 'op'],
  ['card_token', 'tok'],
] as const;

/** "4242", and as cards are written: "•••• 4242", "**4242". */
const lastFour = /^(?:[•*.…x·]|\s)*(\d{4})$/iu;

const email = /^[^\s@]+@[^\s@]+$/;

/**
 * All that a typed text may mean, the likeliest first. Each meaning is looked up through an index of its own. An id of ours is
 * nothing else; a merchant's own references may look like anything.
 */
export function interpretSearch(input: string): SearchInterpretation[] {
  const text = input.trim();
  if (!text) return [];
  for (const [kind, prefix] of ids)
    if (isId(prefix, text.toLowerCase())) return [{ kind, id: text.toLowerCase() }];
  const digits = lastFour.exec(text)?.[1];
  const readings = parsePossibleAmounts(text).filter(
    ({ amountMinor }) => amountMinor > 0 && amountMinor <= maximumAmount,
  );
  return [
    ...(email.test(text) ? [{ kind: 'email' as const, email: text.toLowerCase() }] : []),
    ...(digits ? [{ kind: 'last_four' as const, digits }] : []),
    ...(readings.length ? [{ kind: 'amount' as const, readings }] : []),
    { kind: 'reference', text, ...(input !== text && { exact: input }) },
  ];
}
