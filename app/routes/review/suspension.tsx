import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import { findCaseForStaff } from '~/merchants/applications/review/assignments';
import { reinstateAccount, suspendAccount } from '~/merchants/accounts/suspensions';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireAssignment } from './assignment-access';
import { ReasonPage } from './reason-form/reason-page';
import { createNotFoundResponse } from './review-action';
import { rejectInput, replyToReasonForm } from './reason-form/reason-reply';

export const meta = formTitle('Suspension');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'accounts_suspend');
  return { assignment: await requireAssignment(params, user), rejected: context.formRejected ?? false };
}

/** The form says which of the two it means, so that submitting it twice doesn't undo it. */
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
  const decision = {
    accountId: application.accountId,
    reviewerId: user.id,
    reason: input.message,
    address: context.clientAddress,
  };
  const outcome =
    form.get('as') === 'reinstate' ? await reinstateAccount(decision) : await suspendAccount(decision);
  return replyToReasonForm(context, {
    applicationId: application.id,
    input,
    outcome: outcome === 'not_active' || outcome === 'not_suspended' ? 'moved_on' : outcome,
  });
}

export default function Suspension() {
  const { assignment } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const { suspended } = assignment;
  return (
    <ReasonPage
      assignment={assignment}
      subpath="suspension"
      title={suspended ? 'Reinstate account' : 'Suspend account'}
      lead={
        suspended
          ? 'The API accepts its requests again, with the same credentials.'
          : 'Within 5 seconds, the API rejects all its requests in test and live. The merchant can still log in and view everything.'
      }
      label="Reason"
      hint="The merchant gets it by email and sees it in the history."
      button={suspended ? 'Reinstate account' : 'Suspend account'}
      rejected={rejected}
    >
      <input type="hidden" name="as" value={suspended ? 'reinstate' : 'suspend'} />
    </ReasonPage>
  );
}
