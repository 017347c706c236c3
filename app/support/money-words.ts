import { isCurrency } from '~/platform/money';
import { readAmounts } from '~/platform/typed-amount';
import { readerOfNumbers } from './number-words';

// Pure: finds what a sentence says of an amount.

/** Minor units, both ends included, of any of the currencies. */
type AmountRange = { from: number; to: number; currencies: readonly string[] };
export type SaidAmount = { text: string; about: boolean; ranges: AmountRange[] };

/** What "about" allows for, up and down. */
export const aboutPercent = 10;

/** What currencies are called, the longer name before the shorter. What several countries call theirs is any of them. */
const names: readonly (readonly [name: string, codes: readonly string[] | '$'])[] = [
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

/** Codes that are words as well: in small letters they are those. */
const wordsToo = [
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
  '(?:about|around|roughly|approximately|approx\\.?|circa|ca\\.?|something like|some|nearly|almost|~|≈)';
const number = "\\d{1,3}(?:[ '’.,]\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d{1,4})?";
const word = names.map(([name]) => name).join('|');
export const inFigures = readerOfNumbers({ currencies: `${word}|usd|eur|gbp|chf`, roughly: about });
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}_.-])(?:(${about}) ?)?(?:(\\p{Sc}|[a-z]{1,2}\\$|[a-z]{3})(?= ?\\d) ?)?(${number})( ?ish)?(?: ?(\\p{Sc}|(?:${word})(?!\\p{L})|[a-z]{3}(?!\\p{L})))?(?![\\p{N}_]|[-.:]\\d)`,
  'iu',
);

/** The amount in a text, with a currency or an "about", and what is left of the text when that is taken out. */
export function takeAmount(typed: string, gap: string): { amount: SaidAmount | null; rest: string } {
  const text = inFigures(typed);
  for (let from = 0; from < text.length;) {
    const match = pattern.exec(text.slice(from));
    if (!match) break;
    const [whole, roughly, before, digits, ish, after] = match;
    const [first, second] = [marked(before), marked(after)];
    // Words beside it that are no currency belong to something else.
    const skipped = before && !first ? whole.indexOf(digits!, (roughly ?? '').length + before.length) : 0;
    const taken = whole.slice(skipped, after && !second ? whole.length - after.length : undefined);
    const isAbout = Boolean((!skipped && roughly) || ish);
    const amount =
      first || second || isAbout
        ? readSaid(digits!, first ?? second, { text: taken.trim(), about: isAbout })
        : null;
    const start = from + match.index + skipped;
    // "4242 CHF 20" is a card and twenty francs.
    const isEnding =
      /^\d{4}$/.test(digits!) && !first && /^ ?\d(?!\d{3}(?!\d))/.test(text.slice(start + taken.length));
    if (amount && !isEnding)
      return { amount, rest: text.slice(0, start) + gap + text.slice(start + taken.length) };
    from = start + whole.indexOf(digits!) + digits!.length;
  }
  return { amount: null, rest: text };
}

/** A number alone, of whichever currency. */
export function bareAmount(text: string): SaidAmount | null {
  return readSaid(text, undefined, { text, about: false });
}

function marked(mark: string | undefined): readonly string[] | '$' | string | undefined {
  if (!mark) return undefined;
  const named = names.find(([name]) => new RegExp(`^(?:${name})$`, 'i').test(mark));
  if (named) return named[1];
  if (/^\p{Sc}$/u.test(mark) || /^[a-z]{1,2}\$$/i.test(mark)) return mark;
  const isCode =
    isCurrency(mark.toUpperCase()) && (mark === mark.toUpperCase() || !wordsToo.includes(mark.toLowerCase()));
  return isCode ? [mark.toUpperCase()] : undefined;
}

function readSaid(
  digits: string,
  currency: readonly string[] | string | undefined,
  said: { text: string; about: boolean },
): SaidAmount | null {
  const readings =
    typeof currency === 'string'
      ? readAmounts(`${currency}${digits}`)
      : readAmounts(digits).flatMap(({ amountMinor, currencies }) => {
          const meant = currency ? currencies.filter((code) => currency.includes(code)) : currencies;
          return meant.length ? [{ amountMinor, currencies: meant }] : [];
        });
  const slack = said.about ? aboutPercent / 100 : 0;
  const ranges = readings.map(({ amountMinor, currencies }) => ({
    from: Math.ceil(amountMinor * (1 - slack) - 1e-6),
    to: Math.floor(amountMinor * (1 + slack) + 1e-6),
    currencies,
  }));
  return ranges.length && ranges.every(({ to }) => to > 0) ? { ...said, ranges } : null;
}
