import type { StaffLeave } from '~/identity/staff/leave-days';
import { Button } from '~/ui/forms/button';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { Panel } from '~/ui/layout/panel';
import type { RejectedForm } from '../../forms/rejected-form';

type Props = { leave: StaffLeave | null; rejected: RejectedForm | undefined };

/** A staff member's leave of absence: its days, and the forms that change or end it. */
export function LeavePanel({ leave, rejected }: Props) {
  return (
    <Panel title="Leave of absence">
      <p className="mb-5 max-w-2xl text-ink-soft">
        On these days they can’t log in to the staff area, and their applications go back to the queue.
      </p>
      <Form method="post" reloadDocument noValidate className="flex flex-wrap items-end gap-4">
        <Field
          name="from"
          type="date"
          label="First day"
          hint="In UTC"
          defaultValue={rejected?.input.from ?? leave?.from}
          error={rejected?.errors.from}
        />
        <Field
          name="until"
          type="date"
          label="Last day"
          hint="In UTC"
          defaultValue={rejected?.input.until ?? leave?.until}
          error={rejected?.errors.until}
        />
        <Button type="submit" variant="secondary" name="change" value="leave">
          {leave ? 'Change leave' : 'Save leave'}
        </Button>
      </Form>
      {leave && (
        <Form method="post" reloadDocument className="mt-5">
          <Button type="submit" variant="secondary" name="change" value="end-leave">
            End leave now
          </Button>
        </Form>
      )}
    </Panel>
  );
}
