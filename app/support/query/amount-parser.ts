import { isCurrency } from '~/platform/money/currencies';
import { parsePossibleAmounts } from '~/platform/money/amount-input';
import { createNumberWordReplacer } from './number-parser';

// Pure: finds an amount in a sentence.

/** Minor units, both ends included, in any of the currencies. */
type AmountRange = { from: number; to: number; currencies: readonly string[] };
export type AmountExpression = { text: string; about: boolean; ranges: AmountRange[] };

/** The tolerance of "about", in both directions. */
export const approximatePercent = 10;

/**
 * Names of currencies, longer names before shorter ones. A name that several countries use means any of their
 * currencies.
 */
const currencyNames: readonly (readonly [name: string, codes: readonly string[] | '$'])[] = [
  ['us dollars?', ['USD']],
  ['american dollars?', ['USD']],
  ['canadian dollars?', ['CAD']],
  ['australian dollars?', ['AUD']],
  ['hong kong dollars?', ['HKD']],
  ['dollars?|bucks', '$'],
  ['euros?', ['EUR']],
  ['pounds?(?: sterling)?|quid|sterling', ['GBP']],
  ['yen', ['JPY']],
  ['yuan|renminbi|rmb', ['CNY']],
  ['(?:swiss )?francs?|franken', ['CHF']],
  ['won', ['KRW']],
  ['rupees?', ['INR', 'PKR', 'LKR', 'NPR', 'MUR']],
  ['kronor', ['SEK']],
  ['kroner', ['NOK', 'DKK']],
  ['krona|krone', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['z[lł]ot(?:y|ys|ych)', ['PLN']],
  ['forints?', ['HUF']],
  ['koruna', ['CZK']],
  ['reais|real', ['BRL']],
  ['pesos?', ['MXN', 'ARS', 'CLP', 'COP', 'PHP', 'UYU']],
  ['dinars?', ['KWD', 'BHD', 'JOD', 'TND', 'RSD', 'IQD', 'LYD', 'DZD']],
  ['dirhams?', ['AED', 'MAD']],
  ['shekels?', ['ILS']],
  ['rand', ['ZAR']],
  ['lira', ['TRY']],
];

/** Codes that are also words: lowercase means the word. */
const ambiguousCodes = [
  'all',
  'top',
  'try',
  'cup',
  'pen',
  'bob',
  'mad',
  'gel',
  'sos',
  'mop',
  'rub',
  'ang',
  'bam',
  'cop',
  'mur',
  'std',
  'won',
];

const about =
  '(?:about|around|roughly|approximately|approx\\.?|circa|ca\\.?|something like|some|nearly|almost|(?:just |a bit |a little |slightly )?(?:under|below|over|above)|~|≈)';
/** What is said after an amount that isn't exact. */
const orSo = '(?: or so| and something| or thereabouts| give or take| more or less)(?!\\p{L})';
const groupedNumber = "\\d{1,3}(?:[ '’.,]\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)";
const numberPattern = `${groupedNumber}|\\d+(?:[.,]\\d{1,4})?`;
const bareNumber = new RegExp(`^(?:${groupedNumber}|\\d{1,8}(?:[.,]\\d{1,3})?)$`, 'u');
/** "$", "US$". */
const sign = '\\p{Sc}|[a-z]{1,2}\\$';
const currencyNamePattern = currencyNames.map(([name]) => name).join('|');
export const replaceSpelledNumbers = createNumberWordReplacer({
  currencies: `${currencyNamePattern}|usd|eur|gbp|chf`,
  roughly: about,
});
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}_.-])(?:(${about}) ?)?(?:(${sign}|[a-z]{3})(?= ?\\d) ?)?(${numberPattern})( ?ish)?(?: ?(\\p{Sc}|(?:${currencyNamePattern})(?!\\p{L})|[a-z]{3}(?!\\p{L})))?(${orSo})?(?![\\p{N}_]|[-.:]\\d)`,
  'iu',
);
/** A currency's sign, code, or name. Names follow the number. */
const mark = (isBefore = false) =>
  isBefore ? `${sign}|[a-z]{3}(?= ?\\d)` : `\\p{Sc}|(?:${currencyNamePattern})(?!\\p{L})|[a-z]{3}(?!\\p{L})`;
const createRangePattern = (start: string, separator: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_.-])${start}(?:(${mark(true)}) ?)?(${numberPattern})(?: ?(?:${mark()}))? ?${separator} ?(?:(?:${mark(true)}) ?)?(${numberPattern})(?: ?(${mark()}))?(?![\\p{N}_]|[-.:]\\d)`,
    'iu',
  );
/** "between $43 and $44", "43 or 44 euros". */
const rangePatterns = [
  createRangePattern('(?:between|from) ', '(?:and|to)'),
  createRangePattern(`(?:${about} ?)?`, '(?:or(?: maybe)?|to|-|–)'),
];

