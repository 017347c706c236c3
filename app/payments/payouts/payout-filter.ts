import { isCurrency } from '~/platform/money/currencies';
import { buildListUrl, readTextParameter } from '~/platform/lists/list-url';
import { readDayRange, type DayRange } from '~/platform/time/day-range';

/** A filter for a list of payouts: the first and the last arrival date, and the currency. */
export type PayoutFilter = DayRange & { currency?: string };

/** The filter in a URL. An invalid value filters nothing, and has a message in `problems`. */
export function parsePayoutFilter(query: URLSearchParams): {
  filter: PayoutFilter;
  input: PayoutFilter;
  problems: PayoutFilter;
} {
  const { days, input, problems } = readDayRange(query);
  const currency = readTextParameter(query, 'currency').toUpperCase();
  if (!currency) return { filter: days, input, problems };
  return isCurrency(currency)
    ? { filter: { ...days, currency }, input: { ...input, currency }, problems }
    : { filter: days, input, problems: { ...problems, currency: 'Choose a currency from the list' } };
}

export const isPayoutFilterEmpty = (filter: PayoutFilter): boolean => !Object.values(filter).some(Boolean);

/** The URL of a list of payouts, or of its file. */
export const buildPayoutsUrl = (
  path: string,
  { from, to, currency }: PayoutFilter,
  more: { before?: string; entries?: string } = {},
): string => buildListUrl(path, { from, to, currency, ...more });
