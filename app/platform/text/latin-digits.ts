/** Text without invisible characters, such as those from pasting, and with the digits of all scripts as 0–9. */
export function toLatinDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, toLatinDigit);
}

/** Scripts encode their digits in order from zero, like ASCII. */
function toLatinDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}
