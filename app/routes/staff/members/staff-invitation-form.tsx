import { Form } from '@remix-run/react';
import { maxPersonNameLength } from '~/identity/users/text-limits';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { RadioField } from '~/ui/forms/radio-field';
import { EmailField } from '../../identity/email/email-field';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';
import { roleOptions } from './role-options';

const fields = ['email', 'name', 'role'];

/** A full page load, so that the fields are empty for the next one. */
export function StaffInvitationForm({
  path,
  rejected,
}: {
  path: string;
  rejected: RejectedForm | undefined;
}) {
  const errors = useErrorSummary(rejected, fields);
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
            options={roleOptions}
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
