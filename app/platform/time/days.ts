import { TZDate } from '@date-fns/tz';

/** From this moment on, and before that one. */
export type TimeSpan = { from?: Date; before?: Date };

/**
 * The range of moments for days typed as YYYY-MM-DD, the last one included, in a time zone, where a day can
 * have 23 or 25 hours. An invalid day limits nothing.
 */
export function getDaySpan({
  from,
  to,
  timeZone,
}: {
  from?: string | null;
  to?: string | null;
  timeZone: string;
}): TimeSpan {
  return { from: getDayStart(from, timeZone, 0), before: getDayStart(to, timeZone, 1) };
}

/** The day of a moment in a time zone, as YYYY-MM-DD. */
export function getDayInZone(date: Date, timeZone: string): string {
  const zonedDate = new TZDate(date, timeZone);
  return [zonedDate.getFullYear(), zonedDate.getMonth() + 1, zonedDate.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** The day that is the given number of days later or earlier. */
export function addDays(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

/** Plausible days: the one after the last of them still has a four-digit year. */
export function isDay(text: string): boolean {
  return (
    text >= '1970-01-01' &&
    text <= '2100-12-31' &&
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString().startsWith(text)
  );
}

function getDayStart(day: string | null | undefined, timeZone: string, daysLater: number): Date | undefined {
  if (!day || !isDay(day)) return undefined;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(TZDate.tz(timeZone, year, month - 1, date + daysLater).getTime());
}
