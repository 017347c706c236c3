import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { buildAcquirerEvent } from '../../../tests/world/acquirers/acquirer-events';
import { buildConnection } from '../../../tests/world/acquirers/connections';
import { processAcquirerEvents } from './event-processing';
import { requestEventAttempt } from './event-retry';

const request = (sequence: string) =>
  requestEventAttempt({ sequence, actor: 'staff:usr_1', address: '10.0.0.1' });

test('an unmatched event gets another attempt, which is audited', async () => {
  const { id: connectionId } = await buildConnection();
  const { sequence, eventId } = await buildAcquirerEvent(connectionId);
  const { sequence: retried } = await buildAcquirerEvent(connectionId, {
    ...{ attempts: 2, nextAttemptAt: new Date(Date.now() + 3_600_000) },
  });
  expect(await request(sequence)).toBe('due');
  expect(await request(retried)).toBe('due');
  const read = () =>
    prisma.acquirerEvent.findMany({
      where: { connectionId },
      orderBy: { sequence: 'asc' },
      select: { attempts: true, nextAttemptAt: true, processedAt: true },
    });
  await processAcquirerEvents();
  // The simulator has no events, so this one can't be applied.
  expect(await read()).toEqual([
    { attempts: 17, nextAttemptAt: null, processedAt: null },
    { attempts: 3, nextAttemptAt: expect.any(Date), processedAt: null },
  ]);
  const { entries } = await listAudit({ action: 'acquirer_event_attempt_requested', subject: connectionId });
  expect(entries).toMatchObject([
    { details: { attempts: 2 } },
    { actor: 'staff:usr_1', address: '10.0.0.1', details: { event: eventId, attempts: 16 } },
  ]);
});

test('a processed or unknown event isn’t processed again', async () => {
  const { id: connectionId } = await buildConnection();
  const { sequence } = await buildAcquirerEvent(connectionId, { processedAt: new Date() });
  for (const one of [sequence, '999999999999999999']) expect(await request(one)).toBe('nothing_to_process');
  expect(await prisma.acquirerEvent.findFirst({ where: { connectionId } })).toMatchObject({
    nextAttemptAt: null,
  });
  expect((await listAudit({ subject: connectionId })).entries).toEqual([]);
});
