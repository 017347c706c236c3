import type { ReactNode } from 'react';
import { passwordMinLength } from '~/identity/passwords/password-length';
import { PasswordField } from '~/ui/forms/password-field';
import { useRejectedForm } from '../../forms/rejected-form';
import { DocumentForm } from '../email/document-form';

const onlyPassword = ['password'] as const;

type Props = {
  email: string;
  submit: string;
  label?: string;
  /** The errors of the fields before the password, and of the password. */ fields?: readonly string[];
  children?: ReactNode;
};

/**
 * The password field of a page behind an emailed link, below other fields. Includes the address for password
 * managers.
 */
export function NewPasswordForm({
  email,
  submit,
  label = 'Password',
  fields = onlyPassword,
  children,
}: Props) {
  const rejected = useRejectedForm();
  return (
    <DocumentForm fields={fields} submit={submit}>
      {children}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="password"
        label={label}
        hint={`At least ${passwordMinLength} characters. A few words in a row are easy to remember.`}
        autoComplete="new-password"
        error={rejected?.errors.password}
        required
      />
    </DocumentForm>
  );
}
