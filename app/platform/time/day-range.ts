import { isDay } from './days';
import { readTextParameter } from '~/platform/lists/list-url';

const boundNames = ['from', 'to'] as const;

/** The first and last day of a list, each YYYY-MM-DD, if limited. */
export type DayRange = Partial<Record<(typeof boundNames)[number], string>>;

export type DayRangeInput = {
  days: DayRange;
  /** As typed, for the form. */
  input: DayRange;
  /** The message for an invalid day, which limits nothing. */
  problems: DayRange;
};

/** For the name of a file: "from-2026-10-01", "to-2026-10-31". */
export const describeDays = ({ from, to }: DayRange): string[] => [
  ...(from ? [`from-${from}`] : []),
  ...(to ? [`to-${to}`] : []),
];

/** Parses the days `from` and `to` of a URL, the last one included. */
export function readDayRange(query: URLSearchParams): DayRangeInput {
  const [days, input, problems]: [DayRange, DayRange, DayRange] = [{}, {}, {}];
  for (const name of boundNames) {
    const text = readTextParameter(query, name);
    if (!text) continue;
    input[name] = text;
    if (isDay(text)) days[name] = text;
    else problems[name] = 'Enter a date such as 2026-11-22';
  }
  if (days.from && days.to && days.from > days.to) {
    delete days.to;
    problems.to = 'Enter a date that isn’t before the start date';
  }
  return { days, input, problems };
}
