import { currencies, currenciesByDecimals, currencyDigits, getMaximumAmount, isCurrency } from './currencies';

export type AmountError =
  'missing' | 'not_an_amount' | 'ambiguous' | 'too_many_decimals' | 'zero' | 'too_large';

const maximumTextLength = 40;

/**
 * The amount in minor units for input in major units: "12.5" and "12,50" USD are 1250, "1,234.50" and
 * "1.234,50" are 123450. Ambiguous input is rejected, such as "1.234", which is a thousand to some and little
 * more than one to others. "1,234" is a thousand, because our decimal separator is a point. A currency with
 * three or more decimals needs a point, and rejects a comma before three digits. The currency's own symbol or code may be
 * beside the number: "€12.50", "12.50 EUR".
 * @param maximum in minor units
 */
export function parseAmountInput(
  input: string,
  currency: string,
  maximum = getMaximumAmount(currency),
): number | AmountError {
  const text = input.trim();
  if (!text) return 'missing';
  const digits = currencyDigits(currency);
  const parts =
    text.length > maximumTextLength ? 'not_an_amount' : splitAmount(removeCurrency(text, currency), digits);
  if (typeof parts === 'string') return parts;
  if (parts.decimals.length > digits) return 'too_many_decimals';
  const amount = Number(parts.integerDigits + parts.decimals.padEnd(digits, '0'));
  if (amount > maximum) return 'too_large';
  return amount || 'zero';
}

/**
 * The form's format: a point, all decimals of the currency, and no thousands separators. 123450 USD is
 * "1234.50".
 */
