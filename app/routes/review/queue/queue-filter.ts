import { reviewQueueSorts, reviewQueueViews } from '~/merchants/applications/review/review-queue';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { isId } from '~/platform/ids';
import { toTextLine } from '~/platform/text/line-input';
import type { QueueFilter } from './queue-url';

/** A filter in the URL may have been typed: invalid values filter nothing. */
export function parseQueueFilter(query: URLSearchParams): QueueFilter {
  const read = (name: string) => query.get(name) ?? '';
  const search = toTextLine(read('search'));
  const [, minus, sortName] = /^(-?)(\w+)$/.exec(read('sort')) ?? [];
  const by = reviewQueueSorts.find((name) => name === sortName);
  return {
    view: reviewQueueViews.find((view) => view === read('view')) ?? 'needs_me',
    // A card number entered here by mistake is kept out of the database's log.
    search: containsCardNumber(search) ? '' : search,
    country: /^[A-Z]{2}$/.test(read('country')) ? read('country') : '',
    businessForm: /^[a-z_]{1,20}$/.test(read('businessForm')) ? read('businessForm') : '',
    assignedTo: isId('usr', read('assignedTo')) ? read('assignedTo') : '',
    sort: by ? { by, direction: minus ? 'desc' : 'asc' } : null,
    page: /^[1-9]\d{0,3}$/.test(read('page')) ? Number(read('page')) : 1,
  };
}