/** The amount in a text, with a currency or an "about", and the rest of the text. */
export function extractAmount(input: string, gap: string): { amount: AmountExpression | null; rest: string } {
  const text = replaceSpelledNumbers(input);
  const range = extractRange(text, gap);
  if (range) return range;
  for (let from = 0; from < text.length;) {
    const match = pattern.exec(text.slice(from));
    if (!match) break;
    const [fullMatch, roughly, before, digits, ish, after, orSo] = match;
    const [first, second] = [parseCurrencyMark(before), parseCurrencyMark(after)];
    // Words next to it that aren't a currency belong to something else.
    const skipped = before && !first ? fullMatch.indexOf(digits!, (roughly ?? '').length + before.length) : 0;
    const matchedText = fullMatch.slice(
      skipped,
      after && !second ? fullMatch.length - after.length - (orSo?.length ?? 0) : undefined,
    );
    const isAbout = Boolean((!skipped && roughly) || ish || (orSo && (first ?? second)));
    const amount =
      first || second || isAbout
        ? toAmountExpression(digits!, first ?? second, { text: matchedText.trim(), about: isAbout })
        : null;
    const start = from + match.index + skipped;
    // "4242 CHF 20" is a card and twenty francs.
    const isEnding =
      /^\d{4}$/.test(digits!) &&
      !first &&
      /^ ?\d(?!\d{3}(?!\d))/.test(text.slice(start + matchedText.length));
    if (amount && !isEnding)
      return { amount, rest: text.slice(0, start) + gap + text.slice(start + matchedText.length) };
    from += match.index + fullMatch.indexOf(digits!) + digits!.length;
  }
  return { amount: null, rest: text };
}

/** Two amounts of which the first is less: the payment is one of them, or between them. */
function extractRange(text: string, gap: string): { amount: AmountExpression; rest: string } | null {
  const match = rangePatterns.map((one) => one.exec(text)).find((found) => found !== null);
  if (!match) return null;
  const [fullMatch, before, low, high, after] = match;
  const currency = parseCurrencyMark(before) ?? parseCurrencyMark(after);
  if (!currency) return null;
  const phrase = { text: fullMatch.trim(), about: false };
  const [from, to] = [
    toAmountExpression(low!, currency, phrase),
    toAmountExpression(high!, currency, phrase),
  ];
  const ranges = (from?.ranges ?? []).flatMap((start) =>
    (to?.ranges ?? [])
      // Other numbers are something else, such as the end of a card.
      .filter(
        ({ to, currencies }) =>
          to > start.from && to <= 2 * start.from && String(currencies) === String(start.currencies),
      )
      .map((end) => ({ ...start, to: end.to })),
  );
  if (!ranges.length) return null;
  return {
    amount: { ...phrase, ranges },
    rest: text.slice(0, match.index) + gap + text.slice(match.index + fullMatch.length),
  };
}

/** A number alone, in any currency. */
export function parseBareAmount(text: string): AmountExpression | null {
  if (!bareNumber.test(text)) return null;
  return toAmountExpression(text, undefined, { text, about: false });
}

function parseCurrencyMark(mark: string | undefined): readonly string[] | '$' | string | undefined {
  if (!mark) return undefined;
  const namedCurrency = currencyNames.find(([name]) => new RegExp(`^(?:${name})$`, 'i').test(mark));
  if (namedCurrency) return namedCurrency[1];
  if (/^\p{Sc}$/u.test(mark) || /^[a-z]{1,2}\$$/i.test(mark)) return mark;
  const isCode =
    isCurrency(mark.toUpperCase()) &&
    (mark === mark.toUpperCase() || !ambiguousCodes.includes(mark.toLowerCase()));
  return isCode ? [mark.toUpperCase()] : undefined;
}

function toAmountExpression(
  digits: string,
  currency: readonly string[] | string | undefined,
  phrase: { text: string; about: boolean },
): AmountExpression | null {
  const readings =
    typeof currency === 'string'
      ? parsePossibleAmounts(`${currency}${digits}`)
      : parsePossibleAmounts(digits).flatMap(({ amountMinor, currencies }) => {
          const matchingCodes = currency ? currencies.filter((code) => currency.includes(code)) : currencies;
          return matchingCodes.length ? [{ amountMinor, currencies: matchingCodes }] : [];
        });
  const slack = phrase.about ? approximatePercent / 100 : 0;
  const ranges = readings.map(({ amountMinor, currencies }) => ({
    from: Math.ceil(amountMinor * (1 - slack) - 1e-6),
    to: Math.floor(amountMinor * (1 + slack) + 1e-6),
    currencies,
  }));
  return ranges.length && ranges.every(({ to }) => to > 0) ? { ...phrase, ranges } : null;
}

/** Without an amount beside them, other names are words, too, such as "real" and "won", or parts of names. */
const loneCurrency =
  /(?<![\p{L}\p{N}_-])(?:in )?(dollars|euros|pounds|francs|yen|EUR|USD|GBP|CHF|JPY)(?![\p{L}\p{N}_-])/u;

/** A currency that is said without an amount: "payout in dollars". */
export function extractCurrency(
  text: string,
  gap: string,
): { codes: readonly string[] | null; rest: string } {
  const match = loneCurrency.exec(text);
  const mark = parseCurrencyMark(match?.[1]);
  if (!match || !mark) return { codes: null, rest: text };
  const codes =
    typeof mark === 'string'
      ? parsePossibleAmounts(`${mark}1`).flatMap(({ currencies }) => currencies)
      : mark;
  return { codes, rest: text.slice(0, match.index) + gap + text.slice(match.index + match[0].length) };
}
