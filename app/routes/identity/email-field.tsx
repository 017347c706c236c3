import { maxEmailLength } from '~/identity/users/text-limits';
import { Field } from '~/ui/forms/field';
import type { RefusedForm } from '../refused-form';

type Props = {
  label?: string;
  hint?: string;
  /** `username webauthn`: one's own, to log in with; `off`: somebody else's. */ autoComplete:
    'username' | 'username webauthn' | 'email' | 'off';
  refused: RefusedForm | undefined;
};

/** Where an e-mail address is typed. */
export function EmailField({ refused, ...rest }: Props) {
  return (
    <Field
      name="email"
      type="email"
      label="E-mail address"
      {...rest}
      inputMode="email"
      spellCheck={false}
      maxLength={maxEmailLength}
      defaultValue={refused?.typed.email}
      error={refused?.errors.email}
      required
    />
  );
}
