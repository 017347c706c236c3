import { addDays, getDayInZone, getDaySpan } from '~/platform/time/days';
import type { Random } from './random';

/** The merchant's time zone. */
export const shopZone = 'Europe/Berlin';

const daysPerYear = 365;

/** Sunday first. Most people order at work, and few on Sundays. */
const weekdayWeights = [0.35, 1.2, 1.25, 1.15, 1.1, 1.05, 0.7];

/** By hour: a peak before noon, and another one after dinner. */
const hourWeights = [
  0.8, 0.4, 0.2, 0.1, 0.1, 0.3, 1, 2.5, 5, 7, 8, 8, 7, 6.5, 6, 6, 6, 6.5, 7, 8, 8.5, 7, 4, 2,
].map((weight, hour) => [hour, weight] as const);

/** A day of the shop. `share`: its share of the year's orders. */
export type TradingDay = { daysAgo: number; day: string; share: number };

/** The days of the past year in the merchant's time zone, the last one today. */
export function listTradingDays(now: number): TradingDay[] {
  const today = getDayInZone(new Date(now), shopZone);
  const days = Array.from({ length: daysPerYear + 1 }, (_, index) => {
    const daysAgo = daysPerYear - index;
    const day = addDays(today, -daysAgo);
    return { daysAgo, day, weight: getWeight(day, daysAgo) };
  });
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  return days.map(({ weight, ...day }) => ({ ...day, share: weight / total }));
}

/** The shop is young: sales grow by a quarter each month. People drink more tea in winter. */
function getWeight(day: string, daysAgo: number): number {
  const date = new Date(day);
  const growth = 12 ** (-daysAgo / daysPerYear);
  const season = 1 + 0.12 * Math.cos((2 * Math.PI * date.getUTCMonth()) / 12);
  return weekdayWeights[date.getUTCDay()]! * growth * season;
}

/** The times of a day's orders in milliseconds since the epoch, in order. */
export function listOrderTimes({ day }: TradingDay, count: number, random: Random): number[] {
  return Array.from({ length: count }, () =>
    getTime(
      day,
      random.pickWeighted(hourWeights),
      random.between(0, 59),
      random.between(0, 59),
      random.between(0, 999),
    ),
  ).sort((one, other) => one - other);
}

/** A time of the merchant's clock in milliseconds since the epoch. On the two days a year with 23 or 25 hours, an hour off. */
export function getTime(day: string, hour: number, minute = 0, second = 0, ms = 0): number {
  return getDayStart(day) + hour * 3_600_000 + minute * 60_000 + second * 1_000 + ms;
}

/** Finding the start of a day costs a hundred times as much as finding it again. */
const dayStarts = new Map<string, number>();

function getDayStart(day: string): number {
  const known = dayStarts.get(day);
  if (known !== undefined) return known;
  const start = getDaySpan({ from: day, timeZone: shopZone }).from!.getTime();
  dayStarts.set(day, start);
  return start;
}

/** A time in the shop's working hours, `days` working days later. It sends parcels from Monday to Friday. */
export function getWorkingTime(after: number, days: number, random: Random): number {
  let day = findDay(after);
  for (let left = days; left > 0;) {
    day = addDays(day, 1);
    if (new Date(day).getUTCDay() % 6 !== 0) left--;
  }
  return getTime(day, random.between(9, 16), random.between(0, 59), random.between(0, 59));
}

/** The day of a time, which a table of the day starts near it shows faster than a time zone. */
function findDay(time: number): string {
  const day = new Date(time).toISOString().slice(0, 10);
  const next = addDays(day, 1);
  return time < getDayStart(next) ? day : next;
}
