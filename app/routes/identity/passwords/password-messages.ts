import { passwordMaxLength, passwordMinLength } from '~/identity/passwords/password-length';
import type { PasswordFault } from '~/identity/passwords/passwords';

/** What to do about a password that was refused. */
export const passwordMessages: Record<PasswordFault, string> = {
  password_missing: 'Choose a password',
  password_too_short: `Choose a password of at least ${passwordMinLength} characters`,
  password_too_long: `Choose a password of at most ${passwordMaxLength} characters`,
  password_is_leaked:
    'Choose another password: this one is in published lists of leaked passwords, which attackers try first',
  password_is_common:
    'Choose a password that is harder to guess: this one is made of what attackers try first, such as common words, dates, or keys in a row',
  password_is_personal:
    'Choose a password that is not made of your name, your email address, your business or our name',
  password_is_present: 'Choose another password: this is the one you have already',
};
