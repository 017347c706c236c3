import { config } from '~/platform/config/config.server';
import { databaseNow, prisma } from '~/platform/database/db.server';
import {
  hasEventList,
  listAccountReaders,
  readFromEach,
  type EventListConnection,
} from '~/payments/connections/connections';
import { storeAcquirerEvents } from './acquirer-events';

/** An acquirer may list an event later than it happened. */
const overlapMs = 15 * 60_000;
/** The first poll of an account. */
const firstPollMs = 24 * 60 * 60_000;

/**
 * Reads the events of every account whose acquirer lists them, to find those whose webhooks were lost. Called by a timer. An
 * acquirer that doesn't answer doesn't block the others.
 * @throws the first acquirer's error, after all were read
 */
export async function pollAcquirerEvents(
  stopping?: AbortSignal,
  only?: { connectionId: string },
): Promise<void> {
  const connections = await listAccountReaders(hasEventList);
  const failures = await readFromEach(connections, pollConnection, { stopping, only });
  if (failures.length) throw failures[0];
}

async function pollConnection({ id: connectionId, acquirer, account }: EventListConnection): Promise<void> {
  // A connection that replaces another one continues where that one stopped.
  const poll = await prisma.acquirerEventPoll.findFirst({
    where: { connectionId: { in: account.connectionIds } },
    orderBy: { readUntil: 'desc' },
  });
  const readUntil = await databaseNow(prisma);
  const since = poll
    ? new Date(poll.readUntil.getTime() - overlapMs)
    : new Date(readUntil.getTime() - firstPollMs);
  const events = await acquirer.listEvents(since, AbortSignal.timeout(10 * config.acquirerTimeoutMs));
  await storeAcquirerEvents(connectionId, events);
  await prisma.acquirerEventPoll.upsert({
    where: { connectionId },
    create: { connectionId, readUntil },
    update: { readUntil },
  });
}
