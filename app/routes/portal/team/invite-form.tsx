import type { Role } from '~/merchants/members';
import { Field } from '~/ui/field';
import { DocumentForm } from '../../identity/document-form';
import type { RefusedForm } from '../../refused-form';
import { RoleField } from './role-field';

const fields = ['email', 'role'];

export function InviteForm({ mayGive, refused }: { mayGive: readonly Role[]; refused: RefusedForm | undefined }) {
  return (
    <div className="max-w-md">
      <DocumentForm fields={fields} submit="Send invitation">
        <Field
          name="email"
          type="email"
          label="E-mail address"
          hint="With a login here or without, they get the same mail."
          autoComplete="off"
          inputMode="email"
          spellCheck={false}
          defaultValue={refused?.typed.email}
          error={refused?.errors.email}
          required
        />
        <RoleField mayGive={mayGive} defaultValue={refused?.typed.role} error={refused?.errors.role} />
      </DocumentForm>
    </div>
  );
}
