import { reinstateAccount, suspendAccount } from '~/merchants/accounts/suspensions';

/** Suspends or reinstates, as the form says, so that submitting it twice doesn't undo it. */
export async function changeSuspension(form: FormData, decision: Parameters<typeof suspendAccount>[0]) {
  const outcome =
    form.get('as') === 'reinstate' ? await reinstateAccount(decision) : await suspendAccount(decision);
  return outcome === 'not_active' || outcome === 'not_suspended' ? 'moved_on' : outcome;
}
