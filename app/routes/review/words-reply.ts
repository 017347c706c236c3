import { redirect, type AppLoadContext } from '@remix-run/node';
import type { ReviewRefusal } from '~/merchants/applications/reviews';
import { refuseForm } from '../form-reply';
import { pathOf } from './paths';
import { notFound } from './step';
import { refusalWords, type Done } from './words';

type Errors = Record<string, string | null>;

/** The form again, with everything that was typed and what is wrong; null when nothing is. */
export function refuseTyped(context: AppLoadContext, typed: Record<string, string>, errors: Errors) {
  const error = Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field, message ? [message] : null]),
  );
  return Object.values(errors).some(Boolean) ? refuseForm(context, { initialValue: typed, error }) : null;
}

/** After a step with words: back to the application, or the form again when it cannot be made any more. */
export function replyToWords(
  context: AppLoadContext,
  {
    applicationId,
    typed,
    outcome,
  }: { applicationId: string; typed: Record<string, string>; outcome: Done | ReviewRefusal },
) {
  if (outcome === 'not_found') throw notFound();
  if (!Object.hasOwn(refusalWords, outcome)) return redirect(`${pathOf(applicationId)}?outcome=${outcome}`);
  return refuseForm(
    context,
    { initialValue: typed, error: { '': [refusalWords[outcome as keyof typeof refusalWords]] } },
    { status: 409 },
  );
}
