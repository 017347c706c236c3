import { expect, test, vi } from 'vitest';
import type { AcquirerEvent } from '~/acquirers/acquirer';
import { prisma } from '~/platform/database/db.server';
import { buildConnection } from '../../../tests/world/acquirers/connections';
import { pollAcquirerEvents } from './event-polling';

const minuteMs = 60_000;

async function buildPolledConnection() {
  const { id: connectionId, acquirer } = await buildConnection();
  const listEvents = vi.fn<(since: Date) => Promise<AcquirerEvent[]>>(async () => []);
  Object.assign(acquirer, { listEvents });
  return { connectionId, listEvents, poll: () => pollAcquirerEvents(undefined, { connectionId }) };
}

test('a poll begins a day ago, and the next ones before the last successful one', async () => {
  const { connectionId, listEvents, poll } = await buildPolledConnection();
  await poll();
  const readUntil = new Date(Date.now() - 100 * minuteMs);
  await prisma.acquirerEventPoll.update({ where: { connectionId }, data: { readUntil } });
  listEvents.mockRejectedValueOnce(new Error('no answer'));
  await expect(poll()).rejects.toThrow('no answer');
  await poll();
  await poll();
  const agesInMinutes = listEvents.mock.calls.map(([since]) =>
    Math.round((Date.now() - since.getTime()) / minuteMs),
  );
  expect(agesInMinutes).toEqual([24 * 60, 115, 115, 15]);
});

test('only the named connection is polled, if its acquirer lists events', async () => {
  const { listEvents } = await buildPolledConnection();
  const { id: connectionId } = await buildConnection();
  await pollAcquirerEvents(undefined, { connectionId });
  expect(listEvents).not.toHaveBeenCalled();
  expect(await prisma.acquirerEventPoll.findUnique({ where: { connectionId } })).toBeNull();
});
