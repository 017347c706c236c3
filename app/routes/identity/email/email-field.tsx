import { maxEmailLength } from '~/identity/users/text-limits';
import { Field } from '~/ui/forms/field';
import type { RejectedForm } from '../../forms/rejected-form';

type Props = {
  label?: string;
  hint?: string;
  /** `username webauthn`: one's own, to log in with. `off`: someone else's. */ autoComplete:
    'username' | 'username webauthn' | 'email' | 'off';
  rejected: RejectedForm | undefined;
  defaultValue?: string;
};

/** A field for an email address. */
export function EmailField({ rejected, defaultValue, ...rest }: Props) {
  return (
    <Field
      name="email"
      type="email"
      label="Email address"
      {...rest}
      inputMode="email"
      spellCheck={false}
      maxLength={maxEmailLength}
      defaultValue={rejected?.input.email ?? defaultValue}
      error={rejected?.errors.email}
      required
    />
  );
}
