import { expect, test, vi } from 'vitest';
import type { AcquirerEvent, EventEffect } from '~/acquirers/acquirer';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildAcquirerEvent } from '../../../tests/world/acquirers/acquirer-events';
import { disconnectAcquirers } from '../../../tests/world/acquirers/acquirer';
import { buildConnection } from '../../../tests/world/acquirers/connections';
import { buildPayment, cards } from '../../../tests/world/payments/payments';
import { processAcquirerEvents } from './event-processing';

const due = { attempts: 0, nextAttemptAt: new Date(0) };

/** A connection to a simulator whose events mean nothing, unless a test intervenes. */
async function buildEventSource(accountId?: string) {
  const { id: connectionId, acquirer } = await buildConnection(accountId);
  const readEvent = vi.fn<(event: AcquirerEvent) => Promise<EventEffect[]>>(async () => []);
  Object.assign(acquirer, { readEvent });
  const announce = (changes: Parameters<typeof buildAcquirerEvent>[1] = {}) =>
    buildAcquirerEvent(connectionId, { ...due, ...changes });
  const read = () =>
    prisma.acquirerEvent.findMany({
      where: { connectionId },
      orderBy: { sequence: 'asc' },
      select: { attempts: true, nextAttemptAt: true, processedAt: true },
    });
  const listRead = () => readEvent.mock.calls.map(([{ subject }]) => subject);
  return { connectionId, readEvent, announce, read, listRead };
}

const processed = { attempts: 1, nextAttemptAt: null, processedAt: expect.any(Date) };
const retried = { attempts: 1, nextAttemptAt: expect.any(Date), processedAt: null };

test('events are processed in the order of their arrival, and one that fails is processed again', async () => {
  const { connectionId, readEvent, announce, read, listRead } = await buildEventSource();
  const subjects = Array.from({ length: 30 }, (_, place) => `dp_${place}`);
  const events = [];
  for (const subject of subjects)
    events.push(await announce({ subject, reference: subject === 'dp_1' ? 'op_1' : null }));
  // Where a row is stored doesn't decide.
  for (const { eventId } of events.toReversed())
    await prisma.acquirerEvent.updateMany({ where: { connectionId, eventId }, data: { deliveries: 2 } });
  readEvent.mockImplementation(async ({ subject }) => {
    if (subject === 'dp_0' || subject === 'dp_1') throw new Error('no answer');
    return [];
  });
  const message = 'processing an acquirer’s event';
  const rows = events.map(({ eventId }) => `acquirer_events ${connectionId} ${eventId}`);
  expectConsoleError(
    { message, error: 'no answer', fields: { row: rows[0] } },
    { message, error: 'no answer', fields: { row: rows[1], operationId: 'op_1' } },
  );
  await processAcquirerEvents();
  expect(listRead()).toEqual(subjects);
  expect(await read()).toEqual([retried, retried, ...Array<unknown>(28).fill(processed)]);
});

test('a stopping process begins no other event', async () => {
  const { readEvent, announce, read } = await buildEventSource();
  for (let count = 0; count < 2; count++) await announce();
  const stopping = new AbortController();
  readEvent.mockImplementation(async () => {
    stopping.abort();
    return [];
  });
  await processAcquirerEvents(stopping.signal);
  expect(await read()).toEqual([processed, retried]);
});

test('only an event that repeats the answer to an authorization is known without a request', async () => {
  const client = await buildApiClient();
  const [own, other] = [await buildEventSource(client.merchant.accountId), await buildEventSource()];
  const pay = async (pan: string) => {
    const { id } = await buildPayment(client, { pan });
    const { authorizationId } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
    return authorizationId;
  };
  const reference = await pay(cards.approved);
  const about = 'authorization';
  await own.announce({ about, reference, subject: 'known' });
  await own.announce({ about: 'capture', reference, subject: 'capture' });
  await own.announce({ about, reference: null, subject: 'no reference' });
  await own.announce({ about, reference, details: { success: true }, subject: 'details' });
  await own.announce({ about, reference: await pay(cards.declined), subject: 'declined' });
  await other.announce({ about, reference, subject: 'elsewhere' });
  await processAcquirerEvents();
  expect(own.listRead()).toEqual(['capture', 'no reference', 'details', 'declined']);
  expect(other.listRead()).toEqual(['elsewhere']);
  expect(await own.read()).toEqual(Array<unknown>(5).fill(processed));
});

test('after the last attempt, an event that belongs to nothing is logged for staff', async () => {
  const { connectionId, readEvent, announce, read } = await buildEventSource();
  const reference = 'op_unknown';
  readEvent.mockResolvedValue([
    { kind: 'result', reference, outcome: { kind: 'declined', code: 'lost_card' } },
  ]);
  await announce({ attempts: 14 });
  const { eventId } = await announce({ attempts: 15 });
  await processAcquirerEvents();
  const row = `acquirer_events ${connectionId} ${eventId}`;
  expectConsoleError({
    message: 'an acquirer’s event belongs to none of our payments',
    error: 'needs manual review',
    fields: { row },
  });
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(await read()).toEqual([
    { ...retried, attempts: 15 },
    { ...retried, attempts: 16, nextAttemptAt: null },
  ]);
});

test('an event whose connection can’t be used now is processed later', async () => {
  const { announce, read, readEvent } = await buildEventSource();
  await announce();
  const reconnect = disconnectAcquirers();
  await processAcquirerEvents();
  reconnect();
  expect(await read()).toEqual([retried]);
  expect(readEvent).not.toHaveBeenCalled();
});

test('a payout, which may have a report, takes longer to read than other events', async () => {
  const { announce } = await buildEventSource();
  await announce({ about: 'dispute' });
  await announce({ about: 'payout' });
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await processAcquirerEvents();
  expect(timeout.mock.calls).toEqual([[config.acquirerTimeoutMs], [60_000]]);
  timeout.mockRestore();
});
