import { prisma } from '~/platform/database/db.server';

/** Expires a person's step-up confirmations. Their sessions stay. */
export async function expireStepUpConfirmation(userId: string): Promise<void> {
  await prisma.$executeRaw`update sessions set confirmed_at = confirmed_at - interval '10 minutes' where user_id = ${userId}`;
}
