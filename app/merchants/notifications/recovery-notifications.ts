import type { Database } from '~/platform/database/db.server';
import { notifyMembers } from './notifications';

/**
 * Notifies those in charge of a person's accounts that the second factor was removed from their login, in the
 * same transaction.
 */
export async function notifyAccountsOfRecovery(db: Database, userId: string): Promise<void> {
  const { name, email, members } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      name: true,
      email: true,
      members: { orderBy: { accountId: 'asc' }, select: { accountId: true } },
    },
  });
  for (const { accountId } of members)
    await notifyMembers(db, accountId, 'team', 'member-recovered', { name, email }, '/team');
}
