import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import { findCaseForStaff } from '~/merchants/applications/review/assignments';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireAssignment } from './assignment-access';
import { SuspensionPage } from './reason-form/suspension-page';
import { changeSuspension } from './reason-form/suspension-change';
import { createNotFoundResponse } from './review-action';
import { rejectInput, replyToReasonForm } from './reason-form/reason-reply';
import { getReviewPath } from './review-path';

export const meta = formTitle('Suspension');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'accounts_suspend');
  return { assignment: await requireAssignment(params, user), rejected: context.formRejected ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'accounts_suspend');
  const form = await readForm(request);
  const input = { message: textOf(form, 'message') };
  const rejected = rejectInput(context, input, { message: validateReason(input.message) });
  if (rejected) return rejected;
  const application = await findCaseForStaff(params.id ?? '', user.id);
  if (!application) throw createNotFoundResponse();
  if (application === 'own_account')
    return replyToReasonForm(context, { applicationId: params.id ?? '', input, outcome: application });
  const outcome = await changeSuspension(form, {
    accountId: application.accountId,
    reviewerId: user.id,
    reason: input.message,
    address: context.clientAddress,
  });
  return replyToReasonForm(context, { applicationId: application.id, input, outcome });
}

export default function Suspension() {
  const { assignment } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <SuspensionPage
      name={assignment.name}
      isSuspended={assignment.suspended}
      path={getReviewPath(assignment.id, 'suspension')}
      backPath={getReviewPath(assignment.id)}
      rejected={rejected}
    />
  );
}
