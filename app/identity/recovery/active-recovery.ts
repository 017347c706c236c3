import { prisma, type Database } from '~/platform/database/db.server';

type FactorRecovery = { startedAt: Date; takesEffectAt: Date };

/** The recovery that runs for a person who has lost second factor and recovery codes; null when there is none. */
export async function findRecovery(userId: string): Promise<FactorRecovery | null> {
  const recovery = await prisma.factorRecovery.findUnique({
    where: { userId },
    select: { createdAt: true, takesEffectAt: true },
  });
  return recovery && { startedAt: recovery.createdAt, takesEffectAt: recovery.takesEffectAt };
}

/**
 * In the caller's transaction: it is over, and so are the links that begin and stop one. Anyone who changes what it says is lost, or the password that it
 * rests on, ends it. @returns whether there was one
 */
export async function endRecovery(db: Database, userId: string): Promise<boolean> {
  await db.emailLink.deleteMany({ where: { userId, purpose: { in: ['recovery', 'recovery_cancel'] } } });
  return (await db.factorRecovery.deleteMany({ where: { userId } })).count > 0;
}
