import { Badge } from '~/ui/content/status-badge';
import { staffRoleLabels } from '~/ui/shell/staff-shell';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';

type Member = {
  userId: string;
  name: string;
  email: string;
  role: string;
  hasSecondFactor: boolean;
  endedAt: Date | string | null;
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
        { title: 'Name', cell: ({ name }) => name },
        {
          title: 'Email address',
          cell: ({ email }) => <span className="break-all @3xl:inline-block @3xl:min-w-52">{email}</span>,
        },
        { title: 'Role', cell: ({ role }) => staffRoleLabels[role as keyof typeof staffRoleLabels] },
        { title: 'Status', cell: (member) => <MemberStatus {...member} /> },
        {
          title: 'Action',
          align: 'right',
          cell: (member) => (
            <EndAccessLink path={path} isSelf={member.userId === currentUserId} {...member} />
          ),
        },
      ]}
    />
  );
}

function MemberStatus({ endedAt, hasSecondFactor }: Member) {
  if (endedAt)
    return (
      <>
        Until <Time at={endedAt} />
      </>
    );
  return hasSecondFactor ? (
    <Badge tone="positive" text="Active" />
  ) : (
    <Badge tone="caution" text="No second factor yet" />
  );
}

function EndAccessLink({ path, isSelf, userId, name, endedAt }: Member & { path: string; isSelf: boolean }) {
  if (isSelf) return <span className="text-ink-soft">You</span>;
  if (endedAt) return <span className="text-ink-soft">None</span>;
  return (
    <TextLink to={`${path}?end=${userId}`}>
      Remove from staff<span className="sr-only">: {name}</span>
    </TextLink>
  );
}
