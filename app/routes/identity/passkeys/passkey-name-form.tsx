import { maxPasskeyNameLength } from '~/identity/users/text-limits';
import { Field } from '~/ui/forms/field';
import type { RejectedForm } from '../../forms/rejected-form';
import { DocumentForm } from '../email/document-form';

const fields = ['name'];

/** A passkey is named before it's created. */
export function PasskeyNameForm({
  suggested,
  rejected,
}: {
  suggested: string;
  rejected: RejectedForm | undefined;
}) {
  return (
    <DocumentForm fields={fields} submit="Continue">
      <noscript>
        <p className="font-medium">
          Passkeys need JavaScript, which is turned off in this browser. You can use an authenticator app
          instead.
        </p>
      </noscript>
      <Field
        name="name"
        label="Name"
        hint="To tell your passkeys apart, for example Work laptop."
        defaultValue={rejected?.input.name ?? suggested}
        error={rejected?.errors.name}
        autoComplete="off"
        maxLength={maxPasskeyNameLength}
        required
      />
    </DocumentForm>
  );
}
