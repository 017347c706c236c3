import { findUnattemptedIntent } from '~/payments/checkout/unattempted-intents';
import { listColleagues } from '~/payments/transactions/operators';
import { listViews, defaultViews } from '~/payments/reporting/saved-views';
import {
  buildListPath,
  isOldestFirst,
  toFilterQuery,
  parseFilter,
} from '~/payments/reporting/transaction-filter';
import { countTransactions, listTransactions } from '~/payments/reporting/transaction-list';
import { findReader } from '~/platform/database/replica.server';
import { interpretSearch } from '~/payments/reporting/transaction-search';
import { isId } from '~/platform/ids';
import { currencyDigits } from '~/platform/money/currencies';
import { readTextParameter } from '~/platform/lists/list-url';
import type { MerchantMember } from '../../guards';
import { listChips } from './chips';
import type { SearchInterpretationView } from './search-interpretations';
import type { SavedViewLink } from './views-bar';

/** The data of the list page. */
export async function readListPage({ user, account, environment }: MerchantMember, query: URLSearchParams) {
  const { filter, problems, input } = parseFilter(query);
  const place = readCursor(query);
  const own = { accountId: account.id, environment };
  const filterQuery = toFilterQuery(filter);
  const listed = { ...own, filter, timeZone: account.timeZone, reader: await findReader() };
  // What is valid of a wrong filter would select other transactions than the person meant.
  const isValid = !Object.keys(problems).length;
  const [list, total, people, views] = await Promise.all([
    isValid ? listTransactions({ ...listed, ...place }) : { transactions: [], older: null, newer: null },
    // The whole list is long and says nothing.
    isValid && filterQuery ? countTransactions(listed) : null,
    listColleagues(account.id),
    listViews({ accountId: account.id, userId: user.id }),
  ]);
  return {
    transactions: list.transactions,
    total,
    older: list.older && buildListPath(filter, { before: list.older }),
    newer: list.newer && buildListPath(filter, { after: list.newer }),
    unattemptedIntent:
      isValid && filter.search && !list.transactions.length
        ? await findUnattemptedIntent({ ...own, named: filter.search })
        : null,
    isValid,
    form: { input, problems, status: filter.status, type: filter.type, refund: filter.refund, people },
    filtered: filterQuery !== '',
    query: filterQuery,
    chips: listChips(filter, people),
    meanings: isValid ? interpretSearch(filter.search ?? '').map(toSearchInterpretation) : [],
    views: listVisibleViews(views, filterQuery),
    paged: Boolean(place.before ?? place.after),
    isOldestFirst: isOldestFirst(filter),
    otherOrder: buildListPath({ ...filter, sort: isOldestFirst(filter) ? undefined : 'oldest' }),
  };
}

function readCursor(query: URLSearchParams): { before?: string; after?: string } {
  const [before, after] = [readTextParameter(query, 'before'), readTextParameter(query, 'after')];
  return isId('trx', before) ? { before } : isId('trx', after) ? { after } : {};
}

const familiarCurrencies = ['EUR', 'USD', 'GBP', 'JPY', 'KWD'];

/** Each possible amount in a familiar currency, because input without a currency may mean any. */
function toSearchInterpretation(
  meaning: ReturnType<typeof interpretSearch>[number],
): SearchInterpretationView {
  if (meaning.kind !== 'amount') return { kind: meaning.kind };
  const examples = new Map<number, { amount: number; currency: string }>();
  const possible = meaning.readings.flatMap(({ amountMinor: amount, currencies }) =>
    currencies.map((currency) => ({ amount, currency })),
  );
  const rank = ({ currency }: { currency: string }) =>
    familiarCurrencies.indexOf(currency) + 1 || familiarCurrencies.length + 1;
  for (const example of possible.sort((one, other) => rank(one) - rank(other))) {
    const number = example.amount / 10 ** currencyDigits(example.currency);
    if (!examples.has(number)) examples.set(number, example);
  }
  const named = new Set(possible.map(({ currency }) => currency));
  return {
    kind: 'amount',
    examples: [...examples.values()],
    hasOtherCurrencies: named.size > new Set([...examples.values()].map(({ currency }) => currency)).size,
  };
}

function listVisibleViews(views: Awaited<ReturnType<typeof listViews>>, query: string): SavedViewLink[] {
  const everybodys = [{ name: 'All', query: '' }, ...defaultViews].map((view) => ({
    ...view,
    id: view.name,
    shared: false,
    own: false,
  }));
  return [...everybodys, ...views].map(({ query: kept, ...view }) => ({
    ...view,
    address: kept ? `/transactions?${kept}` : '/transactions',
    current: kept === query,
  }));
}
