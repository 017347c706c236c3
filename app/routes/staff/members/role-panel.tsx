import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { RadioField } from '~/ui/forms/radio-field';
import { Panel } from '~/ui/layout/panel';
import type { RejectedForm } from '../../forms/rejected-form';
import { roleOptions } from './role-options';

/** The form that changes a staff member's role. */
export function RolePanel({ role, rejected }: { role: string; rejected: RejectedForm | undefined }) {
  return (
    <Panel title="Change role">
      <Form method="post" reloadDocument noValidate className="space-y-5">
        <RadioField
          name="role"
          label="Role"
          hint="A change ends their sessions. Applications of someone who no longer reviews go back to the queue."
          options={roleOptions}
          defaultValue={rejected?.input.role ?? role}
          error={rejected?.errors.role}
        />
        <Button type="submit" variant="secondary" name="change" value="role">
          Change role
        </Button>
      </Form>
    </Panel>
  );
}
