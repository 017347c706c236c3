import { prisma, type Database } from '~/platform/database/db.server';

/**
 * The names of people by ID. With an account, only its members, so that former ones have none. The caller
 * decides what to show for missing names.
 */
export async function findUserNames(
  userIds: readonly (string | null | undefined)[],
  { accountId, db = prisma }: { accountId?: string; db?: Database } = {},
): Promise<Map<string, string>> {
  const ids = [...new Set(userIds)].filter((id) => typeof id === 'string');
  if (!ids.length) return new Map();
  const users = await db.user.findMany({
    where: { id: { in: ids }, ...(accountId && { members: { some: { accountId } } }) },
    select: { id: true, name: true },
  });
  return new Map(users.map(({ id, name }) => [id, name]));
}

/** The name of a staff member for other staff, as long as the staff member has a user. */
export function toColleagueName(names: ReadonlyMap<string, string>, userId: string): string {
  return names.get(userId) ?? 'A former colleague';
}
