import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { unsnoozeCase } from '~/merchants/applications/review/assignments';
import { requireStaff } from '../guards';
import { redirectToApplication, performReviewAction } from './review-action';

/** A person who returns here after a login is redirected to the application. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'applications_review');
  return redirectToApplication(params);
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireStaff(args.request, 'applications_review');
  return performReviewAction(args, user, unsnoozeCase);
}
