import { TZDate } from '@date-fns/tz';
import { addDays, dayOf, isDay, type Span } from '~/platform/days';

// Pure: what somebody says of a time, and the moments it means on the clocks of a zone.

/** Days as they are said: only a zone and a moment make dates of them. `isOver`: it is not the month that runs. */
export type SaidDay =
  | { kind: 'ago'; days: number }
  | { kind: 'weekday'; weekday: number; ofWeek?: number; before?: number }
  | { kind: 'week' | 'weekend' | 'month' | 'year'; ago: number }
  | { kind: 'named-month'; month: number; year?: number; isOver?: true }
  | { kind: 'date'; year?: number; month?: number; day: number };

/** What was left out, and how it can be said; `instead`: what it perhaps was to say. */
export type Unclear = { text: string; hint: string; instead?: string };

/** `days`: from the earliest to the latest of them. `clock`: minutes of the day, on each of the days; past 1440 it runs into the next. `lastMinutes`: up to now. */
export type When = {
  days: SaidDay[];
  clock?: { from: number; to: number };
  lastMinutes?: number;
  text: string;
};

const minutesOfDay = 1440;
/** With hours of the day each day is looked up by itself; of more days than this the hours say nothing. */
const mostDays = 31;
/** A single clock means this long before and after it. */
export const clockSlackMinutes = 15;

/** The stretches of time that are meant, none touching another. A part of the day without a day is the latest one that has begun. */
export function spansOf(
  { days, clock, lastMinutes }: When,
  { timeZone, now }: { timeZone: string; now: Date },
): Span[] {
  if (lastMinutes !== undefined)
    return [{ from: new Date(now.getTime() - lastMinutes * 60_000), before: new Date(now.getTime() + 1) }];
  const today = dayOf(now, timeZone);
  const meant = days.map((said) => datesOf(said, today)).filter((range) => range !== null);
  if (!meant.length && !clock) return [];
  if (!meant.length && clock) {
    const begun = momentOf(today, clock.from, timeZone) <= now ? today : addDays(today, -1);
    return [between(begun, clock, timeZone)];
  }
  const first = meant.map(({ from }) => from).sort()[0]!;
  const last = meant
    .map(({ to }) => to)
    .sort()
    .at(-1)!;
  const every = clock ? daysFrom(first, last) : [];
  if (clock && every.length <= mostDays) return every.map((day) => between(day, clock, timeZone));
  return [{ from: momentOf(first, 0, timeZone), before: momentOf(last, minutesOfDay, timeZone) }];
}

function between(day: string, { from, to }: { from: number; to: number }, timeZone: string): Required<Span> {
  return { from: momentOf(day, from, timeZone), before: momentOf(day, to, timeZone) };
}

/** Where the clocks of the zone show it: a day may have 23 or 25 hours. */
function momentOf(day: string, minutes: number, timeZone: string): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(TZDate.tz(timeZone, year, month - 1, date, 0, minutes).getTime());
}

function daysFrom(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last && days.length <= mostDays; day = addDays(day, 1)) days.push(day);
  return days;
}

function datesOf(said: SaidDay, today: string): { from: string; to: string } | null {
  const one = (day: string) => ({ from: day, to: day });
  const [year, month] = today.split('-').map(Number) as [number, number];
  switch (said.kind) {
    case 'ago':
      return one(addDays(today, -said.days));
    case 'weekday': {
      if (said.ofWeek !== undefined)
        return one(addDays(mondayOf(today), ((said.weekday + 6) % 7) - 7 * said.ofWeek));
      // On a Monday, "Monday" is the one a week ago: who means today says so.
      const back = ((weekdayOf(today) - said.weekday + 6) % 7) + 1;
      return one(addDays(today, -back - 7 * (said.before ?? 0)));
    }
    case 'week': {
      const monday = addDays(mondayOf(today), -7 * said.ago);
      return { from: monday, to: addDays(monday, 6) };
    }
    case 'weekend': {
      // The latest that has begun; "last weekend" on a Sunday is the one before.
      const saturday = addDays(mondayOf(addDays(today, said.ago ? -7 : -5)), 5);
      return { from: saturday, to: addDays(saturday, 1) };
    }
    case 'month':
      return monthAt(year, month - 1 - said.ago);
    case 'year':
      return { from: `${year - said.ago}-01-01`, to: `${year - said.ago}-12-31` };
    case 'named-month':
      return monthAt(
        said.year ?? (said.month > month || (said.isOver && said.month === month) ? year - 1 : year),
        said.month - 1,
      );
    case 'date': {
      const day = (year: number, month: number) =>
        [year, month, said.day].map((part) => String(part).padStart(2, '0')).join('-');
      if (said.year && said.month)
        return isDay(day(said.year, said.month)) ? one(day(said.year, said.month)) : null;
      // What has not come yet was meant of the month, or the year, before.
      const known = said.month
        ? [day(year, said.month), day(year - 1, said.month)]
        : [0, 1, 2].map((back) => day(month > back ? year : year - 1, ((month - back + 11) % 12) + 1));
      const found = known.find((one) => isDay(one) && one <= today);
      return found ? one(found) : null;
    }
  }
}

/** @param index from 0, and below for the year before */
function monthAt(year: number, index: number): { from: string; to: string } {
  const day = (index: number, date: number) =>
    new Date(Date.UTC(year, index, date)).toISOString().slice(0, 10);
  return { from: day(index, 1), to: day(index + 1, 0) };
}

const mondayOf = (day: string) => addDays(day, -((weekdayOf(day) + 6) % 7));

/** 0 is Sunday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
