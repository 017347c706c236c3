import { toLatinDigits } from '~/platform/text/latin-digits';
import { hasCardRange } from './card-ranges';

/** Luhn's check digit (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

// A run of the same character, or of spaces, is one separator to a reader.
const repeatedSeparators = /(\s|[^\p{L}\p{N}])(?:\1|\s)+/gu;
// People separate groups with spaces, dashes, and dots. Anything can be a separator.
const digitGroups = /\d+(?:[^\p{N}]{1,3}\d+)*/gu;

// Long groups, groups of four with a shorter last one, or single digits as in form fields.
const groupedAsOnCard = /^(?:\d{4,}(?:\D+\d{4,})*|(?:\d{4}\D+)+\d{1,3}|\d(?:\D+\d)*)$/;
// With letters between them, only groups of four or single digits count. Random IDs have longer groups.
const groupedByLetters = /^(?:(?:\d{4}\D+){2,}\d{1,4}|\d(?:\D+\d)*)$/;
/** After a plus sign, 12 or 13 digits are a phone number. No bank issues cards with a plus sign. */
const minimumDigitsAfterPlus = 14;

// UUIDs and long hexadecimal IDs aren't card numbers, although one in 4,700 has the digits of one. Letters
// keep their position.
const hexIdentifiers =
  /(?<![\da-z])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=\d*[a-f])[\da-f]{24,})(?![\da-z])/gi;

// Merchants' references contain dates, and times in seconds or milliseconds since 1970, next to other numbers. No card
// number is written with such a group. A day-first date with a time, such as 30112026090008, has as many digits as a Diners
// card number, but hardly any card number is also a time in these years.
const datesAndTimes = new RegExp(
  `(?<!\\d)(?:${[
    String.raw`20\d\d([-._/]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])`,
    String.raw`(?:0[1-9]|[12]\d|3[01])([-._/]?)(?:0[1-9]|1[0-2])\2(?:20[2-4]\d)(?:(?:[01]\d|2[0-3])[0-5]\d[0-5]\d)?`,
    String.raw`1[6-9]\d{8}(?:\d{3})?`,
  ].join('|')})(?!\\d)`,
  'g',
);

/** The number of %XX layers that are decoded: a URL inside a URL inside a URL. */
const maximumDecodings = 3;

/** All %XX decoded, even if the bytes aren't valid text. Invalid ones become a separate character. */
function decodeLeniently(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.slice(1).split('%'), (hex) => parseInt(hex, 16))),
  );
}

/** Our own IDs (platform/ids), which merchants put into their own. Their random characters can look like a card number. */
const ownIdentifiers = /\b[a-z]{2,4}_01[0-9a-hjkmnp-tv-z]{34}(?![0-9a-z])/g;

/** Nothing but one of our own IDs or timestamps, of which every response has several. They contain no card number. */
const ownValue = /^(?:[a-z]{2,4}_01[0-9a-hjkmnp-tv-z]{34}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** `isGroupedAsOnCard`: only numbers without short groups count. */
type Search = { minimumDigits: number; maximumDigits: number; isGroupedAsOnCard: boolean };

/**
 * Whether text contains what looks like a card number, literally or percent-encoded: a brand's length and first
 * digits, and a valid check digit. Such text is rejected, because merchants' text is stored and shown (threat
 * T15).
 * @param minimumDigits the minimum length of a card number where other numbers are expected
 */
export function containsCardNumber(text: string, minimumDigits = 12): boolean {
  return findInDecodedTexts(text, { minimumDigits, maximumDigits: 19, isGroupedAsOnCard: false });
}

/**
 * The same for a text that may have at most `maximum` characters. The search takes long in longer ones, so they aren't
 * searched: they are rejected anyway.
 */
export function containsCardNumberWithin(text: string, maximum: number): boolean {
  // An emoji is one character of two code units.
  return text.length <= 2 * maximum && containsCardNumber(text);
}

// A product's number followed by its barcode has 17 digits or more.
const splitNumber: Search = { minimumDigits: 14, maximumDigits: 16, isGroupedAsOnCard: true };

/** Whether up to three texts without a card number form one together, in any order. */
export function formCardNumber(texts: readonly string[]): boolean {
  const orders = [texts, texts.toReversed()].flatMap((order) =>
    order.map((_, start) => [...order.slice(start), ...order.slice(0, start)]),
  );
  return (
    orders.some((order) => findInDecodedTexts(order.join(' '), splitNumber)) &&
    !texts.some((text) => containsCardNumber(text))
  );
}

function findInDecodedTexts(text: string, search: Search): boolean {
  if (!text.includes('%')) return findCardNumber(text, search);
  const decodedTexts = new Set([text]);
  for (let layer = 0; layer < maximumDecodings; layer++)
    decodedTexts.add(decodeLeniently([...decodedTexts].at(-1)!));
  return [...decodedTexts].some((decoded) => findCardNumber(decoded, search));
}

function findCardNumber(text: string, search: Search): boolean {
  // Every request has many texts, and most are short ASCII with few digits.
  const digitCount = countAsciiDigits(text);
  const isAscii = digitCount !== undefined;
  if (isAscii && (digitCount < search.minimumDigits || ownValue.test(text))) return false;
  const visible = (isAscii ? text : toLatinDigits(text))
    .replace(repeatedSeparators, '$1')
    .replace(ownIdentifiers, 'x')
    .replace(hexIdentifiers, 'x')
    .replace(datesAndTimes, 'x');
  for (const { 0: run, index } of visible.matchAll(digitGroups)) {
    const parts = run.split(/(\D+)/);
    const allDigits = run.replaceAll(/\D+/g, '');
    const isAfterPlus = visible[index - 1] === '+';
    // A card number may follow another number: any adjacent groups can form one.
    for (let first = 0, start = 0; first < parts.length; start += parts[first]!.length, first += 2) {
      const minimum = first === 0 && isAfterPlus ? minimumDigitsAfterPlus : search.minimumDigits;
      for (
        let last = first, end = start;
        last < parts.length && end - start < search.maximumDigits;
        last += 2
      ) {
        end += parts[last]!.length;
        if (end - start < minimum || end - start > search.maximumDigits) continue;
        const digits = allDigits.slice(start, end);
        // The cheap checks are first: a long text of zeros passes Luhn's in every place.
        if (!passesLuhn(digits) || !hasCardRange(digits, true)) continue;
        const written = parts.slice(first, last + 1).join('');
        if (!groupedAsOnCard.test(written) && (search.isGroupedAsOnCard || !hasCardRange(digits, false)))
          continue;
        if (/\p{L}/u.test(written) && !groupedByLetters.test(written)) continue;
        return true;
      }
    }
  }
  return false;
}

/** The number of digits in a text of printable ASCII characters, undefined for any other text. */
function countAsciiDigits(text: string): number | undefined {
  let digits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return undefined;
    if (code >= 0x30 && code <= 0x39) digits++;
  }
  return digits;
}
