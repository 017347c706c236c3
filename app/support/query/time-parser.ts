import {
  clockRangePattern,
  extractClock,
  parseMinutes,
  partsOfDay,
  rangeSeparator,
  readClockRange,
  toClockRange,
  type ClockRange,
} from './time-of-day-parser';
import { dateBeforeRange, parseUtcOffset, timestampPattern } from './timestamps';
import { correctKeyword } from './keyword-corrections';
import type { Unclear, TimeExpression } from './time-spans';

// Pure: finds a time in a sentence.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const weekday =
  '(sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:rs?|rsday)?|fri(?:day)?|sat(?:urday)?)\\.?';
const daysPerUnit: Record<string, number> = { day: 1, week: 7, fortnight: 14 };
const minutesPerUnit: Record<string, number> = {
  minute: 1,
  min: 1,
  hour: 60,
  day: 1440,
  week: 7 * 1440,
  fortnight: 14 * 1440,
  month: 30 * 1440,
  year: 365 * 1440,
};
const spelledNumbers: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  'a couple of': 2,
};
const count = '(\\d{1,3}|a couple of|an?|one|two|three|four|five|six|seven)';
const ordinal = '(\\d{1,2})(?:st|nd|rd|th)';
/** "Friday, 6 November": the date is enough. */
const weekdayPrefix = `(?:(?:on )?${weekday.replace('(', '(?:')},? (?:the )?)?`;

type TimeMatch = Partial<Pick<TimeExpression, 'days' | 'clock' | 'isContinuous' | 'lastMinutes'>>;
type Rule = [pattern: string, read: (match: string[]) => TimeMatch | null];

const parseCount = (text: string) => spelledNumbers[text.toLowerCase()] ?? Number(text);
const parseMonth = (text: string) => months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
const parseWeekday = (text: string) => weekdays.indexOf(text.slice(0, 3).toLowerCase());
const toYearField = (year?: string) => (year ? { year: Number(year) } : {});
const isLast = (which?: string) => Number(which?.toLowerCase() === 'last');
const ago = (days: number, clock?: ClockRange): TimeMatch => ({ days: [{ kind: 'ago', days }], clock });
const onDate = (day: string, monthNumber?: number, year?: string): TimeMatch => ({
  days: [
    { kind: 'date', day: Number(day), ...(monthNumber && { month: monthNumber }), ...toYearField(year) },
  ],
});
const onWeekday = (name: string, weeks: { ofWeek?: number; before?: number } = {}): TimeMatch => ({
  days: [{ kind: 'weekday', weekday: parseWeekday(name), ...weeks }],
});

