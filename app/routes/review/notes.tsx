import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import { addCaseNote } from '~/merchants/applications/review/assignments';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireAssignment } from './assignment-access';
import { CaseReasonPage } from './reason-form/reason-page';
import { rejectInput, replyToReasonForm } from './reason-form/reason-reply';

export const meta = formTitle('Internal note');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return { assignment: await requireAssignment(params, user), rejected: context.formRejected ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const [applicationId, input] = [params.id ?? '', { message: textOf(await readForm(request), 'message') }];
  const rejected = rejectInput(context, input, { message: validateReason(input.message, 'Enter a note') });
  if (rejected) return rejected;
  const outcome = await addCaseNote({
    applicationId,
    reviewerId: user.id,
    note: input.message,
    address: context.clientAddress,
  });
  return replyToReasonForm(context, {
    applicationId,
    input,
    outcome: outcome === 'added' ? 'noted' : outcome,
  });
}

export default function Notes() {
  const { assignment } = useLoaderData<typeof loader>();
  return (
    <CaseReasonPage
      assignment={assignment}
      subpath="notes"
      title="Internal note"
      lead="Only staff can see this."
      label="Note"
      button="Add note"
      rejected={useActionData<typeof action>()}
    />
  );
}
