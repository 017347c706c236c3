import type { ConfirmationWay } from '~/identity/confirmations';
import { PasswordField } from '~/ui/password-field';
import type { RefusedForm } from '../../refused-form';
import { CodeField } from '../code-field';

export const proofNames = { code: 'confirm_code', password: 'confirm_password' } as const satisfies Record<ConfirmationWay, string>;

/** Where somebody shows who they are: by a code of their app or a recovery code, or by the password when there is no second factor. */
export function ProofField({ way, refused }: { way: ConfirmationWay; refused: RefusedForm | undefined }) {
  const name = proofNames[way];
  const error = refused?.errors[name];
  return way === 'code' ? <CodeField name={name} kind="either" error={error} /> : <PasswordField name={name} label="Password" autoComplete="current-password" error={error} required />;
}