const rules: Rule[] = [
  [
    `(?:(?:between|from) )?${timestampPattern}${rangeSeparator}${timestampPattern}`,
    ([, y1, m1, d1, hour1, minute1, y2, m2, d2, hour2, minute2]) => {
      const [from, to] = [parseMinutes(hour1!, minute1), parseMinutes(hour2!, minute2)];
      if (from === null || to === null) return null;
      const days = [onDate(d1!, Number(m1), y1), onDate(d2!, Number(m2), y2)].flatMap(({ days }) => days!);
      return { days, clock: { from, to }, isContinuous: true };
    },
  ],
  [
    `(?:(?:between|from) )?${dateBeforeRange}${clockRangePattern}`,
    ([matchedText, y, m, d, ...times]) => {
      const clock = readClockRange([matchedText!, ...times]);
      return clock && { ...onDate(d!, Number(m), y), clock };
    },
  ],
  [
    timestampPattern,
    ([, y, m, d, hour, minute]) => ({
      ...onDate(d!, Number(m), y),
      clock: toClockRange(parseMinutes(hour!, minute)) ?? undefined,
    }),
  ],
  ['(\\d{4})-(\\d{2})-(\\d{2})', ([, y, m, d]) => onDate(d!, Number(m), y)],
  [
    `${weekdayPrefix}(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}(?:,? (20\\d{2}))?`,
    ([, day, name, year]) => onDate(day!, parseMonth(name!), year),
  ],
  [
    `${weekdayPrefix}${month} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (20\\d{2}))?(?! ?%)`,
    ([, name, day, year]) => onDate(day!, parseMonth(name!), year),
  ],
  [
    `${weekdayPrefix}(\\d{1,2})[./](\\d{1,2})[./](20\\d{2})`,
    ([, one, two, year]) =>
      Number(one) > 12
        ? onDate(one!, Number(two), year)
        : Number(two) > 12
          ? onDate(two!, Number(one), year)
          : null,
  ],
  [`${weekdayPrefix}(?:on )?the ${ordinal}`, ([, day]) => onDate(day!)],
  ['(?:the )?day before yesterday', () => ago(2)],
  ['last night', () => ago(1, partsOfDay.night)],
  ['tonight', () => ago(0, partsOfDay.tonight)],
  [`today|yesterday|yest\\.?|y'?day`, ([matchedText]) => ago(matchedText!.toLowerCase() === 'today' ? 0 : 1)],
  ['this (morning|afternoon|evening)', ([, part]) => ago(0, partsOfDay[part!.toLowerCase()])],
  [`(?:on )?(?:the )?${weekday} before last`, ([, name]) => onWeekday(name!, { before: 1 })],
  [
    `(?:on )?${weekday},? (?:of |in )?(this|last) week`,
    ([, name, which]) => onWeekday(name!, { ofWeek: isLast(which) }),
  ],
  [`(this|last) week,? (?:on )?${weekday}`, ([, which, name]) => onWeekday(name!, { ofWeek: isLast(which) })],
  [
    '(?:(?:on|at|over|during) )?(the|this|last|past) weekend',
    ([, which]) => ({ days: [{ kind: 'weekend', ago: isLast(which) }] }),
  ],
  ['(?:the )?week before last', () => ({ days: [{ kind: 'week', ago: 2 }] })],
  [
    `(?:in |of )?(?:(last|this) )?${month}(?:,? (20\\d{2}))`,
    ([, , name, year]) => ({
      days: [{ kind: 'named-month', month: parseMonth(name!), ...toYearField(year) }],
    }),
  ],
  [
    `(?:in|of|during|(last)|this|all) ${month}`,
    ([, last, name]) => ({
      days: [{ kind: 'named-month', month: parseMonth(name!), ...(last && { isOver: true }) }],
    }),
  ],
  // "May" in "It may be" is not a month.
  [
    `(?:(?<=since )|(?!may))${month}`,
    ([, name]) => ({ days: [{ kind: 'named-month', month: parseMonth(name!) }] }),
  ],
  [
    '(this|last) (week|month|year)',
    ([, which, unit]) => ({
      days: [{ kind: unit!.toLowerCase() as 'week' | 'month' | 'year', ago: isLast(which) }],
    }),
  ],
  [
    `(?:(?:in|within|during) )?(?:the )?(?:last|past) (?:${count} )?(minute|min|hour|day|week|fortnight|month|year)s?`,
    ([, number, unit]) => ({ lastMinutes: parseCount(number ?? 'a') * minutesPerUnit[unit!.toLowerCase()]! }),
  ],
  [
    `${count} (day|week|fortnight)s? ago`,
    ([, number, unit]) => ago(parseCount(number!) * daysPerUnit[unit!.toLowerCase()]!),
  ],
  // "An hour ago" can mean two hours to a person who is waiting.
  [
    `(?:about |around )?${count} (minute|min|hour)s? ago`,
    ([, number, unit]) => ({ lastMinutes: (parseCount(number!) + 1) * minutesPerUnit[unit!.toLowerCase()]! }),
  ],
  [`(?:on |last |this )?${weekday}`, ([, name]) => onWeekday(name!)],
];

const compiled = rules.map(
  ([pattern, read]) =>
    [new RegExp(`(?<![\\p{L}\\p{N}_.-])(?:${pattern})(?![\\p{L}\\p{N}_]|[-.]\\d)`, 'iu'), read] as const,
);

