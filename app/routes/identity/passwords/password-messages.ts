import { passwordMaxLength, passwordMinLength } from '~/identity/passwords/password-length';
import type { PasswordFault } from '~/identity/passwords/passwords';

/** What to do about a rejected password. */
export const passwordMessages: Record<PasswordFault, string> = {
  password_missing: 'Choose a password',
  password_too_short: `Choose a password of at least ${passwordMinLength} characters`,
  password_too_long: `Choose a password of at most ${passwordMaxLength} characters`,
  password_is_leaked:
    'Choose another password. This one appears in lists of leaked passwords, which attackers try first',
  password_is_common:
    'Choose a password that’s harder to guess. Avoid common words, dates, and keyboard patterns',
  password_is_personal:
    'Choose a password that doesn’t contain your name, your email address, your business, or our name',
  password_is_present: 'Choose a password that’s different from your current one',
};
