import type { Role } from '~/merchants/members';
import { roleWords } from '~/merchants/team-words';
import { RadioField } from '~/ui/radio-field';

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

/** The roles somebody may give, each with what it is for. */
export function RoleField({
  mayGive,
  defaultValue,
  error,
}: {
  mayGive: readonly Role[];
  defaultValue?: string;
  error?: string[];
}) {
  const options = mayGive.map((role) => ({
    value: role,
    text: roleWords[role].name,
    hint: sentence(roleWords[role].purpose),
  }));
  return <RadioField name="role" label="Role" options={options} defaultValue={defaultValue} error={error} />;
}
