import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { saveItemReviews } from '~/merchants/applications/review/item-reviews';
import { readForm } from '../forms/form-body';
import { requireStaff } from '../guards';
import { parseChangedItemReviews } from './application/item-review-form';
import { createNotFoundResponse, readReviewAction, redirectToApplication } from './review-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'applications_review');
  return redirectToApplication(params);
}

/** Saves item reviews as the reviewer makes them. 409: the case has changed. 422: the subjects that aren't saved. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const form = await readForm(request);
  const outcome = await saveItemReviews(
    readReviewAction(form, params, user, context),
    parseChangedItemReviews(form),
  );
  if (outcome === 'not_found') throw createNotFoundResponse();
  if (outcome === 'saved') return new Response(null, { status: 204 });
  if (typeof outcome === 'string') return new Response(null, { status: 409 });
  return Response.json([...Object.keys(outcome.faults), ...outcome.conflicts], { status: 422 });
}
