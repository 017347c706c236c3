import type { MemberRole } from '~/merchants/team/members';
import { memberRoleLabels } from '~/merchants/team/role-labels';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';

type InvitationSummary = {
  id: string;
  email: string;
  role: MemberRole;
  inviter: string;
  expiresAt: Date | string;
  isOver: boolean;
};

/** Open and expired invitations. */
export function InvitationTable({ invitations }: { invitations: readonly InvitationSummary[] }) {
  return (
    <Table
      caption="Pending invitations"
      rows={invitations}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Email',
          cell: ({ email }) => <span className="break-all @3xl:inline-block @3xl:min-w-52">{email}</span>,
        },
        { title: 'Role', cell: ({ role }) => memberRoleLabels[role].name },
        { title: 'Invited by', cell: ({ inviter }) => inviter },
        {
          title: 'Link expires',
          cell: ({ expiresAt, isOver }) =>
            isOver ? <Badge tone="caution" text="Expired" /> : <Time at={expiresAt} />,
        },
        {
          title: 'Action',
          align: 'right',
          cell: ({ id, email }) => (
            <TextLink to={`/team/invitations/${id}`}>
              Resend or revoke<span className="sr-only"> the invitation for {email}</span>
            </TextLink>
          ),
        },
      ]}
    />
  );
}
