import { endSupportSession } from '~/merchants/support-sessions/support-session-end';
import {
  startSupportSession,
  findSupportSession,
  switchSupportSessionEnvironment,
} from '~/merchants/support-sessions/support-sessions';
import { prisma } from '~/platform/database/db.server';
import { digest, randomToken } from '~/platform/secrets/secrets.server';

const address = '192.0.2.44';

/** A past support session, about an emailed question. */
export async function seedSupportSession({ accountId }: { accountId: string }): Promise<void> {
  const { userId, user } = await prisma.staffMember.findFirstOrThrow({
    where: { role: 'support' },
    select: { userId: true, user: { select: { name: true } } },
  });
  const sessionId = digest(randomToken());
  const until = new Date(Date.now() + 3_600_000);
  await prisma.session.create({
    data: { id: sessionId, userId, area: 'staff', expiresAt: until, endsAt: until, userAgent: '', address },
  });
  const supportSession = await startSupportSession({
    staff: { id: userId, name: user.name },
    sessionId,
    accountId,
    reason: 'You wrote that a refund is missing in the list. I want to see what you see.',
    caseReference: 'T-2041',
    minutes: 15,
    address,
  });
  if (typeof supportSession === 'string') throw new Error(supportSession);
  await switchSupportSessionEnvironment({ sessionId, environment: 'live' });
  for (const path of ['/', '/transactions', '/transactions?status', '/chargebacks'])
    await findSupportSession({ id: supportSession.id, sessionId, page: { path, address } });
  await endSupportSession({ sessionId, endReason: 'manual', address });
  await prisma.session.delete({ where: { id: sessionId } });
}
