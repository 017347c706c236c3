import { toItemReviewText } from '~/merchants/applications/review/item-review-text';
import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import type { StepId } from '~/merchants/applications/questions/questions';
import { textOf } from '../../forms/form-body';

/** The names of an item's fields, which are also their IDs. */
export const itemReviewFieldNames = {
  result: (key: string) => `result:${key}`,
  reason: (key: string) => `reason:${key}`,
  template: (key: string) => `template:${key}`,
  seen: (key: string) => `seen:${key}`,
};

/** The ID of an item's row, for links to it. */
export const toItemRowId = (key: string) => `item:${key}`;

/** The ID of the decision bar, for links to it. */
export const decisionBarId = 'decision';

/** The value of a button that accepts the undecided items of a step, or of all steps. */
export const toAcceptRestValue = (step: StepId | 'all') => `accept_rest:${step}`;

/**
 * The item reviews in the form. A hidden field before the choices makes an item without one undecided. A selected template is
 * the reason if none is written, for browsers without scripts.
 */
export function parseItemReviews(form: FormData): (ItemReviewInput & { seen: string })[] {
  const keys = [...new Set(form.keys())].flatMap((name) =>
    name.startsWith('result:') ? [name.slice('result:'.length)] : [],
  );
  return keys.map((key) => {
    const choice = form.getAll(itemReviewFieldNames.result(key)).at(-1);
    return {
      subject: key,
      result: choice === 'accepted' || choice === 'change' ? choice : 'undecided',
      reason:
        textOf(form, itemReviewFieldNames.reason(key)) || textOf(form, itemReviewFieldNames.template(key)),
      seen: textOf(form, itemReviewFieldNames.seen(key)) || 'undecided',
    };
  });
}

/**
 * The item reviews that the reviewer has changed in this window. The other choices may be out of date, because the reviewer
 * can work in two windows.
 */
export const parseChangedItemReviews = (form: FormData) =>
  parseItemReviews(form).filter((review) => toItemReviewText(review) !== review.seen);
