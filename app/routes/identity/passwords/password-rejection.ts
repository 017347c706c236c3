import type { AppLoadContext } from '@remix-run/node';
import type { PasswordChangeFault } from '~/identity/passwords/password-change';
import { rejectForm } from '../../forms/form-reply';
import { passwordMessages } from './password-messages';
import { rejectLockedOut } from '../login/lockout-rejection';

/** Shows a form again whose new password was rejected. */
export function rejectNewPassword(context: AppLoadContext, fault: PasswordChangeFault) {
  return typeof fault === 'string'
    ? rejectForm(context, { error: { password: [passwordMessages[fault]] } })
    : rejectLockedOut(context, fault.wait);
}
