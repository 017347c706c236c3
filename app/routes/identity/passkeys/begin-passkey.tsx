import type { WaysToConfirm } from '~/identity/passkey-confirmation';
import { longestPasskeyName } from '~/identity/text-limits';
import { Field } from '~/ui/field';
import type { RefusedForm } from '../../refused-form';
import { ConfirmFields } from '../confirm-fields';
import { DocumentForm } from '../document-form';

const fields = ['name', 'present'];

/** A passkey gets its name, and whoever adds it shows that they are still the one, before any is made. */
export function BeginPasskey({ ways, suggested, refused }: { ways: WaysToConfirm | null; suggested: string; refused: RefusedForm | undefined }) {
  return (
    <DocumentForm fields={fields} submit="Continue">
      <noscript>
        <p className="font-medium">Passkeys need JavaScript, which is off in this browser. An authenticator app works without.</p>
      </noscript>
      <Field name="name" label="Name" hint="To tell your passkeys apart, such as Work laptop." defaultValue={refused?.typed.name ?? suggested} error={refused?.errors.name} autoComplete="off" maxLength={longestPasskeyName} required />
      {ways && <ConfirmFields name="present" to="to add a passkey" ways={ways} error={refused?.errors.present} />}
    </DocumentForm>
  );
}
