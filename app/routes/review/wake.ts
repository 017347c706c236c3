import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { wakeReview } from '~/merchants/applications/reviews';
import { requireStaff } from '../guards';
import { leadToApplication, takeStep } from './step';

/** Who comes here after logging in again goes on from the application's page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'applications_review');
  return leadToApplication(params);
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireStaff(args.request, 'applications_review');
  return takeStep(args, user, wakeReview);
}