/** Words that change the meaning of a time. A time next to one that we can't apply is not used. */
const unsupportedModifier = /(?<![\p{L}\p{N}])(before|until|till|by|next|coming|not|except)(?: on)? *‡/iu;
/** Marks where a day was extracted; other extracted text leaves another mark. */
const day = ' ‡ ';
/** Words of a time that change the meaning of the words next to them. */
const timeKeyword = /^(?:yesterday|tomorrow|morning|afternoon|evening|\p{L}+day|\p{L}+(?:uary|ber))$/iu;

/**
 * The time in a text, and the rest of the text. `unclear`: what looks like more of it. A time of day is then
 * left out too if it might belong to another day.
 */
export function extractTime(
  text: string,
  gap: string,
): { when: TimeExpression | null; rest: string; unclear: Unclear[] } {
  const when: TimeExpression = { days: [], text: '' };
  const phrases: string[] = [];
  const unclear: Unclear[] = [];
  let rest = text;
  for (const [pattern, read] of compiled) {
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      const found = read([...match]);
      if (!found) break;
      rest = rest.slice(0, match.index) + day + rest.slice(match.index + match[0].length);
      phrases.push(match[0].trim());
      when.days.push(...(found.days ?? []));
      if (found.lastMinutes !== undefined) when.lastMinutes = found.lastMinutes;
      if (found.clock) when.clock = found.clock;
      if (found.isContinuous) when.isContinuous = true;
    }
  }
  const modifier = unsupportedModifier.exec(rest)?.[1];
  if (/(?<!\p{L})(?:since|after) *‡/iu.test(rest)) when.days.push({ kind: 'ago', days: 0 });
  rest = rest.replace(unsupportedModifier, gap).replaceAll(day, gap);
  const clock = extractClock(rest, gap, when.clock);
  rest = clock.rest;
  phrases.push(...clock.phrases);
  if (clock.clock) when.clock = clock.clock;
  when.text = phrases.join(', ');
  when.utcOffset = phrases.map(parseUtcOffset).find((minutes) => minutes !== undefined);
  for (const word of rest.match(/\p{L}{5,}/gu) ?? []) {
    const suggestion = correctKeyword(word);
    if (word.toLowerCase() === 'tomorrow')
      unclear.push({ text: word, hint: 'This time is in the future.', instead: ['today', 'yesterday'] });
    else if (suggestion && timeKeyword.test(suggestion))
      unclear.push({ text: word, hint: 'This may be a time.', instead: [suggestion] });
  }
  if (modifier)
    unclear.push({
      text: `${modifier} ${when.text}`,
      hint: 'You can search by days and ranges, such as from May 3 to May 5.',
      ...(when.text && !when.text.includes(',') && { instead: [when.text] }),
    });
  const isClear = phrases.length > 0 && !modifier && !(unclear.length && !when.days.length);
  if (phrases.length && !isClear && !modifier)
    unclear.push({ text: when.text, hint: 'It’s unclear which day this refers to.' });
  return { when: isClear ? when : null, rest, unclear };
}

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** The days that "03/05" may mean, as texts that mean one day only. */
export function listPossibleDates(text: string): string[] {
  const [one, two, year] = text.split(/[/.]/).map(Number) as [number, number, number?];
  const fullYear = year && year < 100 ? 2000 + year : year;
  const isDate = (month: number, date: number) => month >= 1 && month <= 12 && date >= 1 && date <= 31;
  const dates = [
    [one, two],
    [two, one],
  ] as const;
  return [
    ...new Set(
      dates
        .filter(([month, date]) => isDate(month, date))
        .map(([month, date]) => `${monthNames[month - 1]} ${date}${fullYear ? ` ${fullYear}` : ''}`),
    ),
  ];
}

/** "03/05" is a different day in different countries. */
export const unclearDate =
  /(?<![\p{L}\d.])\d{1,2}[/]\d{1,2}(?:[/]\d{2,4})?(?![\d])|(?<![\p{L}\d.])\d{1,2}\.\d{1,2}\.\d{2,4}(?![\d])/u;
