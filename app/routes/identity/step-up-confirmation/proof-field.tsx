import type { ConfirmationOptions } from '~/identity/passkeys/passkey-confirmation';
import { PasswordField } from '~/ui/forms/password-field';
import type { RejectedForm } from '../../forms/rejected-form';
import { CodeField } from '../second-factor/code-field';
import { PasskeyButton } from '../passkeys/passkey-button';

/** All begin with "confirm", unlike the carried fields. */
export const proofNames = {
  code: 'confirm_code',
  password: 'confirm_password',
  passkey: 'confirm_',
} as const;

/**
 * Where a person confirms their identity: with a passkey, an app code, or a recovery code, or with the
 * password if there's no second factor.
 */
export function ProofField({
  ways,
  rejected,
}: {
  ways: ConfirmationOptions | null;
  rejected: RejectedForm | undefined;
}) {
  const name = ways ? proofNames.code : proofNames.password;
  const error = rejected?.errors[name];
  if (!ways)
    return (
      <PasswordField name={name} label="Password" autoComplete="current-password" error={error} required />
    );
  return (
    <>
      {ways.passkey && (
        <PasskeyButton
          ask={{ sign: ways.passkey }}
          variant={ways.app ? 'secondary' : 'primary'}
          prefix={proofNames.passkey}
        >
          Confirm with a passkey
        </PasskeyButton>
      )}
      {!ways.app && (
        <noscript>
          <p>
            Passkeys need JavaScript, which is turned off in this browser. You can use a recovery code
            instead.
          </p>
        </noscript>
      )}
      <CodeField name={name} kind={ways.app ? 'either' : 'recovery'} error={error} />
    </>
  );
}
