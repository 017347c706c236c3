import { redirect, type AppLoadContext } from '@remix-run/node';
import { reinstateAccount, suspendAccount } from '~/merchants/accounts/suspensions';
import { validateReason } from '~/merchants/applications/questions/answer-validation';
import { textOf } from '../../forms/form-body';
import { rejectInput } from './reason-reply';

/**
 * Suspends or reinstates, as the form says, so that submitting it twice doesn't undo it. Redirects even if a colleague was
 * faster: the page's form would now do the opposite, and must not get the reason.
 */
export async function changeSuspension(
  context: AppLoadContext,
  form: FormData,
  { returnPath, ...account }: { accountId: string; reviewerId: string; returnPath: string },
) {
  const input = { as: textOf(form, 'as'), message: textOf(form, 'message') };
  const rejected = rejectInput(context, input, { message: validateReason(input.message) });
  if (rejected) return rejected;
  const change = input.as === 'reinstate' ? reinstateAccount : suspendAccount;
  const outcome = await change({ ...account, reason: input.message, address: context.clientAddress });
  return redirect(`${returnPath}?outcome=${outcome}`);
}
