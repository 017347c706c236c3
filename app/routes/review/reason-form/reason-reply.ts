import { redirect, type AppLoadContext } from '@remix-run/node';
import type { ReviewActionRejection } from '~/merchants/applications/review/assignments';
import { rejectForm } from '../../forms/form-reply';
import { getReviewPath } from '../review-path';
import { createNotFoundResponse } from '../review-action';
import { reviewActionRejectionMessages, type ReviewResult } from '../review-labels';

type Errors = Record<string, string | null>;

/** The form with its input and errors. Null without errors. */
export function rejectInput(context: AppLoadContext, input: Record<string, string>, errors: Errors) {
  const error = Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field, message ? [message] : null]),
  );
  return Object.values(errors).some(Boolean) ? rejectForm(context, { initialValue: input, error }) : null;
}

/**
 * After an action with a reason: back to the application, or the form if the action is no longer possible.
 */
export function replyToReasonForm(
  context: AppLoadContext,
  {
    applicationId,
    input,
    outcome,
  }: { applicationId: string; input: Record<string, string>; outcome: ReviewResult | ReviewActionRejection },
) {
  if (outcome === 'not_found') throw createNotFoundResponse();
  if (!Object.hasOwn(reviewActionRejectionMessages, outcome))
    return redirect(`${getReviewPath(applicationId)}?outcome=${outcome}`);
  return rejectForm(
    context,
    {
      initialValue: input,
      error: { '': [reviewActionRejectionMessages[outcome as keyof typeof reviewActionRejectionMessages]] },
    },
    { status: 409 },
  );
}
