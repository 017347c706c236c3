import { staffRoleLabels } from '~/ui/shell/staff-shell';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import type { StaffLeave } from '~/identity/staff/leave-days';
import { MemberStatus } from './member-status';

type Member = {
  userId: string;
  name: string;
  email: string;
  role: string;
  hasSecondFactor: boolean;
  endedAt: Date | string | null;
  leave: StaffLeave | null;
  lastLoginAt: Date | string | null;
};

/** Current and former staff members. */
export function StaffMemberTable({
  path,
  currentUserId,
  members,
}: {
  path: string;
  currentUserId: string;
  members: readonly Member[];
}) {
  return (
    <Table
      caption="Staff members"
      rows={members}
      rowKey={({ userId }) => userId}
      columns={[
        {
          title: 'Name',
          cell: ({ userId, name }) => (
            <>
              <TextLink to={`${path}/${userId}`}>{name}</TextLink>
              {userId === currentUserId && <span className="text-ink-soft"> (you)</span>}
            </>
          ),
        },
        {
          title: 'Email address',
          cell: ({ email }) => <span className="break-all @3xl:inline-block @3xl:min-w-52">{email}</span>,
        },
        { title: 'Role', cell: ({ role }) => staffRoleLabels[role as keyof typeof staffRoleLabels] },
        { title: 'Status', cell: (member) => <MemberStatus {...member} /> },
        {
          title: 'Last login',
          cell: ({ lastLoginAt }) => (lastLoginAt ? <Time at={lastLoginAt} /> : 'Never'),
        },
      ]}
    />
  );
}
