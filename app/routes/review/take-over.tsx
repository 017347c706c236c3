import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import { takeOverCase } from '~/merchants/applications/review/assignments';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireAssignment } from './assignment-access';
import { CaseReasonPage } from './reason-form/reason-page';
import { readReviewAction } from './review-action';
import { rejectInput, replyToReasonForm } from './reason-form/reason-reply';

export const meta = formTitle('Take over');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return { assignment: await requireAssignment(params, user), rejected: context.formRejected ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const form = await readForm(request);
  const [step, input] = [readReviewAction(form, params, user, context), { message: textOf(form, 'message') }];
  const rejected = rejectInput(context, input, { message: validateReason(input.message) });
  return (
    rejected ??
    replyToReasonForm(context, {
      applicationId: step.applicationId,
      input,
      outcome: await takeOverCase({ ...step, reason: input.message }),
    })
  );
}

export default function TakeOver() {
  const { assignment } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <CaseReasonPage
      assignment={assignment}
      subpath="take-over"
      title="Take over"
      lead={
        assignment.reviewer
          ? `This case is assigned to ${assignment.reviewer}. Their item reviews are kept.`
          : 'This case isn’t assigned to anyone.'
      }
      label="Reason for taking over"
      hint="Only staff can see this."
      button="Take over"
      rejected={rejected}
    />
  );
}
