import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import type { ReviewRefusal, CaseAction } from '~/merchants/applications/review/assignments';
import { isId } from '~/platform/ids';
import { readForm } from '../forms/form-body';
import { getReviewPath } from './review-path';
import type { ReviewResult } from './review-labels';

/** What a reviewer does to an application, as their form says they have seen it. */
export function readReviewAction(
  form: FormData,
  params: { id?: string },
  user: { id: string },
  { clientAddress }: AppLoadContext,
): CaseAction {
  // What is no id is nobody's application; the database would refuse some of it with an error.
  return {
    applicationId: isId('app', params.id ?? '') ? params.id! : '',
    version: Number(form.get('version')) || 0,
    reviewerId: user.id,
    address: clientAddress,
  };
}

/** A step that needs no words: made, and back to the application's page, which tells what became of it. */
export async function performReviewAction(
  { request, params, context }: ActionFunctionArgs,
  user: { id: string },
  perform: (reviewAction: CaseAction) => Promise<ReviewResult | ReviewRefusal>,
): Promise<Response> {
  const reviewAction = readReviewAction(await readForm(request), params, user, context);
  const outcome = await perform(reviewAction);
  if (outcome === 'not_found') throw createNotFoundResponse();
  return redirect(`${getReviewPath(reviewAction.applicationId)}?outcome=${outcome}`);
}

/** For who comes to a step's address by GET, as after logging in again: on to the application's page. @throws 404 for what is no id */
export function redirectToApplication({ id = '' }: { id?: string }): Response {
  if (!isId('app', id)) throw createNotFoundResponse();
  return redirect(getReviewPath(id));
}

export function createNotFoundResponse(): Response {
  return new Response(null, { status: 404 });
}
