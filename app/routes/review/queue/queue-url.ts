import type { ReviewQueueSort, ReviewQueueView } from '~/merchants/applications/review/review-queue';

/** Empty texts filter nothing. `sort`: null for the view's order. */
export type QueueFilter = {
  view: ReviewQueueView;
  search: string;
  country: string;
  businessForm: string;
  assignedTo: string;
  sort: ReviewQueueSort | null;
  page: number;
};

const noLimits = { search: '', country: '', businessForm: '', assignedTo: '', page: 1 };

/** The whole view, in the same order. */
export const clearQueueFilter = (filter: QueueFilter): QueueFilter => ({ ...filter, ...noLimits });

export const isQueueFiltered = ({ search, country, businessForm, assignedTo }: QueueFilter): boolean =>
  Boolean(search || country || businessForm || assignedTo);

/** In the URL, `sort` is a column's name, with a minus for the descending order. */
export function getQueueUrl({ view, page, sort, ...texts }: QueueFilter): string {
  const query = new URLSearchParams({ view });
  for (const [name, text] of Object.entries(texts)) if (text) query.set(name, text);
  if (sort) query.set('sort', `${sort.direction === 'desc' ? '-' : ''}${sort.by}`);
  if (page > 1) query.set('page', String(page));
  return `/review?${query}`;
}
