import type { AppLoadContext } from '@remix-run/node';
import { formatRetryDelay, rejectForm } from '../../forms/form-reply';
import { formatWait } from '../email/wait-duration';

/** Shows a form again that was submitted too often. */
export function rejectLockedOut(context: AppLoadContext, waitSeconds: number) {
  return rejectForm(
    context,
    { error: { '': [`Too many attempts. Wait ${formatWait(waitSeconds)}.`] } },
    formatRetryDelay(waitSeconds),
  );
}
