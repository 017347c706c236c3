import { prisma } from '~/platform/db.server';

const everything = [
  'transactions_view',
  'transactions_change',
  'disputes_answer',
  'developer_view',
  'credentials_manage',
  'webhooks_manage',
  'checkout_manage',
  'settings_manage',
  'account_manage',
  'members_manage',
  'audit_view',
] as const;

/** What a role may do. What is not named here is not allowed (threat T25). That only an owner touches owners is a rule of the team. */
const permissions = {
  owner: everything,
  admin: everything,
  developer: ['transactions_view', 'developer_view', 'credentials_manage', 'webhooks_manage', 'checkout_manage'],
  finance: ['transactions_view', 'transactions_change', 'disputes_answer'],
  viewer: ['transactions_view', 'developer_view'],
} as const satisfies Record<string, readonly string[]>;

export type Role = keyof typeof permissions;
export type Permission = (typeof permissions)[Role][number];

export type Membership = { role: Role; account: { id: string; name: string; timeZone: string; mode: 'test' | 'live'; status: 'active' | 'suspended' } };

/** The account this person works for: the first one they joined. */
export async function findMembership(userId: string): Promise<Membership | null> {
  const member = await prisma.member.findFirst({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { accountId: 'asc' }],
    select: { role: true, account: { select: { id: true, name: true, timeZone: true, mode: true, status: true } } },
  });
  return member && isRole(member.role) ? { role: member.role, account: member.account as Membership['account'] } : null;
}

/** Whether an e-mail address is that of somebody who works for the account. */
export async function worksFor({ accountId, email }: { accountId: string; email: string }): Promise<boolean> {
  return (await prisma.member.count({ where: { accountId, user: { email: email.toLowerCase() } } })) > 0;
}

export function mayDo(role: Role, permission: Permission): boolean {
  return (permissions[role] as readonly Permission[]).includes(permission);
}

export function rolesThatMay(permission: Permission): Role[] {
  return (Object.keys(permissions) as Role[]).filter((role) => mayDo(role, permission));
}

function isRole(role: string): role is Role {
  return Object.hasOwn(permissions, role);
}
