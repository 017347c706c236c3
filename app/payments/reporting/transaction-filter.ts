import { cardBrands } from '~/platform/cards/card-brands';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { readDayRange } from '~/platform/time/day-range';
import { isId } from '~/platform/ids';
import { buildListUrl, readTextParameter } from '~/platform/lists/list-url';
import { isCurrency } from '~/platform/money/currencies';
import { parseAmountBound, parseAmountInput, parsePossibleAmounts } from '~/platform/money/amount-input';
import { toExactTextLine } from '~/platform/text/line-input';
import {
  refundExtents,
  transactionStatuses,
  transactionTypes,
  type RefundExtent,
  type TransactionStatus,
  type TransactionType,
} from '~/payments/transactions/states';

/** A filter for the list of transactions, in a person's terms: days as YYYY-MM-DD, amounts in major units. */
export type ListFilter = {
  search?: string;
  status: TransactionStatus[];
  type: TransactionType[];
  /** Payments with these refunds. */
  refund: RefundExtent[];
  from?: string;
  to?: string;
  min?: string;
  max?: string;
  currency?: string;
  brand?: string;
  /** The source: `api` or `checkout`, or the ID of a person who performed an operation in the portal. */
  by?: string;
  /** `ending`: holds that expire within two days and can still be captured. */
  hold?: string;
  /** `oldest`: oldest first. */
  sort?: string;
};

export const isOldestFirst = ({ sort }: ListFilter): boolean => sort === 'oldest';

export const emptyFilter: ListFilter = { status: [], type: [], refund: [] };

/** The text fields of a filter. */
const texts = ['search', 'from', 'to', 'min', 'max', 'currency', 'brand', 'by', 'hold', 'sort'] as const;
type TextName = (typeof texts)[number];
type ChoiceName = 'status' | 'type' | 'refund';

type FilterProblems = Partial<Record<TextName | ChoiceName, string>>;

type Input = Partial<Record<TextName, string>>;

const validators: { [name in TextName]?: (text: string, input: Input) => string | undefined } = {
  min: validateAmount,
  max: validateAmount,
  currency: (code) => (isCurrency(code) ? undefined : 'Enter a three-letter currency code, such as EUR'),
  brand: (brand) =>
    cardBrands.some((known) => known === brand) ? undefined : 'Choose a card brand from the list',
  by: (by) => (isInitiator(by) ? undefined : 'Choose an option from the list'),
  hold: (hold) => (hold === 'ending' ? undefined : 'Use hold=ending, or leave hold out'),
  sort: (sort) => (sort === 'oldest' ? undefined : 'Use sort=oldest, or leave sort out'),
};

/**
 * The filter in a URL, which may have been typed: invalid values filter nothing and are listed in `problems`.
 * A card number is ignored and stored nowhere. The caller removes it from the URL.
 */
export function parseFilter(query: URLSearchParams): {
  filter: ListFilter;
  problems: FilterProblems;
  input: Input;
  cardNumber: boolean;
} {
  const input = Object.fromEntries(
    texts.flatMap((name) => (read(query, name) ? [[name, read(query, name)]] : [])),
  ) as Input;
  const cardNumber = [...query.values()].some((value) => containsCardNumber(value));
  if (cardNumber) return { filter: emptyFilter, problems: {}, input: {}, cardNumber };
  const problems: FilterProblems = readDayRange(query).problems;
  for (const name of texts) {
    const problem = input[name] && validators[name]?.(input[name], input);
    if (problem) problems[name] = problem;
  }
  if (!problems.min && !problems.max && isRangeEmpty(input))
    problems.max = 'Enter an amount that isn’t below the minimum';
  const filter: ListFilter = {
    ...Object.fromEntries(Object.entries(input).filter(([name]) => !problems[name as TextName])),
    status: readOptions(query, 'status', transactionStatuses, problems),
    type: readOptions(query, 'type', transactionTypes, problems),
    refund: readOptions(query, 'refund', refundExtents, problems),
  };
  return { filter, problems, input, cardNumber };
}

/**
 * The URL of the filtered list, with parameters in a fixed order.
 * @param place the position in the list
 */
export function buildListPath(filter: ListFilter, place: { before?: string; after?: string } = {}): string {
  const named = Object.fromEntries(texts.map((name) => [name, filter[name]]));
  const { status, type, refund } = filter;
  return buildListUrl('/transactions', { ...named, status, type, refund, ...place });
}

/** The query string of the filter. Empty without a filter. */
export function toFilterQuery(filter: ListFilter): string {
  return buildListPath(filter).split('?')[1] ?? '';
}

function read(query: URLSearchParams, name: TextName): string {
  const text = readTextParameter(query, name);
  if (name === 'currency') return text.toUpperCase();
  if (name === 'brand') return text.toLowerCase();
  // Whitespace can be part of an external_id.
  return name === 'search' && text ? toExactTextLine(query.get(name)!) : text;
}

/** The named values, in uppercase or lowercase. */
function readOptions<Name extends string>(
  query: URLSearchParams,
  field: ChoiceName,
  names: readonly Name[],
  problems: FilterProblems,
): Name[] {
  const input = query
    .getAll(field)
    .filter(Boolean)
    .map((text) => text.toUpperCase());
  if (input.some((text) => !names.some((name) => name === text)))
    problems[field] = `Choose each ${field} from the list`;
  return names.filter((name) => input.includes(name));
}

function isInitiator(by: string): boolean {
  return by === 'api' || by === 'checkout' || isId('usr', by);
}

/** Whether no currency has an amount between the two. */
function isRangeEmpty({ min, max }: Input): boolean {
  if (!min || !max) return false;
  const most = parseAmountBound(max, 'down');
  return !parseAmountBound(min, 'up').some((lowest) =>
    most.some(
      (highest) =>
        lowest.amountMinor <= highest.amountMinor &&
        lowest.currencies.some((code) => highest.currencies.includes(code)),
    ),
  );
}

/** "12.345" is a thousand to some. In the few currencies with three decimals, it's clear. */
function validateAmount(text: string, { currency = '' }: Input): string | undefined {
  if (parseAmountInput(text, currency) === 'ambiguous')
    return `This amount is ambiguous. Write it without a thousands separator${currency ? '' : ', or choose a currency'}`;
  return parsePossibleAmounts(text).length ? undefined : 'Enter an amount such as 42.00';
}
