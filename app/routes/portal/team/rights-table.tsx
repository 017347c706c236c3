import { Check, Minus } from 'lucide-react';
import type { MemberPermission, MemberRole } from '~/merchants/team/members';
import { memberPermissionLabels, memberRoleLabels } from '~/merchants/team/role-labels';
import { Table } from '~/ui/content/table';

type Right = { permission: MemberPermission; memberRoles: readonly MemberRole[] };

const right = { title: 'Permission', cell: ({ permission }: Right) => memberPermissionLabels[permission] };
const marks = (Object.keys(memberRoleLabels) as MemberRole[]).map((role) => ({
  title: memberRoleLabels[role].name,
  cell: ({ memberRoles }: Right) => <Mark has={memberRoles.includes(role)} />,
}));

/** Which role has which permission, from the same list that the guards use. */
export function RightsTable({ rights }: { rights: readonly Right[] }) {
  return (
    <div className="@container">
      <div className="hidden @3xl:block">
        <Table
          caption="Permissions by role"
          rows={rights}
          rowKey={({ permission }) => permission}
          columns={[right, ...marks]}
        />
      </div>
      {/* Five columns of checkmarks don't fit on a phone. */}
      <details className="@3xl:hidden">
        <summary className="inline-flex min-h-11 items-center font-medium">Permissions by role</summary>
        <Table
          caption="Permissions by role"
          rows={rights}
          rowKey={({ permission }) => permission}
          columns={[
            right,
            {
              title: 'Roles',
              cell: ({ memberRoles }) => memberRoles.map((role) => memberRoleLabels[role].name).join(', '),
            },
          ]}
        />
      </details>
      <p className="mt-4 text-sm text-ink-soft">
        Only owners can add, change, or remove owners. An account always has at least one owner.
      </p>
    </div>
  );
}

function Mark({ has }: { has: boolean }) {
  const Icon = has ? Check : Minus;
  return (
    <>
      <Icon size={18} aria-hidden="true" className={has ? 'inline text-positive' : 'inline text-ink-soft'} />
      <span className="sr-only">{has ? 'Yes' : 'No'}</span>
    </>
  );
}
