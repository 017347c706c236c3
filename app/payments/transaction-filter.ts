import { cardBrands } from '~/platform/cards/card-brands';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { readDayRange } from '~/platform/time/day-range';
import { isId } from '~/platform/ids';
import { buildListUrl, readTextParameter } from '~/platform/lists/list-url';
import { isCurrency } from '~/platform/money/money';
import { parsePossibleAmounts } from '~/platform/money/amount-input';
import { toExactTextLine } from '~/platform/text/line-input';
import { transactionStatuses, type TransactionStatus } from './states';

export const transactionTypes = ['PAYMENT', 'REFUND', 'CHARGEBACK'] as const;
type TransactionType = (typeof transactionTypes)[number];

/** What a list of transactions holds, as a person says it: days as YYYY-MM-DD, amounts in major units. */
export type ListFilter = {
  search?: string;
  status: TransactionStatus[];
  type: TransactionType[];
  from?: string;
  to?: string;
  min?: string;
  max?: string;
  currency?: string;
  brand?: string;
  /** Who began it, `api` or `checkout`, or the id of a person who did something to it in the portal. */
  by?: string;
  /** `ending`: holds that end within two days and of which something can still be captured. */
  hold?: string;
};

/** The part of a filter that is one text each. */
const texts = ['search', 'from', 'to', 'min', 'max', 'currency', 'brand', 'by', 'hold'] as const;
type TextName = (typeof texts)[number];

type FilterProblems = Partial<Record<TextName | 'status' | 'type', string>>;

const faults: { [name in TextName]?: (text: string) => string | undefined } = {
  min: amountFault,
  max: amountFault,
  currency: (code) => (isCurrency(code) ? undefined : 'Enter a currency by its three letters, such as EUR'),
  brand: (brand) =>
    cardBrands.some((known) => known === brand) ? undefined : 'Choose a card brand from the list',
  by: (by) => (isBeginner(by) ? undefined : 'Choose who it was from the list'),
  hold: (hold) => (hold === 'ending' ? undefined : 'Ask for hold=ending, or for nothing of holds'),
};

/**
 * The filter in an address, which somebody may have typed: what makes no sense filters nothing, and the problems say so. A card
 * number is taken for nothing, and is kept nowhere: whoever calls this takes it out of the address.
 */
export function parseFilter(query: URLSearchParams): {
  filter: ListFilter;
  problems: FilterProblems;
  typed: Partial<Record<TextName, string>>;
  cardNumber: boolean;
} {
  const typed = Object.fromEntries(
    texts.flatMap((name) => (read(query, name) ? [[name, read(query, name)]] : [])),
  ) as Partial<Record<TextName, string>>;
  const cardNumber = [...query.values()].some((value) => containsCardNumber(value));
  if (cardNumber) return { filter: { status: [], type: [] }, problems: {}, typed: {}, cardNumber };
  const problems: FilterProblems = readDayRange(query).problems;
  for (const name of texts) {
    const fault = typed[name] && faults[name]?.(typed[name]);
    if (fault) problems[name] = fault;
  }
  const filter: ListFilter = {
    ...Object.fromEntries(Object.entries(typed).filter(([name]) => !problems[name as TextName])),
    status: readSome(query, 'status', transactionStatuses, problems),
    type: readSome(query, 'type', transactionTypes, problems),
  };
  return { filter, problems, typed, cardNumber };
}

/** The address of the list with a filter, always in the same order. @param place where in the list it is */
export function addressOf(filter: ListFilter, place: { before?: string; after?: string } = {}): string {
  const named = Object.fromEntries(texts.map((name) => [name, filter[name]]));
  return buildListUrl('/transactions', { ...named, status: filter.status, type: filter.type, ...place });
}

/** The part of the address that says what is filtered by: empty where nothing is. */
export function filterQuery(filter: ListFilter): string {
  return addressOf(filter).split('?')[1] ?? '';
}

function read(query: URLSearchParams, name: TextName): string {
  const text = readTextParameter(query, name);
  if (name === 'currency') return text.toUpperCase();
  if (name === 'brand') return text.toLowerCase();
  // Space around an external_id may belong to it.
  return name === 'search' && text ? toExactTextLine(query.get(name) ?? '') : text;
}

/** The named ones, in capital or small letters. */
function readSome<Name extends string>(
  query: URLSearchParams,
  field: 'status' | 'type',
  names: readonly Name[],
  problems: FilterProblems,
): Name[] {
  const typed = query
    .getAll(field)
    .filter(Boolean)
    .map((text) => text.toUpperCase());
  if (typed.some((text) => !names.some((name) => name === text)))
    problems[field] = `Choose each ${field} from the list`;
  return names.filter((name) => typed.includes(name));
}

function isBeginner(by: string): boolean {
  return by === 'api' || by === 'checkout' || isId('usr', by);
}

function amountFault(text: string): string | undefined {
  return parsePossibleAmounts(text).length ? undefined : 'Enter an amount such as 42.00';
}
