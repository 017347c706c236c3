import { useActionData } from '@remix-run/react';
import { passwordMinLength } from '~/identity/password-length';
import { PasswordField } from '~/ui/password-field';
import type { RefusedForm } from '../refused-form';
import { DocumentForm } from './document-form';

const fields = ['password'] as const;

/** The one field behind a link in a mail. The address goes with it, for password managers. */
export function ChoosePassword({ email, submit }: { email: string; submit: string }) {
  const refused = useActionData() as RefusedForm | undefined;
  return (
    <DocumentForm fields={fields} submit={submit}>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="password"
        label="Password"
        hint={`At least ${passwordMinLength} characters. A few words in a row are easy to keep in mind.`}
        autoComplete="new-password"
        error={refused?.errors.password}
        required
      />
    </DocumentForm>
  );
}
