import { clockSlackMinutes, type SaidDay, type When } from './when';

// Pure: finds what a sentence says of a time.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const month = '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const unitMinutes: Record<string, number> = { minute: 1, hour: 60, day: 1440, week: 7 * 1440 };
const amounts: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7 };
const count = '(\\d{1,3}|an?|one|two|three|four|five|six|seven)';

/** Parts of a day, in minutes of it. They overlap, as they do in what people say. */
const parts: Record<string, { from: number; to: number }> = {
  morning: { from: 5 * 60, to: 12 * 60 },
  noon: { from: 11 * 60, to: 14 * 60 },
  midday: { from: 11 * 60, to: 14 * 60 },
  lunchtime: { from: 11 * 60, to: 14 * 60 },
  afternoon: { from: 12 * 60, to: 18 * 60 },
  evening: { from: 17 * 60, to: 24 * 60 },
  tonight: { from: 17 * 60, to: 30 * 60 },
  night: { from: 18 * 60, to: 30 * 60 },
};

type Found = { days?: SaidDay[]; clock?: { from: number; to: number }; lastMinutes?: number };
type Rule = [pattern: string, read: (match: string[]) => Found | null];

const numberOf = (text: string) => amounts[text.toLowerCase()] ?? Number(text);
const monthOf = (text: string) => months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
const dated = (day: string, monthNumber: number, year?: string): Found => ({ days: [{ kind: 'date', day: Number(day), month: monthNumber, ...(year && { year: Number(year) }) }] });

const rules: Rule[] = [
  ['(\\d{4})-(\\d{2})-(\\d{2})(?:[ t](\\d{1,2}):(\\d{2})(?::\\d{2}(?:\\.\\d+)?)?z?)?', ([, y, m, d, hour, minute]) => ({ ...dated(d!, Number(m), y), ...(hour && clockAt(Number(hour), Number(minute))) })],
  [`(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}(?:,? (20\\d{2}))?`, ([, day, name, year]) => dated(day!, monthOf(name!), year)],
  [`${month} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (20\\d{2}))?`, ([, name, day, year]) => dated(day!, monthOf(name!), year)],
  ['(\\d{1,2})[./](\\d{1,2})[./](20\\d{2})', ([, one, two, year]) => (Number(one) > 12 ? dated(one!, Number(two), year) : Number(two) > 12 ? dated(two!, Number(one), year) : null)],
  ['(?:the )?day before yesterday', () => ({ days: [{ kind: 'ago', days: 2 }] })],
  ['last night', () => ({ days: [{ kind: 'ago', days: 1 }], clock: parts.night })],
  ['tonight', () => ({ days: [{ kind: 'ago', days: 0 }], clock: parts.tonight })],
  ['today', () => ({ days: [{ kind: 'ago', days: 0 }] })],
  ['yesterday', () => ({ days: [{ kind: 'ago', days: 1 }] })],
  ['this (morning|afternoon|evening)', ([, part]) => ({ days: [{ kind: 'ago', days: 0 }], clock: parts[part!.toLowerCase()] })],
  ['(this|last) (week|month)', ([, which, unit]) => ({ days: [{ kind: unit!.toLowerCase() as 'week' | 'month', ago: which!.toLowerCase() === 'last' ? 1 : 0 }] })],
  [`(?:(?:in|within|during) )?(?:the )?(?:last|past) (?:${count} )?(minute|hour|day|week)s?`, ([, number, unit]) => ({ lastMinutes: numberOf(number ?? 'a') * unitMinutes[unit!.toLowerCase()]! })],
  [`${count} (day|week)s? ago`, ([, number, unit]) => ({ days: [{ kind: 'ago', days: numberOf(number!) * (unit!.toLowerCase() === 'week' ? 7 : 1) }] })],
  // An hour ago may be two, to whoever waits.
  [`(?:about |around )?${count} (minute|hour)s? ago`, ([, number, unit]) => ({ lastMinutes: (numberOf(number!) + 1) * unitMinutes[unit!.toLowerCase()]! })],
  [`(?:on |last )?(sun|mon|tues|wednes|thurs|fri|satur)day`, ([, name]) => ({ days: [{ kind: 'weekday', weekday: weekdays.indexOf(`${name!.toLowerCase()}day`) }] })],
  ['between (\\d{1,2})[:.](\\d{2}) and (\\d{1,2})[:.](\\d{2})', ([, h1, m1, h2, m2]) => rangeOf(minutesAt(h1!, m1!), minutesAt(h2!, m2!))],
  ['(?:at |around |about )?(\\d{1,2})(?:[:.](\\d{2}))? ?([ap])\\.?m\\.?', ([, hour, minute = '0', half]) => (Number(hour) <= 12 && Number(hour) > 0 ? clockAt((Number(hour) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0), Number(minute)) : null)],
  ['(?:at |around |about )?(\\d{1,2}):(\\d{2})(?::\\d{2})?', ([, hour, minute]) => clockAt(Number(hour), Number(minute))],
  ['at (\\d{1,2})(?: ?h| o’clock| o\'clock)', ([, hour]) => clockAt(Number(hour), 0)],
  ['(?:in the |at )?(morning|noon|midday|lunchtime|afternoon|evening|night)', ([, part]) => ({ clock: parts[part!.toLowerCase()] })],
];

const minutesAt = (hour: string, minute: string) => Number(hour) * 60 + Number(minute);
const rangeOf = (from: number, to: number): Found | null => (from < to && to <= 1440 ? { clock: { from, to } } : null);

function clockAt(hour: number, minute: number): Found | null {
  const at = hour * 60 + minute;
  return hour < 24 && minute < 60 ? { clock: { from: at - clockSlackMinutes, to: at + clockSlackMinutes + 1 } } : null;
}

const compiled = rules.map(([pattern, read]) => [new RegExp(`(?<![\\p{L}\\p{N}_.-])${pattern}(?![\\p{L}\\p{N}_]|[-.]\\d)`, 'iu'), read] as const);

/** What a text says of a time, and what is left of the text when that is taken out. An exact clock counts for more than a part of the day. */
export function takeTime(text: string, gap: string): { when: When | null; rest: string } {
  const when: When = { days: [], text: '' };
  const words: string[] = [];
  let rest = text;
  let exact = false;
  for (const [pattern, read] of compiled) {
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      const found = read([...match]);
      if (!found) break;
      rest = rest.slice(0, match.index) + gap + rest.slice(match.index + match[0].length);
      words.push(match[0].trim());
      when.days.push(...(found.days ?? []));
      if (found.lastMinutes !== undefined) when.lastMinutes = found.lastMinutes;
      if (found.clock && !exact) when.clock = found.clock;
      exact ||= found.clock !== undefined && found.clock.to - found.clock.from <= 4 * clockSlackMinutes;
    }
  }
  when.text = words.join(', ');
  return { when: words.length ? when : null, rest };
}

/** "03/05": two days, to two people. */
export function unclearDate(text: string): string | null {
  return /(?<![\d.])\d{1,2}[/]\d{1,2}(?:[/]\d{2,4})?(?![\d])|(?<![\d.])\d{1,2}\.\d{1,2}\.\d{2,4}(?![\d])/.exec(text)?.[0] ?? null;
}
