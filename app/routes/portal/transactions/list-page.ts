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
import { interpretSearch } from '~/payments/reporting/transaction-search';
import { isId } from '~/platform/ids';
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
  const [list, total, people, views] = await Promise.all([
    listTransactions({ ...own, filter, timeZone: account.timeZone, ...place }),
    // The whole list is long and says nothing.
    filterQuery ? countTransactions({ ...own, filter, timeZone: account.timeZone }) : null,
    listColleagues(account.id),
    listViews({ accountId: account.id, userId: user.id }),
  ]);
  return {
    transactions: list.transactions,
    total,
    older: list.older && buildListPath(filter, { before: list.older }),
    newer: list.newer && buildListPath(filter, { after: list.newer }),
    unattemptedIntent:
      filter.search && !list.transactions.length
        ? await findUnattemptedIntent({ ...own, named: filter.search })
        : null,
    form: { input, problems, status: filter.status, type: filter.type, people },
    filtered: filterQuery !== '',
    query: filterQuery,
    chips: listChips(filter, people),
    meanings: interpretSearch(filter.search ?? '').map(toSearchInterpretation),
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

/** An amount in a plausible currency, because input without a currency may mean any. */
function toSearchInterpretation(
  meaning: ReturnType<typeof interpretSearch>[number],
): SearchInterpretationView {
  if (meaning.kind !== 'amount') return { kind: meaning.kind };
  const { readings } = meaning;
  const familiar = ['EUR', 'USD', 'GBP', 'JPY', 'KWD'].find((code) =>
    readings.some(({ currencies }) => currencies.includes(code)),
  );
  const { amountMinor, currencies } =
    readings.find((reading) => familiar && reading.currencies.includes(familiar)) ?? readings[0]!;
  return {
    kind: 'amount',
    amountMinor,
    currency: familiar ?? currencies[0]!,
    others: readings.reduce((sum, reading) => sum + reading.currencies.length, -1),
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
