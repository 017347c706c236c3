import { prisma, type Database } from '~/platform/database/db.server';

type FactorRecovery = { startedAt: Date; takesEffectAt: Date };

/**
 * The running recovery of a person who has lost their second factor and recovery codes. Null when there is
 * none.
 */
export async function findRecovery(userId: string): Promise<FactorRecovery | null> {
  const recovery = await prisma.factorRecovery.findUnique({
    where: { userId },
    select: { createdAt: true, takesEffectAt: true },
  });
  return recovery && { startedAt: recovery.createdAt, takesEffectAt: recovery.takesEffectAt };
}

/**
 * Ends a recovery and its links in the caller's transaction. A change of the second factor or password ends
 * it.
 * @returns whether there was one
 */
export async function endRecovery(db: Database, userId: string): Promise<boolean> {
  await db.emailLink.deleteMany({ where: { userId, purpose: { in: ['recovery', 'recovery_cancel'] } } });
  return (await db.factorRecovery.deleteMany({ where: { userId } })).count > 0;
}
