import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildAcquirerEvent } from '../../../tests/world/acquirers/acquirer-events';
import { buildConnection } from '../../../tests/world/acquirers/connections';
import { deleteOldAcquirerEvents } from './acquirer-events';

test('processed events are deleted after 90 days', async () => {
  const { id: connectionId } = await buildConnection();
  const build = async (days: number, processedAt: Date | null) => {
    const { eventId } = await buildAcquirerEvent(connectionId, { processedAt });
    const receivedAt = new Date(Date.now() - days * 86_400_000);
    await prisma.acquirerEvent.update({
      where: { connectionId_eventId: { connectionId, eventId } },
      data: { receivedAt },
    });
    return eventId;
  };
  await build(90.1, new Date());
  const kept = [await build(89.9, new Date()), await build(90.1, null)];
  await deleteOldAcquirerEvents();
  const events = await prisma.acquirerEvent.findMany({
    where: { connectionId },
    orderBy: { sequence: 'asc' },
  });
  expect(events.map(({ eventId }) => eventId)).toEqual(kept);
});
