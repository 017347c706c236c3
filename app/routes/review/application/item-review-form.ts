import type { ItemReviewInput } from '~/merchants/applications/review/item-reviews';
import { textOf } from '../../forms/form-body';

/** The names of an item's fields, which are also their IDs. */
export const itemReviewFieldNames = {
  result: (key: string) => `result:${key}`,
  reason: (key: string) => `reason:${key}`,
  template: (key: string) => `template:${key}`,
};

/**
 * The item reviews in the form. A selected template is the reason if none is written, for browsers without
 * scripts. "Accept all remaining" accepts undecided items.
 */
export function parseItemReviews(form: FormData): ItemReviewInput[] {
  const acceptRest = form.get('then') === 'accept_rest';
  const keys = [...new Set(form.keys())].flatMap((name) =>
    name.startsWith('result:') ? [name.slice('result:'.length)] : [],
  );
  return keys.map((key) => {
    const choice = form.get(itemReviewFieldNames.result(key));
    const result =
      choice === 'accepted' || choice === 'change' ? choice : acceptRest ? 'accepted' : 'undecided';
    return {
      subject: key,
      result,
      reason:
        textOf(form, itemReviewFieldNames.reason(key)) || textOf(form, itemReviewFieldNames.template(key)),
    };
  });
}
