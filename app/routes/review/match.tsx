import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { clearMatch } from '~/merchants/applications/checks/sanctions-screening';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireAssignment } from './assignment-access';
import { CaseReasonPage } from './reason-form/reason-page';
import { rejectInput, replyToReasonForm } from './reason-form/reason-reply';
import { readReviewAction } from './review-action';

export const meta = formTitle('Clear a sanctions match');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return {
    assignment: await requireAssignment(params, user),
    matchId: params.matchId ?? '',
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const form = await readForm(request);
  const input = { message: textOf(form, 'message') };
  const rejected = rejectInput(context, input, { message: validateReason(input.message) });
  if (rejected) return rejected;
  const step = readReviewAction(form, params, user, context);
  return replyToReasonForm(context, {
    applicationId: step.applicationId,
    input,
    outcome: await clearMatch({ ...step, matchId: params.matchId ?? '', reason: input.message }),
  });
}

export default function Match() {
  const { assignment, matchId } = useLoaderData<typeof loader>();
  return (
    <CaseReasonPage
      assignment={assignment}
      subpath={`matches/${matchId}`}
      title="Clear a sanctions match"
      lead="The application and the entry of the list aren’t the same. Only staff can see this."
      label="Why they aren’t the same"
      button="Clear match"
      rejected={useActionData<typeof action>()}
    />
  );
}
