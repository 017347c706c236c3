import type { PasskeyRegistrationRequest } from '~/identity/passkeys/passkey-registration';
import { Form } from '~/ui/forms/form';
import { PasskeyButton } from './passkey-button';

/** The browser creates the passkey, and the form submits it. */
export function CreatePasskey({ name, offer }: { name: string; offer: PasskeyRegistrationRequest }) {
  return (
    <Form method="post" reloadDocument className="space-y-5">
      <p>
        Your browser asks where to save <strong className="font-semibold wrap-anywhere">{name}</strong>: on
        this device, on your phone, on a security key, or in a password manager.
      </p>
      <noscript>
        <p className="font-medium">Passkeys need JavaScript, which is turned off in this browser.</p>
      </noscript>
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="made" value="" />
      <PasskeyButton ask={{ create: offer }} variant="primary">
        Create passkey
      </PasskeyButton>
    </Form>
  );
}
