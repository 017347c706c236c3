// Pure: also for the review page's script.

/** The content of an item review as one text, to compare two of them. */
export const toItemReviewText = ({ result, reason }: { result: string; reason: string }): string =>
  result === 'change' ? `change:${reason.trim()}` : result;
