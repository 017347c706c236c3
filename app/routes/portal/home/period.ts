import { readDayRange, type DayRangeInput } from '~/platform/time/day-range';
import { addDays, getDayInZone, isDay } from '~/platform/time/days';

/** The shown days and the preceding ones for comparison, each from the first to the last, included. */
export type Period = Days & {
  name: PeriodName;
  /** The custom range as typed, and its errors. If it was too long, with the first day that it was shortened to. */
  customRange: Pick<DayRangeInput, 'input' | 'problems'> & { isShortened?: true };
};
type Days = { from: string; to: string; before: { from: string; to: string }; byMonth: boolean };
export type PeriodName = '7' | '30' | '90' | 'month' | 'year' | 'own';

const maximumDays = 731;
/** Longer periods are shown by month. */
const maximumDailyDays = 92;

/**
 * The URL's period, up to today in a time zone. The default is 30 days. 12 months are full months and the
 * current one so far, compared with the same months a year before. Other full months are compared with as many
 * months before them. A custom range is shortened to the last two years of it, and an invalid one limits nothing.
 */
export function readPeriod(
  query: URLSearchParams,
  { now, timeZone }: { now: Date; timeZone: string },
): Period {
  const today = getDayInZone(now, timeZone);
  const named = query.get('period');
  if (named === 'own') return toCustomPeriod(query, today);
  if (named === 'month') return { name: named, customRange: nothing, ...lastMonth(today) };
  if (named === 'year') return { name: named, customRange: nothing, ...lastMonths(today) };
  const name = named === '7' || named === '90' ? named : '30';
  return { name, customRange: nothing, ...lastDays(name, today) };
}

/** Every day or month of a period, for a chart without gaps. */
export function listPeriodParts({ from, to, byMonth }: Period): string[] {
  if (!byMonth) return Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));
  const months: string[] = [];
  for (let day = firstOfMonth(from); day <= to; day = addMonths(day, 1)) months.push(day.slice(0, 7));
  return months;
}

const nothing = { input: {}, problems: {} };

function lastDays(count: '7' | '30' | '90', today: string): Days {
  return against(addDays(today, 1 - Number(count)), today);
}

function lastMonth(today: string): Days {
  const to = addDays(firstOfMonth(today), -1);
  return against(firstOfMonth(to), to);
}

function lastMonths(today: string): Days {
  const from = addMonths(yearBefore(firstOfMonth(today)), 1);
  return { from, to: today, before: { from: yearBefore(from), to: yearBefore(today) }, byMonth: true };
}

/** Without a first day, it's only the last one. Without any, it's 30 days. */
function toCustomPeriod(query: URLSearchParams, today: string): Period {
  const { days, ...customRange } = readDayRange(query);
  const first = days.from ?? days.to;
  if (!first) return { name: '30', customRange, ...lastDays('30', today) };
  if (first > today) {
    const future = days.from
      ? { from: 'Enter a start date that isn’t in the future' }
      : { to: 'Enter a date that isn’t in the future' };
    const problems = { ...customRange.problems, ...future };
    return { name: '30', customRange: { ...customRange, problems }, ...lastDays('30', today) };
  }
  const to = days.to && days.to < today ? days.to : today;
  const earliest = addDays(to, 1 - maximumDays);
  if (first >= earliest) return { name: 'own', customRange, ...against(first, to) };
  const input = { ...customRange.input, from: earliest };
  return { name: 'own', customRange: { ...customRange, input, isShortened: true }, ...against(earliest, to) };
}

function against(from: string, to: string): Days {
  const days = daysBetween(from, to) + 1;
  const months = countFullMonths(from, to);
  return {
    from,
    to,
    before: { from: months ? addMonths(from, -months) : addDays(from, -days), to: addDays(from, -1) },
    byMonth: days > maximumDailyDays,
  };
}

/** 0 if the days aren't full months. */
function countFullMonths(from: string, to: string): number {
  const end = addDays(to, 1);
  if (from !== firstOfMonth(from) || end !== firstOfMonth(end)) return 0;
  const count = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return count(end) - count(from);
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The first day of the month that is this many months later or earlier. */
function addMonths(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The 28th for February 29. */
function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isDay(before) ? before : `${before.slice(0, 8)}28`;
}
