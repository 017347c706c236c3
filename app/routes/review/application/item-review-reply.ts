import { data, redirect, type AppLoadContext } from '@remix-run/node';
import type { ReviewActionRejection } from '~/merchants/applications/review/assignments';
import type { ItemReviewInput, ItemReviewFaults } from '~/merchants/applications/review/item-reviews';
import { getReviewPath } from '../review-path';
import { createNotFoundResponse } from '../review-action';
import { reviewActionRejectionMessages } from '../review-labels';

/** Item reviews that weren't all saved: the input and its errors. */
export type RejectedItemReviews = {
  submitted: ItemReviewInput[];
  errors: Record<string, string>;
  rejection: string | null;
};

const decisionButtons = ['changes', 'approve', 'reject'];

type ItemReviewReply = {
  applicationId: string;
  then: FormDataEntryValue | null;
  submitted: ItemReviewInput[];
  outcome: 'saved' | ItemReviewFaults | ReviewActionRejection;
  context: AppLoadContext;
};

export function replyToItemReviews({ applicationId, then, submitted, outcome, context }: ItemReviewReply) {
  if (outcome === 'not_found') throw createNotFoundResponse();
  if (outcome !== 'saved') {
    context.formRejected = true;
    const isRejection = typeof outcome === 'string';
    return data<RejectedItemReviews>(
      {
        submitted,
        errors: isRejection ? {} : outcome.faults,
        rejection: isRejection ? reviewActionRejectionMessages[outcome] : null,
      },
      { status: isRejection ? 409 : 422 },
    );
  }
  if (typeof then === 'string' && decisionButtons.includes(then))
    return redirect(getReviewPath(applicationId, `decision?as=${then}`));
  return redirect(
    `${getReviewPath(applicationId)}?outcome=${then === 'accept_rest' ? 'rest_accepted' : 'saved'}`,
  );
}
