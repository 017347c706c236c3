import type { AppLoadContext } from '@remix-run/node';
import type { PasswordChangeFault } from '~/identity/passwords/password-change';
import { refuseForm } from '../form-reply';
import { passwordWords } from './password-words';
import { refuseTries } from './refused-tries';

/** Draws a form again whose new password was not accepted. */
export function refuseNewPassword(context: AppLoadContext, fault: PasswordChangeFault) {
  return typeof fault === 'string'
    ? refuseForm(context, { error: { password: [passwordWords[fault]] } })
    : refuseTries(context, fault.wait);
}
