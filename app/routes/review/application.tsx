import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { retrieveReviewCase } from '~/merchants/applications/review/review-case';
import { hasStaffPermission } from '~/identity/staff/staff';
import { requireStaff } from '../guards';
import { readForm } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { OwnAccountNotice } from './own-account-notice';
import { ApplicationPage } from './application/application-page';
import { readAcceptRest, replyToItemReviews } from './application/item-review-reply';
import { parseChangedItemReviews } from './application/item-review-form';
import { isAnswerDue } from '~/merchants/applications/states';
import { formatDue } from './due-date/due-label';
import { createNotFoundResponse, readReviewAction } from './review-action';
import { readReviewFlashMessage } from './flash-message';
import { recordStaffAccess } from '~/support/access-log';
import { saveItemReviews } from '~/merchants/applications/review/item-reviews';

export const meta = formTitle(
  (loaded) =>
    (loaded as { reviewCase?: { summary: { name: string } } } | undefined)?.reviewCase?.summary.name ??
    'Application',
);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, role } = await requireStaff(request, 'applications_review');
  const reviewCase = await retrieveReviewCase({ applicationId: params.id ?? '', readerId: user.id });
  if (!reviewCase) throw createNotFoundResponse();
  if (reviewCase === 'own_account') return data({ reviewCase: null }, { status: 403 });
  await recordStaffAccess({
    userId: user.id,
    action: 'staff_viewed_application',
    accountId: reviewCase.summary.accountId,
    subject: reviewCase.summary.id,
  });
  const { promisedAt, state } = reviewCase.summary;
  const due = promisedAt && isAnswerDue(state) ? formatDue(promisedAt, new Date()) : null;
  return {
    reviewCase,
    due,
    maySuspend: hasStaffPermission(role, 'accounts_suspend'),
    outcome: readReviewFlashMessage(request),
    rejected: context.formRejected ?? false,
  };
}

/** Saves the item reviews, and redirects as the button says: back to this page, or to the preview. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const form = await readForm(request);
  const submitted = parseChangedItemReviews(form);
  const acceptRest = readAcceptRest(form.get('then'));
  const outcome = await saveItemReviews(readReviewAction(form, params, user, context), submitted, {
    acceptRest,
  });
  return replyToItemReviews({
    applicationId: params.id ?? '',
    then: form.get('then'),
    submitted,
    outcome,
    context,
  });
}

export default function ReviewApplication() {
  const loaded = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return loaded.reviewCase ? <ApplicationPage {...loaded} rejected={rejected} /> : <OwnAccountNotice />;
}
