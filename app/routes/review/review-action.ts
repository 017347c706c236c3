import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import type { ReviewActionRejection, CaseAction } from '~/merchants/applications/review/assignments';
import { isId } from '~/platform/ids';
import { readForm } from '../forms/form-body';
import { getReviewPath } from './review-path';
import type { ReviewResult } from './review-labels';

/** A reviewer's action on an application, in the version that their form has seen. */
export function readReviewAction(
  form: FormData,
  params: { id?: string },
  user: { id: string },
  { clientAddress }: AppLoadContext,
): CaseAction {
  // An invalid ID belongs to no application, and the database would reject some with an error.
  return {
    applicationId: isId('app', params.id ?? '') ? params.id! : '',
    version: Number(form.get('version')) || 0,
    reviewerId: user.id,
    address: clientAddress,
  };
}

/**
 * An action without a reason: performs it and redirects to the application's page, which shows the result.
 */
export async function performReviewAction(
  { request, params, context }: ActionFunctionArgs,
  user: { id: string },
  perform: (reviewAction: CaseAction) => Promise<ReviewResult | ReviewActionRejection>,
): Promise<Response> {
  const reviewAction = readReviewAction(await readForm(request), params, user, context);
  const outcome = await perform(reviewAction);
  if (outcome === 'not_found') throw createNotFoundResponse();
  return redirect(`${getReviewPath(reviewAction.applicationId)}?outcome=${outcome}`);
}

/**
 * For GET requests of an action's URL, as after a login: redirects to the application's page.
 * @throws 404 for an invalid ID
 */
export function redirectToApplication({ id = '' }: { id?: string }): Response {
  if (!isId('app', id)) throw createNotFoundResponse();
  return redirect(getReviewPath(id));
}

export function createNotFoundResponse(): Response {
  return new Response(null, { status: 404 });
}
