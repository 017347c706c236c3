import { containsCardNumber } from '~/platform/cards/card-numbers';

// Pure: callers read out too much at times, so the search input is redacted.

export type RedactionReason = 'card_number' | 'secret';

const secret = /(?<![\p{L}\p{N}])(?:sk_(?:test|live)_|whsec_)[\w+/=-]+/giu;

/**
 * The text without sensitive data: a card number is replaced by its last four digits, and a secret is
 * removed. If a number is obfuscated irreversibly, the whole word is removed.
 */
export function redactSearchInput(input: string): { text: string; found: RedactionReason | null } {
  const normalized = input.normalize('NFKC');
  const withoutSecrets = normalized.replace(secret, ' ').replace(/ +/g, ' ').trim();
  if (!containsCardNumber(withoutSecrets))
    return withoutSecrets === normalized.replace(/ +/g, ' ').trim()
      ? { text: input, found: null }
      : { text: withoutSecrets, found: 'secret' };
  const text = shortenCardNumbers(withoutSecrets);
  return { text: containsCardNumber(text) ? '' : text, found: 'card_number' };
}

function shortenCardNumbers(text: string): string {
  let rest = text;
  for (let at = 0; at < rest.length; at++) {
    if (!/\d/.test(rest[at]!) || /\d/.test(rest[at - 1] ?? '')) continue;
    const number = findCardNumberAt(rest, at);
    if (number) rest = `${rest.slice(0, at)}last four ${number.lastFour}${rest.slice(number.end)}`;
  }
  return rest;
}

/** The longest card number that starts here, with any separators between its digits. */
function findCardNumberAt(text: string, start: number): { lastFour: string; end: number } | null {
  const ends: { digits: string; end: number }[] = [];
  for (
    let at = start, digits = '', between = 0;
    at < text.length && digits.length < 19 && between <= 3;
    at++
  ) {
    between = /\d/.test(text[at]!) ? 0 : between + 1;
    if (between) continue;
    digits += text[at]!;
    if (digits.length >= 12) ends.unshift({ digits, end: at + 1 });
  }
  const found = ends.find(({ digits, end }) => containsCardNumber(digits) && !/\d/.test(text[end] ?? ''));
  return found ? { lastFour: found.digits.slice(-4), end: found.end } : null;
}
