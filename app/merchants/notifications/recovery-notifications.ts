import type { Database } from '~/platform/db.server';
import { notifyMembers } from './notifications';

/** Tells those who answer for each account a person works for that the second factor is off their login, in the transaction that takes it off. */
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
