import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { prisma } from '~/platform/database/db.server';

type EventState = Partial<{
  type: string;
  about: string;
  subject: string;
  reference: string | null;
  details: Record<string, string | number | boolean>;
  deliveries: number;
  attempts: number;
  nextAttemptAt: Date | null;
  processedAt: Date | null;
}>;

/** An acquirer event after its last attempt, which jobs don't process. Deleted at the end of the test. */
export async function buildAcquirerEvent(connectionId: string, changes: EventState = {}) {
  const key = { connectionId, eventId: `evt-${randomUUID()}` };
  const { sequence, ...event } = await prisma.acquirerEvent.create({
    data: {
      ...{ ...key, type: 'charge.dispute.created', about: 'dispute', subject: 'dp_1' },
      ...{ occurredAt: new Date(Date.now() - 60_000), attempts: 16, nextAttemptAt: null },
      ...changes,
    },
  });
  onTestFinished(async () => {
    await prisma.acquirerEvent.deleteMany({ where: key });
  });
  return { ...event, sequence: String(sequence) };
}
