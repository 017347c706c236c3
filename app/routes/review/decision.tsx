import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { retrieveCaseSummary } from '~/merchants/applications/review/case-summary';
import { listApplicationHistory } from '~/merchants/applications/history';
import { previewDecision } from '~/merchants/applications/review/decision-preview';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireDecision } from './decision/decision-access';
import { makeDecision } from './decision/decision-action';
import { decisionMessages, type Decision } from './decision/decision-messages';
import { DecisionPage } from './decision/decision-page';
import { toPagePreview, type DecisionReply } from './decision/page-preview';
import { StaleDecision } from './decision/stale-decision';
import { getReviewPath } from './review-path';
import { readReviewAction } from './review-action';

export const meta = formTitle((loaded) => {
  const as = (loaded as { as?: Decision } | undefined)?.as;
  return as ? decisionMessages[as].title : 'Decision';
});

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const { as, application } = await requireDecision(request, params, user.id);
  const [assignment, preview, history] = await Promise.all([
    retrieveCaseSummary(application, user.id),
    previewDecision(application, as, ''),
    listApplicationHistory({ applicationId: application.id, for: 'staff' }),
  ]);
  return {
    ...{ as, assignment, preview: toPagePreview(preview), history: history.slice(0, 3) },
    rejected: context.formRejected ?? false,
  };
}

/** Sends the decision if the reviewer has seen its current preview. Otherwise shows the preview first. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const { as, application } = await requireDecision(request, params, user.id);
  const form = await readForm(request);
  const message = textOf(form, 'message');
  const unopenedReason = textOf(form, 'unopened_reason');
  const outcome = await makeDecision(
    as,
    {
      ...readReviewAction(form, params, user, context),
      message,
      unopenedReason,
      previewFingerprint: textOf(form, 'seen'),
    },
    { send: form.get('then') === 'send' },
  );
  if (outcome.kind === 'done') return redirect(`${getReviewPath(application.id)}?outcome=${outcome.result}`);
  context.formRejected = outcome.kind !== 'preview';
  if (outcome.kind === 'action_rejected')
    return data<DecisionReply>({ kind: 'stale', message, rejection: outcome.rejection }, { status: 409 });
  const fault = outcome.kind === 'invalid' ? outcome : null;
  const preview = toPagePreview(await previewDecision(application, as, message));
  return data<DecisionReply>(
    {
      ...{ kind: 'preview', message, preview, unopenedReason, fault },
      isPreviewStale: form.get('then') === 'send',
    },
    { status: fault ? 422 : 200 },
  );
}

export default function DecisionRoute() {
  const { as, assignment, preview, history } = useLoaderData<typeof loader>();
  const reply = useActionData<DecisionReply>();
  if (reply?.kind === 'stale' || !assignment.isMine)
    return (
      <StaleDecision
        assignment={assignment}
        as={as}
        rejection={reply?.kind === 'stale' ? reply.rejection : null}
        message={reply?.message ?? ''}
        history={history}
      />
    );
  return (
    <DecisionPage
      assignment={assignment}
      as={as}
      preview={reply?.preview ?? preview}
      message={reply?.message ?? ''}
      unopenedReason={reply?.unopenedReason ?? ''}
      fault={reply?.fault ?? null}
      isPreviewStale={reply?.isPreviewStale ?? false}
    />
  );
}
