import { data, redirect, type AppLoadContext } from '@remix-run/node';
import type { ReviewRefusal } from '~/merchants/applications/review/assignments';
import type { ItemReviewInput, ItemReviewFaults } from '~/merchants/applications/review/item-reviews';
import { getReviewPath } from '../review-path';
import { createNotFoundResponse } from '../review-action';
import { reviewRefusalMessages } from '../review-labels';

/** Item reviews that weren't all saved: the input and its errors. */
export type RefusedItemReviews = {
  submitted: ItemReviewInput[];
  errors: Record<string, string>;
  refusal: string | null;
};

const decisionButtons = ['changes', 'approve', 'reject'];

type ItemReviewReply = {
  applicationId: string;
  then: FormDataEntryValue | null;
  submitted: ItemReviewInput[];
  outcome: 'saved' | ItemReviewFaults | ReviewRefusal;
  context: AppLoadContext;
};

export function replyToItemReviews({ applicationId, then, submitted, outcome, context }: ItemReviewReply) {
  if (outcome === 'not_found') throw createNotFoundResponse();
  if (outcome !== 'saved') {
    context.formRejected = true;
    const isRefusal = typeof outcome === 'string';
    return data<RefusedItemReviews>(
      {
        submitted,
        errors: isRefusal ? {} : outcome.faults,
        refusal: isRefusal ? reviewRefusalMessages[outcome] : null,
      },
      { status: isRefusal ? 409 : 422 },
    );
  }
  if (typeof then === 'string' && decisionButtons.includes(then))
    return redirect(getReviewPath(applicationId, `decision?as=${then}`));
  return redirect(
    `${getReviewPath(applicationId)}?outcome=${then === 'accept_rest' ? 'rest_accepted' : 'saved'}`,
  );
}
