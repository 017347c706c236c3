import { TZDate } from '@date-fns/tz';
import { addDays, getDayInZone, isDay, type TimeSpan } from '~/platform/time/days';

// Pure: a time as somebody said it, and the moments that it means in a time zone.

/** Days as said: they become dates only with a time zone and a moment. `isOver`: not the current month. */
export type DayExpression =
  | { kind: 'ago'; days: number }
  | { kind: 'weekday'; weekday: number; ofWeek?: number; before?: number }
  | { kind: 'week' | 'weekend' | 'month' | 'year'; ago: number }
  | { kind: 'named-month'; month: number; year?: number; isOver?: true }
  | { kind: 'date'; year?: number; month?: number; day: number };

/** What was left out, and why; `instead`: what it may have meant, the most likely first. */
export type Unclear = { text: string; hint: string; instead?: string[] };

/**
 * `days`: from the earliest to the latest. `clock`: minutes of the day, on each of the days; above 1440 it
 * continues on the next day. `isContinuous`: one span, from the clock's beginning on the first day to its end on the
 * last. `lastMinutes`: until now. `utcOffset`: minutes by which the clocks that are meant are ahead of UTC, if said.
 */
export type TimeExpression = {
  days: DayExpression[];
  clock?: { from: number; to: number };
  isContinuous?: true;
  lastMinutes?: number;
  utcOffset?: number;
  text: string;
};

const minutesPerDay = 1440;
/** With hours, each day is looked up separately. For more days than this, the hours are ignored. */
const maximumDays = 31;
/** A single time includes this much before and after it. */
export const clockSlackMinutes = 15;

/**
 * The time spans that are meant, without overlaps. A part of the day without a day means the latest one that
 * has started.
 */
export function resolveTimeSpans(
  { utcOffset, ...expression }: TimeExpression,
  { timeZone, now }: { timeZone: string; now: Date },
): TimeSpan[] {
  if (utcOffset === undefined) return resolveSpansInZone(expression, { timeZone, now });
  const shift = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000);
  return resolveSpansInZone(expression, { timeZone: 'UTC', now: shift(now, utcOffset) }).map(
    ({ from, before }) => ({ from: shift(from, -utcOffset), before: shift(before, -utcOffset) }),
  );
}

function resolveSpansInZone(
  { days, clock, isContinuous, lastMinutes }: TimeExpression,
  { timeZone, now }: { timeZone: string; now: Date },
): Required<TimeSpan>[] {
  if (lastMinutes !== undefined)
    return [{ from: new Date(now.getTime() - lastMinutes * 60_000), before: new Date(now.getTime() + 1) }];
  const today = getDayInZone(now, timeZone);
  const dateRanges = days
    .map((expression) => resolveDates(expression, today))
    .filter((range) => range !== null);
  if (!dateRanges.length && !clock) return [];
  if (!dateRanges.length && clock) {
    const startDay = toZonedTime(today, clock.from, timeZone) <= now ? today : addDays(today, -1);
    return [buildClockSpan(startDay, clock, timeZone)];
  }
  const first = dateRanges.map(({ from }) => from).sort()[0]!;
  const last = dateRanges
    .map(({ to }) => to)
    .sort()
    .at(-1)!;
  if (clock && isContinuous)
    return [
      { from: toZonedTime(first, clock.from, timeZone), before: toZonedTime(last, clock.to, timeZone) },
    ];
  const every = clock ? listDays(first, last) : [];
  if (clock && every.length <= maximumDays) return every.map((day) => buildClockSpan(day, clock, timeZone));
  return [{ from: toZonedTime(first, 0, timeZone), before: toZonedTime(last, minutesPerDay, timeZone) }];
}

function buildClockSpan(
  day: string,
  { from, to }: { from: number; to: number },
  timeZone: string,
): Required<TimeSpan> {
  return { from: toZonedTime(day, from, timeZone), before: toZonedTime(day, to, timeZone) };
}

/** By the clocks of the time zone: a day may have 23 or 25 hours. */
function toZonedTime(day: string, minutes: number, timeZone: string): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(TZDate.tz(timeZone, year, month - 1, date, 0, minutes).getTime());
}

function listDays(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last && days.length <= maximumDays; day = addDays(day, 1)) days.push(day);
  return days;
}

function resolveDates(expression: DayExpression, today: string): { from: string; to: string } | null {
  const one = (day: string) => ({ from: day, to: day });
  const [year, month] = today.split('-').map(Number) as [number, number];
  switch (expression.kind) {
    case 'ago':
      return one(addDays(today, -expression.days));
    case 'weekday': {
      if (expression.ofWeek !== undefined)
        return one(addDays(getMonday(today), ((expression.weekday + 6) % 7) - 7 * expression.ofWeek));
      // On a Monday, "Monday" means the one a week ago: people say "today" for today.
      const back = ((getWeekday(today) - expression.weekday + 6) % 7) + 1;
      return one(addDays(today, -back - 7 * (expression.before ?? 0)));
    }
    case 'week': {
      const monday = addDays(getMonday(today), -7 * expression.ago);
      return { from: monday, to: addDays(monday, 6) };
    }
    case 'weekend': {
      // The latest that has started; "last weekend" on a Sunday means the previous one.
      const saturday = addDays(getMonday(addDays(today, expression.ago ? -7 : -5)), 5);
      return { from: saturday, to: addDays(saturday, 1) };
    }
    case 'month':
      return buildMonthRange(year, month - 1 - expression.ago);
    case 'year':
      return { from: `${year - expression.ago}-01-01`, to: `${year - expression.ago}-12-31` };
    case 'named-month':
      return buildMonthRange(
        expression.year ??
          (expression.month > month || (expression.isOver && expression.month === month) ? year - 1 : year),
        expression.month - 1,
      );
    case 'date': {
      const day = (year: number, month: number) =>
        [year, month, expression.day].map((part) => String(part).padStart(2, '0')).join('-');
      if (expression.year && expression.month)
        return isDay(day(expression.year, expression.month))
          ? one(day(expression.year, expression.month))
          : null;
      // A date in the future means the previous month or year.
      const known = expression.month
        ? [day(year, expression.month), day(year - 1, expression.month)]
        : [0, 1, 2].map((back) => day(month > back ? year : year - 1, ((month - back + 11) % 12) + 1));
      const found = known.find((one) => isDay(one) && one <= today);
      return found ? one(found) : null;
    }
  }
}

/** @param index from 0; negative for the previous year */
function buildMonthRange(year: number, index: number): { from: string; to: string } {
  const day = (index: number, date: number) =>
    new Date(Date.UTC(year, index, date)).toISOString().slice(0, 10);
  return { from: day(index, 1), to: day(index + 1, 0) };
}

const getMonday = (day: string) => addDays(day, -((getWeekday(day) + 6) % 7));

/** 0 is Sunday. */
const getWeekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
