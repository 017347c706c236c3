import type { PasskeyRegistrationRequest } from '~/identity/passkeys/passkey-registration';
import { Form } from '~/ui/forms/form';
import { PasskeyButton } from './passkey-button';
import { usePasskeySupport } from './use-passkeys';

/** A passkey as an alternative to the authenticator app below. Hidden in browsers without passkeys. */
export function FirstPasskey({ offer }: { offer: PasskeyRegistrationRequest }) {
  if (!usePasskeySupport()) return null;
  return (
    <Form method="post" reloadDocument className="mb-8 space-y-4 border-b border-line pb-8">
      <h2 className="font-semibold">With a passkey</h2>
      <p className="text-ink-soft">
        Use your fingerprint, your face, or your device PIN instead of a password.
      </p>
      <PasskeyButton ask={{ create: offer }}>Create a passkey</PasskeyButton>
    </Form>
  );
}
