import { endLook } from '~/merchants/look-endings';
import { beginLook, findLook, switchLook } from '~/merchants/looks';
import { prisma } from '~/platform/db.server';
import { digest, randomToken } from '~/platform/secrets.server';

const address = '192.0.2.44';

/** The support has looked through the merchant's eyes once, about a question that came by mail. */
export async function seedLook({ accountId }: { accountId: string }): Promise<void> {
  const { userId, user } = await prisma.staffMember.findFirstOrThrow({
    where: { role: 'support' },
    select: { userId: true, user: { select: { name: true } } },
  });
  const sessionId = digest(randomToken());
  const until = new Date(Date.now() + 3_600_000);
  await prisma.session.create({
    data: { id: sessionId, userId, area: 'staff', expiresAt: until, endsAt: until, userAgent: '', address },
  });
  const look = await beginLook({
    staff: { id: userId, name: user.name },
    sessionId,
    accountId,
    reason: 'You wrote that a refund is missing in the list. I want to see what you see.',
    caseReference: 'T-2041',
    minutes: 15,
    address,
  });
  if (typeof look === 'string') throw new Error(look);
  await switchLook({ sessionId, environment: 'live' });
  for (const path of ['/', '/transactions', '/transactions?status', '/chargebacks'])
    await findLook({ id: look.id, sessionId, page: { path, address } });
  await endLook({ sessionId, by: 'by_hand', address });
  await prisma.session.delete({ where: { id: sessionId } });
}
