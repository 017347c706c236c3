import { Form } from '@remix-run/react';
import type { StaffRole } from '~/identity/staff/staff';
import { Button } from '~/ui/forms/button';
import { staffRoleLabels } from '~/ui/shell/staff-shell';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';

type Invitation = { email: string; name: string; role: StaffRole; expiresAt: Date | string };

/** Open invitations, each with a button to revoke it. */
export function StaffInvitationTable({
  path,
  invitations,
}: {
  path: string;
  invitations: readonly Invitation[];
}) {
  return (
    <Table
      caption="Pending invitations"
      rows={invitations}
      rowKey={({ email }) => email}
      columns={[
        { title: 'Name', cell: ({ name }) => name },
        {
          title: 'Email address',
          cell: ({ email }) => <span className="break-all @3xl:inline-block @3xl:min-w-52">{email}</span>,
        },
        { title: 'Role', cell: ({ role }) => staffRoleLabels[role] },
        { title: 'Link expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
        {
          title: 'Action',
          align: 'right',
          cell: ({ email }) => (
            <Form method="post" action={path} reloadDocument className="flex flex-wrap justify-end gap-2">
              <Button type="submit" variant="secondary" size="small" name="resend" value={email}>
                Resend <span className="sr-only">the invitation for {email}</span>
              </Button>
              <Button type="submit" variant="secondary" size="small" name="withdraw" value={email}>
                Revoke <span className="sr-only">the invitation for {email}</span>
              </Button>
            </Form>
          ),
        },
      ]}
    />
  );
}
