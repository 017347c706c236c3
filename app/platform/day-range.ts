import { isDay } from './days';
import { typedIn } from './list-address';

const names = ['from', 'to'] as const;

/** The first and the last day of a list, each YYYY-MM-DD, where it is bounded. */
export type DayRange = Partial<Record<(typeof names)[number], string>>;

export type TypedDays = {
  days: DayRange;
  /** As they were typed, for the form. */
  typed: DayRange;
  /** What is wrong with one, in words: it bounds nothing. */
  problems: DayRange;
};

/** Reads the days `from` and `to` of an address, the last one included. */
export function readDays(query: URLSearchParams): TypedDays {
  const [days, typed, problems]: [DayRange, DayRange, DayRange] = [{}, {}, {}];
  for (const name of names) {
    const text = typedIn(query, name);
    if (!text) continue;
    typed[name] = text;
    if (isDay(text)) days[name] = text;
    else problems[name] = 'Enter a day such as 2026-11-22';
  }
  if (days.from && days.to && days.from > days.to) {
    delete days.to;
    problems.to = 'Enter a day that is not before the first one';
  }
  return { days, typed, problems };
}
