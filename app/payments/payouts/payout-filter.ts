import { containsCardNumber } from '~/platform/cards/card-numbers';
import { isCurrency } from '~/platform/money/currencies';
import { buildListUrl, readTextParameter } from '~/platform/lists/list-url';
import { toTextLine } from '~/platform/text/line-input';
import { readDayRange, type DayRange } from '~/platform/time/day-range';

/**
 * A filter for a list of payouts: the first and the last arrival date, the currency, and a search for an ID or exactly an
 * amount.
 */
export type PayoutFilter = DayRange & { currency?: string; search?: string };

/** The filter in a URL. An invalid value filters nothing, and has a message in `problems`. */
export function parsePayoutFilter(query: URLSearchParams): {
  filter: PayoutFilter;
  input: PayoutFilter;
  problems: PayoutFilter;
} {
  const { days, problems, ...range } = readDayRange(query);
  const currency = readTextParameter(query, 'currency').toUpperCase();
  const search = toTextLine(readTextParameter(query, 'search'));
  if (containsCardNumber(search))
    return {
      filter: days,
      input: range.input,
      problems: { ...problems, search: 'Enter a payout’s ID or amount' },
    };
  const searched = search && { search };
  const [filter, input] = [
    { ...days, ...searched },
    { ...range.input, ...searched },
  ];
  if (!currency) return { filter, input, problems };
  return isCurrency(currency)
    ? { filter: { ...filter, currency }, input: { ...input, currency }, problems }
    : { filter, input, problems: { ...problems, currency: 'Choose a currency from the list' } };
}

export const isPayoutFilterEmpty = (filter: PayoutFilter): boolean => !Object.values(filter).some(Boolean);

/** The URL of a list of payouts, or of its file. */
export const buildPayoutsUrl = (
  path: string,
  { from, to, currency, search }: PayoutFilter,
  more: { before?: string; after?: string; entries?: string } = {},
): string => buildListUrl(path, { from, to, currency, search, ...more });
