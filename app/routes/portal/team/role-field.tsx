import type { MemberRole } from '~/merchants/team/members';
import { memberRoleLabels } from '~/merchants/team/role-labels';
import { RadioField } from '~/ui/forms/radio-field';

/** The roles that the person can assign, with descriptions. */
export function RoleField({
  mayGive,
  defaultValue,
  error,
}: {
  mayGive: readonly MemberRole[];
  defaultValue?: string;
  error?: string[];
}) {
  const options = mayGive.map((role) => ({
    value: role,
    text: memberRoleLabels[role].name,
    hint: memberRoleLabels[role].purpose,
  }));
  return <RadioField name="role" label="Role" options={options} defaultValue={defaultValue} error={error} />;
}