export function formatAmountInput(amountMinor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(amountMinor).padStart(digits + 1, '0');
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

/** The same for an amount that can be negative: -5 USD is "-0.05". */
export function formatSignedAmount(amountMinor: number, currency: string): string {
  const text = formatAmountInput(Math.abs(amountMinor), currency);
  return amountMinor < 0 ? `-${text}` : text;
}

const plainPattern = /^(\d+)(?:([.,])(\d+))?$/;
const groupedPattern = /^([1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;

function splitAmount(
  text: string,
  digits: number,
): { integerDigits: string; decimals: string } | AmountError {
  const [, integerDigits, separator, decimals = ''] = plainPattern.exec(text) ?? [];
  if (integerDigits && decimals.length !== 3) return { integerDigits, decimals };
  if (integerDigits && (separator === '.') !== digits >= 3) return 'ambiguous';
  if (integerDigits && digits >= 3) return { integerDigits, decimals };
  const [, thousands, between, point, rest = ''] = groupedPattern.exec(text) ?? [];
  return thousands && point !== between
    ? { integerDigits: thousands.replaceAll(between!, ''), decimals: rest }
    : 'not_an_amount';
}

/** The number without a symbol or code of the currency. Anything else stays, and isn't an amount. */
function removeCurrency(text: string, currency: string): string {
  const [, before = '', number = '', after = ''] = /^([^\d.,]*)(\d(?:.*\d)?)([^\d.,]*)$/u.exec(text) ?? [];
  const named = findNamedCurrencies(before.trim(), after.trim());
  return named && named !== 'any' && named.includes(currency) ? number : text;
}

/** The possible meanings of an input in minor units, by currency. */
export type AmountInterpretation = { amountMinor: number; currencies: readonly string[] };

/** Longer numbers aren't amounts. */
const maximumDigits = 12;

const markedPattern = /^([^\d.,'’\s]*) ?(\d[\d.,'’ ]*?) ?([^\d.,'’\s]*)$/u;

/**
 * The meanings of an input in major units, with or without a currency: "42.00", "42,00", "€42", "1.234,50
 * EUR". The minor units depend on the currency, so there's one reading per number of decimals. Three digits
 * after the only separator are thousands, or decimals of a currency with three: after a point, the decimals come first.
 * Empty: not an amount.
 */
export function parsePossibleAmounts(input: string): AmountInterpretation[] {
  return interpretAmount(input, (numbers, decimals) => [
    ...new Set(numbers.flatMap((number) => exactMinor(number, decimals))),
  ]);
}

/** The same for a search. Lists write what was refunded or debited with a minus sign: "-€42.00". */
export const parseSearchedAmount = (input: string): AmountInterpretation[] =>
  parsePossibleAmounts(input.trim().replace(/^(\p{Sc}?)[-−–] ?(?=\P{N}{0,4}\p{N})/u, '$1'));

/**
 * The smallest amount that isn't below the input in each currency, or the largest that isn't above: 42.5 JPY
 * doesn't exist, but 42 and 43 do.
 */
export function parseAmountBound(input: string, rounding: 'up' | 'down'): AmountInterpretation[] {
  return interpretAmount(input, ([number], decimals) =>
    number ? [roundedMinor(number, decimals, rounding)] : [],
  );
}

function interpretAmount(
  input: string,
  toMinor: (numbers: NumberParts[], decimals: number) => number[],
): AmountInterpretation[] {
  const [, before = '', number = '', after = ''] =
    markedPattern.exec(input.normalize('NFKC').trim().replace(/\s+/gu, ' ')) ?? [];
  const namedCurrencies = findNamedCurrencies(before, after);
  if (!number || !namedCurrencies || number.replace(/\D/g, '').length > maximumDigits) return [];
  return currenciesByDecimals.flatMap(({ decimals, currencies }) => {
    const matchingCurrencies =
      namedCurrencies === 'any' ? currencies : currencies.filter((code) => namedCurrencies.includes(code));
    // Three digits after the only separator are decimals if the currency has three.
    const numbers = readNumber(number).filter(({ fraction }) => fraction.length !== 3 || decimals >= 3);
    return matchingCurrencies.length
      ? toMinor(numbers, decimals).map((amountMinor) => ({ amountMinor, currencies: matchingCurrencies }))
      : [];
  });
}

/** The currencies of a symbol or code: "$" means many, "EUR" one. */
function findNamedCurrencies(before: string, after: string): readonly string[] | 'any' | null {
  const namedCurrencies = [before, after]
    .filter(Boolean)
    .map((mark) =>
      isCurrency(mark.toUpperCase()) ? [mark.toUpperCase()] : (signs().get(mark.toLowerCase()) ?? []),
    );
  const [first, second] = namedCurrencies;
  if (!first) return 'any';
  const both = second ? first.filter((code) => second.includes(code)) : first;
  return both.length ? both : null;
}

type NumberParts = { integerDigits: string; fraction: string };

function readNumber(text: string): NumberParts[] {
  if (/^\d+$/.test(text)) return [{ integerDigits: text, fraction: '' }];
  const readings: NumberParts[] = [];
  // One separator for thousands, another for decimals.
  const [, thousands, , fraction] =
    /^([1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,4}))?$/.exec(text) ?? [];
  if (thousands) readings.push({ integerDigits: thousands.replace(/\D/g, ''), fraction: fraction ?? '' });
  const [, integerDigits, decimals] = /^(\d+)[.,](\d{1,4})$/.exec(text) ?? [];
  if (integerDigits && decimals) readings.push({ integerDigits, fraction: decimals });
  return text.includes(',') ? readings : readings.reverse();
}

/** Undefined when the currency can't have this amount. */
function exactMinor({ integerDigits, fraction }: NumberParts, decimals: number): number[] {
  const significantDigits = fraction.replace(/(?<!0)0+$/, '');
  return significantDigits.length <= decimals
    ? [Number(integerDigits + significantDigits.padEnd(decimals, '0'))]
    : [];
}

function roundedMinor(
  { integerDigits, fraction }: NumberParts,
  decimals: number,
  rounding: 'up' | 'down',
): number {
  const [significantDigits, rest] = [fraction.slice(0, decimals), fraction.slice(decimals)];
  return (
    Number(integerDigits + significantDigits.padEnd(decimals, '0')) +
    (rounding === 'up' && /[1-9]/.test(rest) ? 1 : 0)
  );
}

let signCache: Map<string, string[]> | undefined;

/** Computed on first use, because asking the runtime about all currencies takes a moment. */
function signs(): Map<string, string[]> {
  return (signCache ??= findSigns());
}

function findSigns(): Map<string, string[]> {
  const signs = new Map<string, string[]>();
  for (const currency of currencies)
    for (const currencyDisplay of ['narrowSymbol', 'symbol'] as const) {
      const sign = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .find(({ type }) => type === 'currency')!
        .value.toLowerCase();
      signs.set(sign, [...new Set([...(signs.get(sign) ?? []), currency])]);
    }
  // What people write where the runtime has "$" and "CA$".
  signs.set('us$', ['USD']);
  signs.set('c$', ['CAD', ...(signs.get('c$') ?? [])]);
  return signs;
}
