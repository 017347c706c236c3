import { batchByKey } from '~/platform/concurrency/batching';
import { prisma, type Database } from '~/platform/database/db.server';
import { defineStatement } from '~/platform/database/statement.server';

const allPermissions = [
  'transactions_view',
  'transactions_change',
  'disputes_answer',
  'developer_view',
  'events_simulate',
  'credentials_manage',
  'webhooks_manage',
  'checkout_manage',
  'settings_manage',
  'account_manage',
  'members_manage',
  'audit_view',
] as const;

/**
 * The permissions of each role. Everything else is forbidden (threat T25). That only owners manage owners is
 * a separate rule.
 */
const permissionsByRole = {
  owner: allPermissions,
  admin: allPermissions,
  developer: [
    'transactions_view',
    'developer_view',
    'events_simulate',
    'credentials_manage',
    'webhooks_manage',
    'checkout_manage',
  ],
  finance: ['transactions_view', 'transactions_change', 'disputes_answer', 'events_simulate'],
  viewer: ['transactions_view', 'developer_view'],
} as const satisfies Record<string, readonly string[]>;

export type MemberRole = keyof typeof permissionsByRole;
export type MemberPermission = (typeof permissionsByRole)[MemberRole][number];

export const memberRoles = Object.keys(permissionsByRole) as [MemberRole, ...MemberRole[]];

export type Membership = {
  role: MemberRole;
  account: MemberAccount;
  /** Whether the person also belongs to other accounts. */ hasOtherAccounts: boolean;
};
export type MemberAccount = {
  id: string;
  name: string;
  timeZone: string;
  mode: 'test' | 'live';
  status: 'active' | 'suspended';
};

// Every page runs it, so it's prepared once per connection.
const findMember = defineStatement<
  { userId: string; accountId: string | null },
  MemberAccount & { role: string; accounts: number }
>(
  'find-member',
  `select m.role, a.id, a.name, a.time_zone as "timeZone", a.mode, a.status, (select count(*)::int from members o where o.user_id = :userId) as accounts
  from members m join accounts a on a.id = m.account_id
  where m.user_id = :userId and (:accountId::text is null or m.account_id = :accountId)
  order by m.created_at, m.account_id limit 1`,
);

// Each loader of a page reads separately. IDs contain no spaces.
const findMemberBatched = batchByKey((key) =>
  findMember({ userId: key.split(' ', 1)[0]!, accountId: key.slice(key.indexOf(' ') + 1) || null }),
);

/**
 * The person's current account: the requested one, or the first they joined. Null when they don't belong to
 * it, or to any.
 */
export async function findMembership(userId: string, accountId?: string | null): Promise<Membership | null> {
  const [member] = await findMemberBatched(`${userId} ${accountId ?? ''}`);
  if (!member || !isMemberRole(member.role)) return null;
  const { role, accounts, ...account } = member;
  return { role, account, hasOtherAccounts: accounts > 1 };
}

/** All accounts of a person, earliest joined first. */
export async function listMemberships(
  userId: string,
): Promise<{ id: string; name: string; role: MemberRole }[]> {
  const members = await prisma.member.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { accountId: 'asc' }],
    take: 200,
    select: { role: true, account: { select: { id: true, name: true } } },
  });
  return members.flatMap(({ role, account }) => (isMemberRole(role) ? [{ ...account, role }] : []));
}

/** Whether an email address belongs to a member of the account. */
export async function isMemberEmail(
  { accountId, email }: { accountId: string; email: string },
  db: Database = prisma,
): Promise<boolean> {
  return (await db.member.count({ where: { accountId, user: { email: email.toLowerCase() } } })) > 0;
}

export function hasPermission(role: MemberRole, permission: MemberPermission): boolean {
  return listRolePermissions(role).includes(permission);
}

export function listRolePermissions(role: MemberRole): readonly MemberPermission[] {
  return permissionsByRole[role];
}

export function listRolesWithPermission(permission: MemberPermission): MemberRole[] {
  return memberRoles.filter((role) => hasPermission(role, permission));
}

/** Every permission with the roles that include it, for display. */
export function listPermissionsWithRoles(): { permission: MemberPermission; memberRoles: MemberRole[] }[] {
  return allPermissions.map((permission) => ({
    permission,
    memberRoles: listRolesWithPermission(permission),
  }));
}

/** Whether a person can assign or remove this role, or change its holder: only owners can for owners. */
export function canManageRole(actor: MemberRole, role: MemberRole): boolean {
  return hasPermission(actor, 'members_manage') && (role !== 'owner' || actor === 'owner');
}

/** Whether a role can change permissions. Assigning it requires a step-up confirmation. */
export function canManageTeam(role: MemberRole): boolean {
  return hasPermission(role, 'members_manage');
}

export function isMemberRole(role: unknown): role is MemberRole {
  return typeof role === 'string' && Object.hasOwn(permissionsByRole, role);
}
