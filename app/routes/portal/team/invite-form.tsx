import type { MemberRole } from '~/merchants/team/members';
import { DocumentForm } from '../../identity/email/document-form';
import { EmailField } from '../../identity/email/email-field';
import type { RejectedForm } from '../../forms/rejected-form';
import { RoleField } from './role-field';

const fields = ['email', 'role'];

export function InviteForm({
  mayGive,
  rejected,
}: {
  mayGive: readonly MemberRole[];
  rejected: RejectedForm | undefined;
}) {
  return (
    <div className="max-w-md">
      <DocumentForm fields={fields} submit="Send invitation">
        <EmailField
          hint="We’ll email them a link. They don’t need to have a login yet."
          autoComplete="off"
          rejected={rejected}
        />
        <RoleField mayGive={mayGive} defaultValue={rejected?.input.role} error={rejected?.errors.role} />
      </DocumentForm>
    </div>
  );
}
