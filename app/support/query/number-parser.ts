// Pure: turns number words into digits for the amount parser.

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: Record<string, number> = { hundred: 100, thousand: 1000 };
const values: Record<string, number> = {
  a: 1,
  fourty: 40,
  ...Object.fromEntries([
    ...ones.map((name, i) => [name, i]),
    ...tens.map((name, i) => [name, (i + 2) * 10]),
  ]),
};

// One word per step: ambiguous patterns would backtrack forever when no unit follows.
const one = `(?:${[...tens, 'fourty', ...ones.toReversed()].join('|')})`;
const number = `(?:a[ -](?:hundred|thousand)|${one})(?:(?:[ -]and)?[ -](?:${one}|hundred|thousand))*`;

/**
 * Replaces number words with digits: "twenty euros fifty" is "20.50 euros".
 * @param currencies what follows an amount, @param roughly what precedes it, as patterns
 */
export function createNumberWordReplacer({
  currencies,
  roughly,
}: {
  currencies: string;
  roughly: string;
}): (text: string) => string {
  const unit = `(?<unit>(?:${currencies})(?![\\p{L}\\p{N}]))`;
  const wholeWordPattern = (pattern: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}_-])${pattern}(?![\\p{L}\\p{N}_-])`, 'giu');
  const [before, after] = [
    wholeWordPattern(`${number}(?= ${unit})`),
    wholeWordPattern(`(?<=(?:${roughly}) ?)${number}`),
  ];
  const cents = wholeWordPattern(
    `(\\d{1,6}) ${unit}(?: and)? (${number}|\\d{1,2})(?: (?:cents?|pence))?(?![.:,/]\\d)`,
  );
  return (text) =>
    text
      .replace(before, parseSpelledNumber)
      .replace(after, parseSpelledNumber)
      .replace(cents, (all: string, integerPart: string, currencyName: string, rest: string) => {
        const part = /\d/.test(rest) ? Number(rest) : Number(parseSpelledNumber(rest));
        return part < 100 ? `${integerPart}.${String(part).padStart(2, '0')} ${currencyName}` : all;
      });
}

/** "a hundred and twenty-five": each scale multiplies what came before it. */
function parseSpelledNumber(phrase: string): string {
  const terms = phrase
    .toLowerCase()
    .split(/[ -]+/)
    .filter((term) => term !== 'and');
  const { sum, below } = terms.reduce(
    ({ sum, below }, term) => {
      if (term === 'thousand') return { sum: sum + (below || 1) * scales.thousand!, below: 0 };
      return {
        sum,
        below: term === 'hundred' ? (below || 1) * scales.hundred! : below + (values[term] ?? 0),
      };
    },
    { sum: 0, below: 0 },
  );
  return String(sum + below);
}
