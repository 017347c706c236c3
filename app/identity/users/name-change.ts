import type { AuditActor } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { recordUserAudit } from './user-audit';

/** Changes a person's name, which is validated by {@link personName}. The same name isn't a change. */
export async function changeUserName({
  userId,
  actor,
  address,
  name,
}: {
  userId: string;
  actor: AuditActor;
  address?: string;
  name: string;
}): Promise<void> {
  await prisma.$transaction(async (db) => {
    const [user] = await db.$queryRaw<
      { name: string }[]
    >`select name from users where id = ${userId} for no key update`;
    if (!user || user.name === name) return;
    await db.user.update({ where: { id: userId }, data: { name } });
    await recordUserAudit(db, {
      userId,
      actor,
      action: 'name_changed',
      before: { name: user.name },
      after: { name },
      address,
    });
  });
}
