import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { assignCase } from '~/merchants/applications/review/assignments';
import { requireStaff } from '../guards';
import { redirectToApplication, performReviewAction } from './review-action';

/** A login in between redirects here with GET, so the reviewer continues from the application's page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'applications_review');
  return redirectToApplication(params);
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireStaff(args.request, 'applications_review');
  return performReviewAction(args, user, assignCase);
}
