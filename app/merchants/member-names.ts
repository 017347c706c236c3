import { prisma } from '~/platform/db.server';

/** The names of those of these people who work for the account, by their id. */
export async function memberNames(accountId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  if (!userIds.length) return new Map();
  const members = await prisma.member.findMany({ where: { accountId, userId: { in: [...new Set(userIds)] } }, select: { userId: true, user: { select: { name: true } } } });
  return new Map(members.map(({ userId, user }) => [userId, user.name]));
}
