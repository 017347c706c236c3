import { findUntriedIntent } from '~/payments/untried-intents';
import { listColleagues } from '~/payments/operators';
import { listViews, usualViews } from '~/payments/saved-views';
import { addressOf, filterQuery, parseFilter } from '~/payments/transaction-filter';
import { listTransactions } from '~/payments/transaction-list';
import { understand } from '~/payments/transaction-search';
import { isId } from '~/platform/ids';
import { readTextParameter } from '~/platform/lists/list-url';
import type { Merchant } from '../../guards';
import { chipsOf } from './chips';
import type { ShownMeaning } from './understood';
import type { ShownView } from './views-bar';

/** All that the page of a filter shows. */
export async function showList({ user, account, environment }: Merchant, query: URLSearchParams) {
  const { filter, problems, typed } = parseFilter(query);
  const place = placeIn(query);
  const own = { accountId: account.id, environment };
  const [list, people, views] = await Promise.all([
    listTransactions({ ...own, filter, timeZone: account.timeZone, ...place }),
    listColleagues(account.id),
    listViews({ accountId: account.id, userId: user.id }),
  ]);
  const shown = filterQuery(filter);
  return {
    transactions: list.transactions,
    older: list.older && addressOf(filter, { before: list.older }),
    newer: list.newer && addressOf(filter, { after: list.newer }),
    untried:
      filter.search && !list.transactions.length
        ? await findUntriedIntent({ ...own, named: filter.search })
        : null,
    form: { typed, problems, status: filter.status, type: filter.type, people },
    filtered: shown !== '',
    query: shown,
    chips: chipsOf(filter, people),
    meanings: understand(filter.search ?? '').map(shownMeaning),
    views: shownViews(views, shown),
    paged: Boolean(place.before ?? place.after),
  };
}

function placeIn(query: URLSearchParams): { before?: string; after?: string } {
  const [before, after] = [readTextParameter(query, 'before'), readTextParameter(query, 'after')];
  return isId('trx', before) ? { before } : isId('trx', after) ? { after } : {};
}

/** An amount in the first currency that comes to mind: what was typed without one may be of any. */
function shownMeaning(meaning: ReturnType<typeof understand>[number]): ShownMeaning {
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

function shownViews(views: Awaited<ReturnType<typeof listViews>>, query: string): ShownView[] {
  const everybodys = [{ name: 'All', query: '' }, ...usualViews].map((view) => ({
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
