import { stepIds, type StepId } from '~/merchants/applications/questions/questions';
import { data, redirect, type AppLoadContext } from '@remix-run/node';
import type { ItemReviewInput, saveItemReviews } from '~/merchants/applications/review/item-reviews';
import { getReviewPath } from '../review-path';
import { createNotFoundResponse } from '../review-action';
import { reviewActionRejectionMessages } from '../review-labels';
import { decisionBarId, toAcceptRestValue } from './item-review-form';

/**
 * Item reviews that weren't all saved. `submitted` stay in their fields, with their `errors`. `late` ones don't, because
 * the page contains the saved review.
 */
export type RejectedItemReviews = {
  submitted: ItemReviewInput[];
  errors: Record<string, string>;
  late: ItemReviewInput[];
  /** Why the late ones weren't saved. */
  rejection: string | null;
  isCaseChanged: boolean;
};

const conflictMessage =
  'You reviewed these items in another window. This page now contains those reviews, so make your changes again if you need them.';

const decisionButtons = ['changes', 'approve', 'reject'];

/** What the button accepts that accepts undecided items. */
export function readAcceptRest(then: FormDataEntryValue | null): StepId | 'all' | undefined {
  return (['all', ...stepIds] as const).find((step) => toAcceptRestValue(step) === then);
}

type ItemReviewReply = {
  applicationId: string;
  then: FormDataEntryValue | null;
  submitted: ItemReviewInput[];
  outcome: Awaited<ReturnType<typeof saveItemReviews>>;
  context: AppLoadContext;
};

export function replyToItemReviews({ applicationId, then, submitted, outcome, context }: ItemReviewReply) {
  if (outcome === 'not_found') throw createNotFoundResponse();
  if (outcome !== 'saved' && outcome !== 'saved_except_unopened') {
    context.formRejected = true;
    if (typeof outcome === 'string')
      return data<RejectedItemReviews>(
        {
          submitted: [],
          errors: {},
          late: submitted,
          rejection: reviewActionRejectionMessages[outcome],
          isCaseChanged: true,
        },
        { status: 409 },
      );
    const { faults, conflicts } = outcome;
    const isLate = ({ subject }: ItemReviewInput) => conflicts.includes(subject);
    return data<RejectedItemReviews>(
      {
        submitted: submitted.filter((review) => !isLate(review)),
        errors: faults,
        late: submitted.filter(isLate),
        rejection: conflicts.length ? conflictMessage : null,
        isCaseChanged: false,
      },
      { status: 422 },
    );
  }
  if (typeof then === 'string' && decisionButtons.includes(then))
    return redirect(getReviewPath(applicationId, `decision?as=${then}`));
  const acceptedRest = readAcceptRest(then);
  const result = !acceptedRest
    ? 'saved'
    : outcome === 'saved_except_unopened'
      ? 'opened_accepted'
      : 'rest_accepted';
  const fragment = acceptedRest ? `#${acceptedRest === 'all' ? decisionBarId : acceptedRest}` : '';
  return redirect(`${getReviewPath(applicationId)}?outcome=${result}${fragment}`);
}
