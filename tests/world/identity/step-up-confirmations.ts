import { prisma } from '~/platform/db.server';

/** Lets the time be over in which a person is not asked again to confirm that it is them; their sessions stand. */
export async function expireStepUpConfirmation(userId: string): Promise<void> {
  await prisma.$executeRaw`update sessions set confirmed_at = confirmed_at - interval '10 minutes' where user_id = ${userId}`;
}
