import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import type { ReviewRefusal, ReviewStep } from '~/merchants/applications/reviews';
import { isId } from '~/platform/ids';
import { readForm } from '../form-body';
import { pathOf } from './paths';
import type { Done } from './words';

/** What a reviewer does to an application, as their form says they have seen it. */
export function stepFrom(
  form: FormData,
  params: { id?: string },
  user: { id: string },
  { clientAddress }: AppLoadContext,
): ReviewStep {
  // What is no id is nobody's application; the database would refuse some of it with an error.
  return {
    applicationId: isId('app', params.id ?? '') ? params.id! : '',
    version: Number(form.get('version')) || 0,
    reviewerId: user.id,
    address: clientAddress,
  };
}

/** A step that needs no words: made, and back to the application's page, which tells what became of it. */
export async function takeStep(
  { request, params, context }: ActionFunctionArgs,
  user: { id: string },
  make: (step: ReviewStep) => Promise<Done | ReviewRefusal>,
): Promise<Response> {
  const step = stepFrom(await readForm(request), params, user, context);
  const outcome = await make(step);
  if (outcome === 'not_found') throw notFound();
  return redirect(`${pathOf(step.applicationId)}?outcome=${outcome}`);
}

/** For who comes to a step's address by GET, as after logging in again: on to the application's page. @throws 404 for what is no id */
export function leadToApplication({ id = '' }: { id?: string }): Response {
  if (!isId('app', id)) throw notFound();
  return redirect(pathOf(id));
}

export function notFound(): Response {
  return new Response(null, { status: 404 });
}
