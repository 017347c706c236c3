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

// People separate groups with spaces, dashes, and dots. Any nonletter can be a separator.
const separator = /[^\p{L}\p{N}]{1,3}/gu;
// A run of the same character, or of spaces, is one separator to a reader.
const repeatedSeparators = /(\s|[^\p{L}\p{N}])(?:\1|\s)+/gu;
const digitGroups = new RegExp(`\\d+(?:${separator.source}\\d+)*`, 'gu');
const cardSchemePattern =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17})$/;

// UUIDs and long hexadecimal IDs aren't card numbers, although one in 4,700 has the digits of one. Letters
// keep their position. The lookahead is bounded, because it starts at every character of untrusted text.
const hexIdentifiers =
  /(?<![\da-z])(?:(?=[\d-]{0,35}[a-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=\d*[a-f])[\da-f]{24,})(?![\da-z])/gi;

/** The number of %XX layers that are decoded: a URL inside a URL inside a URL. */
const maximumDecodings = 3;

/** Whether a URL contains what looks like a card number, literally or percent-encoded. */
export function urlContainsCardNumber(address: string): boolean {
  const decodedTexts = new Set([address, address.replace(/\+/g, ' ')]);
  for (let layer = 0; layer < maximumDecodings; layer++)
    decodedTexts.add(decodeLeniently([...decodedTexts].at(-1)!));
  return [...decodedTexts].some((text) => containsCardNumber(text));
}

/** All %XX decoded, even if the bytes aren't valid text. Invalid ones become a separate character. */
function decodeLeniently(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.slice(1).split('%'), (hex) => parseInt(hex, 16))),
  );
}

/**
 * Whether text contains what looks like a card number: a card scheme's length and prefix and a valid check
 * digit. Such text is rejected, because merchants' text is stored and shown (threat T15).
 * @param minimumDigits the minimum length of a card number where other numbers are expected
 */
export function containsCardNumber(text: string, minimumDigits = 0): boolean {
  const visible = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, toAsciiDigit)
    .replace(repeatedSeparators, '$1');
  for (const [run] of visible.replace(hexIdentifiers, 'x').matchAll(digitGroups)) {
    const groups = run.split(separator);
    // A card number may follow another number: any adjacent groups can form one.
    for (let first = 0; first < groups.length; first++)
      for (let last = first, digits = ''; last < groups.length && digits.length < 19; last++) {
        digits += groups[last]!;
        if (
          digits.length >= Math.max(minimumDigits, 13) &&
          cardSchemePattern.test(digits) &&
          passesLuhn(digits)
        )
          return true;
      }
  }
  return false;
}

/** A digit of any script. Scripts encode their digits in order from zero, like ASCII. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}
