import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { respondWithMail } from '~/mail/mail-page';
import { previewDecision } from '~/merchants/applications/review/decision-preview';
import { readForm, textOf } from '../forms/form-body';
import { requireStaff } from '../guards';
import { requireDecision } from './decision/decision-access';
import { createNotFoundResponse } from './review-action';

/** The email of a decision without a message. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return respondWithEmail(await requireDecision(request, params, user.id), '');
}

/** The email with the message that the reviewer is writing. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const decision = await requireDecision(request, params, user.id);
  return respondWithEmail(decision, textOf(await readForm(request), 'message'));
}

async function respondWithEmail(
  { as, application }: Awaited<ReturnType<typeof requireDecision>>,
  message: string,
): Promise<Response> {
  const { email } = await previewDecision(application, as, message);
  if (!email) throw createNotFoundResponse();
  return respondWithMail(email.html, { framed: true });
}
