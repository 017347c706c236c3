import type { MemberRole } from '~/merchants/team/members';
import { memberRoleLabels } from '~/merchants/team/role-labels';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';

type Member = {
  userId: string;
  name: string;
  email: string;
  role: MemberRole;
  createdAt: Date | string;
  mayChange: boolean;
};

/** The team's members. Those who manage the team get links to the members they can change. */
export function MemberTable({
  self,
  manages,
  members,
}: {
  self: string;
  manages: boolean;
  members: readonly Member[];
}) {
  const change = {
    title: 'Action',
    align: 'right' as const,
    cell: ({ userId, name, mayChange }: Member) =>
      mayChange ? (
        <TextLink to={`/team/members/${userId}`}>
          Change<span className="sr-only"> {name}</span>
        </TextLink>
      ) : (
        <span className="text-ink-soft">Owners only</span>
      ),
  };
  return (
    <Table
      caption="Members of the team"
      rows={members}
      rowKey={({ userId }) => userId}
      columns={[
        {
          title: 'Name',
          cell: ({ userId, name }) => (
            <>
              {name}
              {userId === self && <span className="text-ink-soft"> (you)</span>}
            </>
          ),
        },
        {
          title: 'Email',
          cell: ({ email }) => <span className="break-all @3xl:inline-block @3xl:min-w-52">{email}</span>,
        },
        { title: 'Role', cell: ({ role }) => memberRoleLabels[role].name },
        { title: 'Joined', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ...(manages ? [change] : []),
      ]}
    />
  );
}
