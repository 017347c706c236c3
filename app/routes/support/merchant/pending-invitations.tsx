import { memberRoleLabels } from '~/merchants/team/role-labels';
import type { MerchantSummary } from '~/support/merchant-summary';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';

/** People who were invited to the team and haven't accepted. They have no access before. */
export function PendingInvitations({ invitations }: Pick<MerchantSummary, 'invitations'>) {
  if (!invitations.length) return null;
  return (
    <div className="mt-6">
      <h3 className="mb-2 font-semibold">Pending invitations</h3>
      <Table
        caption="Invitations that haven’t been accepted, newest first"
        rows={invitations}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Email', cell: ({ email }) => <span className="break-all">{email}</span> },
          { title: 'Role', cell: ({ role }) => memberRoleLabels[role].name },
          { title: 'Invited by', cell: ({ inviter }) => <span className="wrap-anywhere">{inviter}</span> },
          {
            title: 'Expires',
            cell: ({ expiresAt, isOver }) =>
              isOver ? <Badge text="Expired" tone="caution" /> : <Time at={expiresAt} />,
          },
        ]}
      />
    </div>
  );
}
