import { clockSlackMinutes } from './time-spans';
import { timePattern, zonePattern } from './timestamps';

// Pure: finds a time of day in a sentence.

/** Minutes of a day; above 1440 it continues on the next day. */
export type ClockRange = { from: number; to: number };

/** Parts of a day. They overlap, as in everyday language. */
export const partsOfDay: Record<string, ClockRange> = {
  morning: { from: 5 * 60, to: 12 * 60 },
  noon: { from: 11 * 60, to: 14 * 60 },
  midday: { from: 11 * 60, to: 14 * 60 },
  lunch: { from: 11 * 60, to: 14 * 60 },
  lunchtime: { from: 11 * 60, to: 14 * 60 },
  afternoon: { from: 12 * 60, to: 18 * 60 },
  evening: { from: 17 * 60, to: 24 * 60 },
  tonight: { from: 17 * 60, to: 30 * 60 },
  night: { from: 18 * 60, to: 30 * 60 },
};

const relationPattern = '(?:(at|around|about|after|from|since|before|until|till|by) )?';
const hour = '(\\d{1,2})';
const half = ' ?([ap])\\.?m\\.?';
export const rangeSeparator = ' ?(?:to|and|until|till|[-–]) ?';

/** Four groups. {@link readClockRange} reads it. */
export const clockRangePattern = `${timePattern}${zonePattern}${rangeSeparator}${timePattern}${zonePattern}`;

export const readClockRange = ([matchedText, h1, m1, h2, m2]: string[]): ClockRange | null =>
  toClockSpan(parseMinutes(h1!, m1), parseMinutes(h2!, m2), !areSeparateTimes(matchedText!));

type Rule = [pattern: string, read: (match: string[]) => ClockRange | null];

const rules: Rule[] = [
  [`(?:(?:between|from) )?${clockRangePattern}`, readClockRange],
  [
    `(?:(?:between|from) )?${hour}(?:[:.](\\d{2}))?(?:${half})?${zonePattern}${rangeSeparator}${hour}(?:[:.](\\d{2}))?${half}${zonePattern}`,
    ([matchedText, h1, m1, half1, h2, m2, half2]) =>
      toClockSpan(
        parseMinutes(h1!, m1, half1 ?? half2),
        parseMinutes(h2!, m2, half2),
        !areSeparateTimes(matchedText!),
        Boolean(half1),
      ),
  ],
  [
    `${relationPattern}${hour}(?:[:.](\\d{2}))?${half}${zonePattern}`,
    ([, word, h, m, which]) => toClockRange(parseMinutes(h!, m, which), word),
  ],
  [
    `${relationPattern}t?${timePattern}${zonePattern}`,
    ([, word, h, m]) => toClockRange(parseMinutes(h!, m), word),
  ],
  [
    `${relationPattern}${hour}(?: ?h| o[’']clock)${zonePattern}`,
    ([, word, h]) => toClockRange(parseMinutes(h!), word),
  ],
  [
    '(after|since|from|before|until|till|by) (noon|midday|lunch|midnight)',
    ([, word, which]) =>
      toClockRange(
        !/midnight/i.test(which!) ? 12 * 60 : /^(?:after|since|from)$/i.test(word!) ? 0 : 24 * 60,
        word,
      ),
  ],
];
const part = '(?:in the |at )?(morning|noon|midday|lunch|lunchtime|afternoon|evening|night)';

const compile = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}_.-])(?:${pattern})(?![\\p{L}\\p{N}_]|[-.]\\d)`, 'iu');
const compiled = rules.map(([pattern, read]) => [compile(pattern), read] as const);

/**
 * The time of day in a text. An exact time takes precedence over a part of the day, which only tells whether
 * it is a.m. or p.m.
 * @param knownPart the part that was said with the day, as in "last night"
 */
export function extractClock(
  text: string,
  gap: string,
  knownPart?: ClockRange,
): { clock: ClockRange | null; phrases: string[]; rest: string } {
  const [exact, parts, phrases]: [ClockRange[], ClockRange[], string[]] = [
    [],
    knownPart ? [knownPart] : [],
    [],
  ];
  let rest = text;
  const extractAll = (pattern: RegExp, read: Rule[1], into: ClockRange[]) => {
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      const found = read([...match]);
      if (!found) break;
      rest = rest.slice(0, match.index) + gap + rest.slice(match.index + match[0].length);
      phrases.push(match[0].trim());
      into.push(found);
    }
  };
  for (const [pattern, read] of compiled) extractAll(pattern, read, exact);
  extractAll(compile(part), ([, name]) => partsOfDay[name!.toLowerCase()]!, parts);
  if (parts.length && !exact.length)
    extractAll(compile(`at ${hour}(?= *${gap.trim()})`), ([, h]) => toClockRange(parseMinutes(h!)), exact);
  const [clock, dayPart] = [union(exact), union(parts)];
  return { clock: clock && dayPart ? resolveHalfDay(clock, dayPart) : (clock ?? dayPart), phrases, rest };
}

/** "3:20 in the afternoon" is 15:20, and "3:20 last night" is on the next day. */
function resolveHalfDay(clock: ClockRange, dayPart: ClockRange): ClockRange {
  const later = (minutes: number) => ({ from: clock.from + minutes, to: clock.to + minutes });
  return [0, 720, 1440].map(later).find(({ from, to }) => from < dayPart.to && to > dayPart.from) ?? clock;
}

const union = (clocks: readonly ClockRange[]): ClockRange | null =>
  clocks.length
    ? { from: Math.min(...clocks.map(({ from }) => from)), to: Math.max(...clocks.map(({ to }) => to)) }
    : null;

export function parseMinutes(hour: string, minute = '0', half?: string): number | null {
  const [h, m] = [Number(hour), Number(minute)];
  if (m > 59 || (half ? h < 1 || h > 12 : h > 23)) return null;
  return (half ? (h % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : h) * 60 + m;
}

/** "16:10 and 15:20" are two times; "between" or "from" makes them a range. */
const areSeparateTimes = (matchedText: string) => /^\d.* ?and /i.test(matchedText);

/**
 * @param mayWrap when it ends at an earlier hour than it starts: past midnight or, without a.m. or p.m., it
 * started in the other half of the day, as in "11 to 1pm"
 */
function toClockSpan(
  from: number | null,
  to: number | null,
  mayWrap: boolean,
  hasMeridiem = true,
): ClockRange | null {
  if (from === null || to === null || from === to || (from > to && !mayWrap)) return null;
  const begin = from < to || hasMeridiem ? from : (from + 720) % 1440;
  return { from: begin, to: begin < to ? to : to + 1440 };
}

/** A moment includes a few minutes around it; "after" or "before" means the rest of the day. */
export function toClockRange(minutes: number | null, word = 'at'): ClockRange | null {
  if (minutes === null) return null;
  if (/^(?:after|since|from)$/i.test(word)) return { from: minutes, to: 1440 };
  if (/^(?:before|until|till|by)$/i.test(word)) return { from: 0, to: minutes };
  return { from: minutes - clockSlackMinutes, to: minutes + clockSlackMinutes + 1 };
}
