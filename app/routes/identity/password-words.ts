import { passwordMaxLength, passwordMinLength } from '~/identity/password-length';
import type { PasswordFault } from '~/identity/passwords';

/** What to do about a password that was refused. */
export const passwordWords: Record<PasswordFault, string> = {
  password_missing: 'Choose a password',
  password_too_short: `Choose a password of at least ${passwordMinLength} characters`,
  password_too_long: `Choose a password of at most ${passwordMaxLength} characters`,
  password_common: 'Choose a password that is harder to guess: this one is among the first that attackers try',
  password_is_personal: 'Choose a password that is not your name, your e-mail address or ours',
};
