import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { faultOfReason } from '~/merchants/applications/answer-faults';
import { findForStaff } from '~/merchants/applications/reviews';
import { reinstateAccount, suspendAccount } from '~/merchants/suspensions';
import { requireStaff } from '../guards';
import { readForm, textOf } from '../form-body';
import { formTitle } from '../form-title';
import { openDesk } from './open-desk';
import { ReasonPage } from './reason-page';
import { notFound } from './step';
import { refuseTyped, replyToWords } from './words-reply';

export const meta = formTitle('Suspension');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'accounts_suspend');
  return { desk: await openDesk(params, user), refused: context.formRefused ?? false };
}

/** The form says which of the two it means, so that one sent twice does not undo itself. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'accounts_suspend');
  const form = await readForm(request);
  const typed = { words: textOf(form, 'words') };
  const refused = refuseTyped(context, typed, { words: faultOfReason(typed.words) });
  if (refused) return refused;
  const application = await findForStaff(params.id ?? '', user.id);
  if (!application) throw notFound();
  if (application === 'own_account')
    return replyToWords(context, { applicationId: params.id ?? '', typed, outcome: application });
  const decision = {
    accountId: application.accountId,
    reviewerId: user.id,
    reason: typed.words,
    address: context.clientAddress,
  };
  const outcome =
    form.get('as') === 'reinstate' ? await reinstateAccount(decision) : await suspendAccount(decision);
  return replyToWords(context, {
    applicationId: application.id,
    typed,
    outcome: outcome === 'not_active' || outcome === 'not_suspended' ? 'moved_on' : outcome,
  });
}

export default function Suspension() {
  const { desk } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { suspended } = desk;
  return (
    <ReasonPage
      desk={desk}
      below="suspension"
      title={suspended ? 'Reinstate the account' : 'Suspend the account'}
      lead={
        suspended
          ? 'The API takes its requests again, with the credentials it had.'
          : 'Within 5 seconds the API refuses all its requests, in test and in live. The merchant can still log in and see everything.'
      }
      label="Reason"
      hint="The merchant gets it by mail and reads it in the history."
      button={suspended ? 'Reinstate the account' : 'Suspend the account'}
      refused={refused}
    >
      <input type="hidden" name="as" value={suspended ? 'reinstate' : 'suspend'} />
    </ReasonPage>
  );
}
