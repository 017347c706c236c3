import { addDays, dayOf, isDay } from '~/platform/days';

/** The days on show and those before them, for comparison; from one each to the last included. */
export type Period = { name: PeriodName; from: string; to: string; before: { from: string; to: string }; byMonth: boolean };
export type PeriodName = '7' | '30' | '90' | 'year' | 'own';

const longestDays = 731;
/** More days than this are shown by month. */
const mostDays = 92;

/**
 * The period an address asks for, up to today in a time zone; 30 days where it asks for none. 12 months are those whole, and this
 * one so far, against the same a year before. Own dates in the wrong order are turned round, and reach back two years at most.
 */
export function readPeriod(query: URLSearchParams, { now, timeZone }: { now: Date; timeZone: string }): Period {
  const today = dayOf(now, timeZone);
  const named = query.get('period');
  if (named === 'own') return ownPeriod(query, today) ?? lastDays('30', today);
  if (named === 'year') return lastMonths(today);
  return lastDays(named === '7' || named === '90' ? named : '30', today);
}

/** Every day or month of a period, for a chart that leaves none out. */
export function partsOf({ from, to, byMonth }: Period): string[] {
  if (!byMonth) return Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));
  const months: string[] = [];
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = nextMonth(day)) months.push(day.slice(0, 7));
  return months;
}

function lastDays(name: '7' | '30' | '90', today: string): Period {
  return { name, ...against(addDays(today, 1 - Number(name)), today) };
}

function lastMonths(today: string): Period {
  const from = nextMonth(yearBefore(`${today.slice(0, 7)}-01`));
  return { name: 'year', from, to: today, before: { from: yearBefore(from), to: yearBefore(today) }, byMonth: true };
}

function ownPeriod(query: URLSearchParams, today: string): Period | null {
  const typed = ['from', 'to'].map((name) => query.get(name) ?? '').filter((day) => isDay(day) && day >= '2000-01-01');
  if (!typed.length) return null;
  const [first, last] = [typed[0]!, typed[1] ?? today].map((day) => (day > today ? today : day)).sort() as [string, string];
  const earliest = addDays(last, 1 - longestDays);
  return { name: 'own', ...against(first < earliest ? earliest : first, last) };
}

function against(from: string, to: string): Omit<Period, 'name'> {
  const days = daysBetween(from, to) + 1;
  return { from, to, before: { from: addDays(from, -days), to: addDays(from, -1) }, byMonth: days > mostDays };
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

function nextMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** The 28th for the 29th of February. */
function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isDay(before) ? before : `${before.slice(0, 8)}28`;
}
