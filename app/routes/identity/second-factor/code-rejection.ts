import type { AppLoadContext } from '@remix-run/node';
import type { CodeRejection } from '~/identity/second-factor/second-factor';
import { rejectForm } from '../../forms/form-reply';
import { rejectLockedOut } from '../login/lockout-rejection';

const messages = {
  missing: 'Enter a code',
  not_set_up: 'No second factor is set up',
  wrong_code:
    'This code is incorrect or was already used. Wait for the next code, and check that your phone’s clock is right',
};

/** Shows a form again whose code was rejected. */
export function rejectCode(
  context: AppLoadContext,
  rejection: CodeRejection | 'missing',
  { field = 'code' } = {},
) {
  if (typeof rejection === 'string')
    return rejectForm(context, { error: { [field]: [messages[rejection]] } });
  return rejectLockedOut(context, rejection.wait);
}
