import { isDay } from './days';
import { readTextParameter } from '~/platform/lists/list-url';

const boundNames = ['from', 'to'] as const;

/** The first and the last day of a list, each YYYY-MM-DD, where it is bounded. */
export type DayRange = Partial<Record<(typeof boundNames)[number], string>>;

export type DayRangeInput = {
  days: DayRange;
  /** As they were typed, for the form. */
  input: DayRange;
  /** What is wrong with one, in words: it bounds nothing. */
  problems: DayRange;
};

/** Reads the days `from` and `to` of an address, the last one included. */
export function readDayRange(query: URLSearchParams): DayRangeInput {
  const [days, input, problems]: [DayRange, DayRange, DayRange] = [{}, {}, {}];
  for (const name of boundNames) {
    const text = readTextParameter(query, name);
    if (!text) continue;
    input[name] = text;
    if (isDay(text)) days[name] = text;
    else problems[name] = 'Enter a day such as 2026-11-22';
  }
  if (days.from && days.to && days.from > days.to) {
    delete days.to;
    problems.to = 'Enter a day that is not before the first one';
  }
  return { days, input, problems };
}
