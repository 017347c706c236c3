import { Form } from '@remix-run/react';
import { useMemo } from 'react';
import { longestPersonName } from '~/identity/text-limits';
import { Button } from '~/ui/button';
import { ErrorSummary } from '~/ui/error-summary';
import { Field } from '~/ui/field';
import { SelectField } from '~/ui/select-field';
import { EmailField } from '../../identity/email-field';
import { summaryOf, type RefusedForm } from '../../refused-form';

const fields = ['email', 'name', 'role'];

const roles = [
  { value: '', text: 'Choose a role' },
  { value: 'reviewer', text: 'Reviewer: decides on applications' },
  { value: 'support', text: 'Support: sees which mails were sent' },
  { value: 'admin', text: 'Admin: all of this, and the staff' },
];

/** Answered with a whole page, so that the fields are empty for the next one. */
export function InviteForm({ path, refused }: { path: string; refused: RefusedForm | undefined }) {
  const errors = useMemo(() => summaryOf(refused, fields), [refused]);
  return (
    <Form method="post" action={path} reloadDocument noValidate>
      <ErrorSummary errors={errors} />
      <div className="grid max-w-3xl gap-5 sm:grid-cols-2">
        <EmailField autoComplete="off" refused={refused} />
        <Field name="name" label="Name" autoComplete="off" defaultValue={refused?.typed.name} error={refused?.errors.name} required maxLength={longestPersonName} />
        <SelectField name="role" label="Role" options={roles} defaultValue={refused?.typed.role ?? ''} error={refused?.errors.role} required />
      </div>
      <Button type="submit" className="mt-6">
        Send invitation
      </Button>
    </Form>
  );
}
