import { Form } from '@remix-run/react';
import { useMemo } from 'react';
import type { StaffRole } from '~/identity/staff/staff';
import { maxPersonNameLength } from '~/identity/users/text-limits';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { RadioField } from '~/ui/forms/radio-field';
import { staffRoleLabels } from '~/ui/shell/staff-shell';
import { EmailField } from '../../identity/email/email-field';
import { toErrorSummary, type RejectedForm } from '../../forms/rejected-form';

const fields = ['email', 'name', 'role'];

/** What each role can and can't do, according to identity/staff/staff.ts. */
const roleDescriptions: Record<StaffRole, string> = {
  reviewer: 'Decides on applications and suspends accounts. Can’t see payments, emails, or merchants’ pages.',
  support:
    'Finds merchants, payments, and requests, starts support sessions, resolves unknown outcomes, and resends emails. Can’t move money, change merchants, or decide on applications.',
  admin: 'Can do all of the above, manage staff, view all support sessions, and monitor operations.',
};
const options = (Object.keys(roleDescriptions) as StaffRole[]).map((role) => ({
  value: role,
  text: staffRoleLabels[role],
  hint: roleDescriptions[role],
}));

/** A full page load, so that the fields are empty for the next one. */
export function StaffInvitationForm({
  path,
  rejected,
}: {
  path: string;
  rejected: RejectedForm | undefined;
}) {
  const errors = useMemo(() => toErrorSummary(rejected, fields), [rejected]);
  return (
    <Form method="post" action={path} reloadDocument noValidate>
      <ErrorSummary errors={errors} />
      <div className="grid max-w-3xl gap-5 sm:grid-cols-2">
        <EmailField autoComplete="off" rejected={rejected} />
        <Field
          name="name"
          label="Name"
          autoComplete="off"
          defaultValue={rejected?.input.name}
          error={rejected?.errors.name}
          required
          maxLength={maxPersonNameLength}
        />
        <div className="sm:col-span-2">
          <RadioField
            name="role"
            label="Role"
            options={options}
            defaultValue={rejected?.input.role}
            error={rejected?.errors.role}
          />
        </div>
      </div>
      <Button type="submit" className="mt-6">
        Send invitation
      </Button>
    </Form>
  );
}
