import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { previewDecision } from '~/merchants/applications/review/decision-preview';
import { readForm, textOf } from '../forms/form-body';
import { requireStaff } from '../guards';
import { requireDecision } from './decision/decision-access';
import { findDecisionFault } from './decision/decision-action';
import { toPagePreview, type LivePreview } from './decision/page-preview';
import { redirectToApplication } from './review-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'applications_review');
  return redirectToApplication(params);
}

/** The preview of a decision while its message is being written. It redirects to nothing but the login. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const { as, application } = await requireDecision(request, params, user.id);
  const form = await readForm(request);
  const message = textOf(form, 'message');
  const reply: LivePreview = {
    message,
    preview: toPagePreview(await previewDecision(application, as, message)),
    fault: findDecisionFault(as, { message, unopenedReason: textOf(form, 'unopened_reason') }),
  };
  return Response.json(reply, { headers: { 'Cache-Control': 'no-store' } });
}
