import { currencyDigits, isCurrency, maximumAmount } from './money';

export type AmountFault =
  'missing' | 'not_an_amount' | 'ambiguous' | 'too_many_decimals' | 'zero' | 'too_large';

const longestText = 40;

/**
 * The amount, in minor units, that a person means who types it in major units of a currency: "12.5" and "12,50" USD are 1250,
 * "1,234.50" and "1.234,50" are 123450. What could mean two amounts is refused, such as "1.234", which is a thousand to some
 * and little more than one to others. With a comma it is a thousand: decimals stand behind a point here. A currency of three decimals
 * or more takes them behind a point, and refuses the comma before three digits alone.
 */
export function readAmount(typed: string, currency: string): number | AmountFault {
  const text = typed.trim();
  if (!text) return 'missing';
  const digits = currencyDigits(currency);
  const parts = text.length > longestText ? 'not_an_amount' : partsOf(text, digits);
  if (typeof parts === 'string') return parts;
  if (parts.decimals.length > digits) return 'too_many_decimals';
  const amount = Number(parts.whole + parts.decimals.padEnd(digits, '0'));
  if (amount > maximumAmount) return 'too_large';
  return amount || 'zero';
}

/** As the forms write it: a point, all decimals of the currency, nothing between the thousands. 123450 USD is "1234.50". */
export function amountText(amountMinor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(amountMinor).padStart(digits + 1, '0');
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

const plain = /^(\d+)(?:([.,])(\d+))?$/;
const grouped = /^([1-9]\d{0,2}(?:([.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;

function partsOf(text: string, digits: number): { whole: string; decimals: string } | AmountFault {
  const [, whole, separator, decimals = ''] = plain.exec(text) ?? [];
  if (whole && decimals.length !== 3) return { whole, decimals };
  if (whole && (separator === '.') !== digits >= 3) return 'ambiguous';
  if (whole && digits >= 3) return { whole, decimals };
  const [, thousands, between, point, rest = ''] = grouped.exec(text) ?? [];
  return thousands && point !== between
    ? { whole: thousands.replaceAll(between!, ''), decimals: rest }
    : 'not_an_amount';
}

/** What a typed amount comes to in minor units, in the currencies that it may be of. */
export type AmountReading = { amountMinor: number; currencies: readonly string[] };

/** Longer ones are no amounts but numbers of something else. */
const longestAmount = 12;

const marked = /^([^\d.,'’\s]*) ?(\d[\d.,'’ ]*?) ?([^\d.,'’\s]*)$/u;

/**
 * What somebody means who types an amount in major units, with or without its currency: "42.00", "42,00", "€42", "1.234,50 EUR".
 * Which minor units that is depends on the currency, so there is one reading for each number of decimals. Three digits after the only
 * separator are thousands, or decimals of a currency that has three. Empty: this is no amount.
 */
export function readAmounts(typed: string): AmountReading[] {
  return read(typed, (numbers, decimals) => [
    ...new Set(numbers.flatMap((number) => exactMinor(number, decimals))),
  ]);
}

/** The least amount that is not below a typed one in each currency, or the greatest that is not above: there are no 42.5 JPY, but 42 and 43. */
export function readBound(typed: string, rounded: 'up' | 'down'): AmountReading[] {
  return read(typed, ([number], decimals) => (number ? [roundedMinor(number, decimals, rounded)] : []));
}

function read(
  typed: string,
  toMinor: (numbers: TypedNumber[], decimals: number) => number[],
): AmountReading[] {
  const [, before = '', number = '', after = ''] =
    marked.exec(typed.normalize('NFKC').trim().replace(/\s+/gu, ' ')) ?? [];
  const named = currenciesNamed(before, after);
  if (!number || !named || number.replace(/\D/g, '').length > longestAmount) return [];
  return byDecimals().flatMap(({ decimals, currencies }) => {
    const meant = named === 'any' ? currencies : currencies.filter((code) => named.includes(code));
    // Three digits after the only separator are decimals where a currency has as many.
    const numbers = readNumber(number).filter(({ fraction }) => fraction.length !== 3 || decimals >= 3);
    return meant.length
      ? toMinor(numbers, decimals).map((amountMinor) => ({ amountMinor, currencies: meant }))
      : [];
  });
}

/** The currencies that a sign or a code stands for: "$" many, "EUR" one. */
function currenciesNamed(before: string, after: string): readonly string[] | 'any' | null {
  const named = [before, after]
    .filter(Boolean)
    .map((mark) =>
      isCurrency(mark.toUpperCase()) ? [mark.toUpperCase()] : (signs().get(mark.toLowerCase()) ?? []),
    );
  const [first, second] = named;
  if (!first) return 'any';
  const both = second ? first.filter((code) => second.includes(code)) : first;
  return both.length ? both : null;
}

type TypedNumber = { whole: string; fraction: string };

function readNumber(text: string): TypedNumber[] {
  if (/^\d+$/.test(text)) return [{ whole: text, fraction: '' }];
  const readings: TypedNumber[] = [];
  // One kind of sign between thousands, another before the decimals.
  const [, thousands, , fraction] =
    /^(\d{1,3}(?:([.,'’ ])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,4}))?$/.exec(text) ?? [];
  if (thousands) readings.push({ whole: thousands.replace(/\D/g, ''), fraction: fraction ?? '' });
  const [, whole, decimals] = /^(\d+)[.,](\d{1,4})$/.exec(text) ?? [];
  if (whole && decimals) readings.push({ whole, fraction: decimals });
  return readings;
}

/** Nothing when the currency cannot have this amount. */
function exactMinor({ whole, fraction }: TypedNumber, decimals: number): number[] {
  const told = fraction.replace(/(?<!0)0+$/, '');
  return told.length <= decimals ? [Number(whole + told.padEnd(decimals, '0'))] : [];
}

function roundedMinor({ whole, fraction }: TypedNumber, decimals: number, rounded: 'up' | 'down'): number {
  const [told, rest] = [fraction.slice(0, decimals), fraction.slice(decimals)];
  return Number(whole + told.padEnd(decimals, '0')) + (rounded === 'up' && /[1-9]/.test(rest) ? 1 : 0);
}

/** All currencies, by their decimals: of most 2, of some 0, 3 or 4. */
export function byDecimals(): readonly { decimals: number; currencies: readonly string[] }[] {
  return currencies().groups;
}

const signs = () => currencies().signs;

let known: ReturnType<typeof learnCurrencies> | undefined;

/** Asking the runtime about three hundred currencies takes a moment, so it is done when an amount is typed first. */
function currencies() {
  return (known ??= learnCurrencies());
}

function learnCurrencies() {
  const [groups, signs] = [new Map<number, string[]>(), new Map<string, string[]>()];
  const add = <K>(map: Map<K, string[]>, key: K, code: string) =>
    map.set(key, [...new Set([...(map.get(key) ?? []), code])]);
  for (const currency of Intl.supportedValuesOf('currency'))
    for (const currencyDisplay of ['narrowSymbol', 'symbol'] as const) {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay });
      add(groups, format.resolvedOptions().maximumFractionDigits ?? 2, currency);
      add(
        signs,
        format
          .formatToParts(1)
          .find(({ type }) => type === 'currency')!
          .value.toLowerCase(),
        currency,
      );
    }
  return {
    groups: [...groups].sort(([a], [b]) => a - b).map(([decimals, currencies]) => ({ decimals, currencies })),
    signs,
  };
}
