import { maxEmailLength } from '~/identity/users/text-limits';
import { Field } from '~/ui/forms/field';
import type { RejectedForm } from '../../forms/rejected-form';

type Props = {
  label?: string;
  hint?: string;
  /** `username webauthn`: one's own, to log in with. `off`: someone else's. */ autoComplete:
    'username' | 'username webauthn' | 'email' | 'off';
  refused: RejectedForm | undefined;
};

/** A field for an email address. */
export function EmailField({ refused, ...rest }: Props) {
  return (
    <Field
      name="email"
      type="email"
      label="Email address"
      {...rest}
      inputMode="email"
      spellCheck={false}
      maxLength={maxEmailLength}
      defaultValue={refused?.input.email}
      error={refused?.errors.email}
      required
    />
  );
}
