// Pure: also for the review page's script.
import type { ItemReviewInput } from './item-reviews';

/** The content of an item review as one text, to compare two of them. */
export const toItemReviewText = ({ result, reason }: Pick<ItemReviewInput, 'result' | 'reason'>): string =>
  result === 'change' ? `change:${reason.trim()}` : result;
