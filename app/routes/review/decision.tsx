import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { retrieveCaseSummary } from '~/merchants/applications/review/case-summary';
import { listApplicationHistory } from '~/merchants/applications/history';
import { previewDecision, type DecisionPreview } from '~/merchants/applications/review/decision-preview';
import { findCaseForStaff } from '~/merchants/applications/review/assignments';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { makeDecision } from './decision/decision-action';
import { decisionMessages, isDecision, type Decision } from './decision/decision-messages';
import { DecisionPage } from './decision/decision-page';
import { StaleDecision } from './decision/stale-decision';
import { getReviewPath } from './review-path';
import { createNotFoundResponse, readReviewAction } from './review-action';

export const meta = formTitle((loaded) => {
  const as = (loaded as { as?: Decision } | undefined)?.as;
  return as ? decisionMessages[as].title : 'Decision';
});

async function requireDecision(request: Request, params: { id?: string }, readerId: string) {
  const as = new URL(request.url).searchParams.get('as');
  const application = await findCaseForStaff(params.id ?? '', readerId);
  if (!application || !isDecision(as)) throw createNotFoundResponse();
  if (application === 'own_account') throw new Response(null, { status: 403 });
  return { as, application };
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const { as, application } = await requireDecision(request, params, user.id);
  const [assignment, preview, history] = await Promise.all([
    retrieveCaseSummary(application, user.id),
    previewDecision(application, as, ''),
    listApplicationHistory({ applicationId: application.id, for: 'staff' }),
  ]);
  return { as, assignment, preview, history: history.slice(0, 3), rejected: context.formRejected ?? false };
}

/** Sends the decision if the reviewer has seen its current preview. Otherwise shows the preview first. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const { as, application } = await requireDecision(request, params, user.id);
  const form = await readForm(request);
  const message = textOf(form, 'message');
  const outcome = await makeDecision(
    as,
    { ...readReviewAction(form, params, user, context), message, previewFingerprint: textOf(form, 'seen') },
    { send: form.get('then') === 'send' },
  );
  if (outcome.kind === 'done') return redirect(`${getReviewPath(application.id)}?outcome=${outcome.result}`);
  context.formRejected = outcome.kind !== 'preview';
  if (outcome.kind === 'action_rejected')
    return data<DecisionReply>({ kind: 'stale', message, rejection: outcome.rejection }, { status: 409 });
  const error = outcome.kind === 'invalid' ? outcome.error : null;
  const preview = await previewDecision(application, as, message);
  return data<DecisionReply>(
    { kind: 'preview', message, preview, error, isPreviewStale: form.get('then') === 'send' },
    { status: error ? 422 : 200 },
  );
}

/** `stale`: the case changed meanwhile. Otherwise the preview again, with what's wrong with the message. */
type DecisionReply =
  | { kind: 'stale'; message: string; rejection: string }
  | {
      kind: 'preview';
      message: string;
      preview: DecisionPreview;
      error: string | null;
      isPreviewStale: boolean;
    };

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
      error={reply?.error ?? null}
      isPreviewStale={reply?.isPreviewStale ?? false}
    />
  );
}
