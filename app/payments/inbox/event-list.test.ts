import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildAcquirerEvent } from '../../../tests/world/acquirers/acquirer-events';
import { buildConnection } from '../../../tests/world/acquirers/connections';
import { buildPayment } from '../../../tests/world/payments/payments';
import { listAcquirerEvents } from './event-list';

const soon = () => new Date(Date.now() + 3_600_000);

test('all or only unprocessed events of a connection are listed, newest first', async () => {
  const [{ id: connectionId }, { id: other }] = [await buildConnection(), await buildConnection()];
  const unmatched = await buildAcquirerEvent(connectionId, { details: { success: false }, deliveries: 3 });
  const processed = await buildAcquirerEvent(connectionId, { processedAt: new Date() });
  const elsewhere = await buildAcquirerEvent(other);
  const retried = await buildAcquirerEvent(connectionId, { attempts: 2, nextAttemptAt: soon() });
  const list = async (filter: Parameters<typeof listAcquirerEvents>[0]) =>
    (await listAcquirerEvents(filter)).events.map(({ sequence }) => sequence);
  const sequences = [unmatched, processed, elsewhere, retried].map(({ sequence }) => sequence);
  const [first, second, third, fourth] = sequences;
  expect(await list({ connectionId })).toEqual([fourth, second, first]);
  expect(await list({ connectionId, isUnprocessed: true })).toEqual([fourth, first]);
  expect(await list({ limit: 4 })).toEqual([fourth, third, second, first]);
  expect(await list({ limit: 3, isUnprocessed: true })).toEqual([fourth, third, first]);
  expect((await listAcquirerEvents({ connectionId })).events.at(-1)).toEqual({
    ...{ sequence: first, eventId: unmatched.eventId, type: 'charge.dispute.created', about: 'dispute' },
    ...{ subject: 'dp_1', reference: null, details: { success: false }, deliveries: 3, attempts: 16 },
    ...{ occurredAt: unmatched.occurredAt, receivedAt: unmatched.receivedAt },
    ...{ nextAttemptAt: null, processedAt: null, transactionId: null },
    ...{ connectionId, connectionName: 'Second simulator', acquirer: 'simulator', environment: 'test' },
  });
});

test('a long list has pages, with a cursor except at the end', async () => {
  const { id: connectionId } = await buildConnection();
  const built = [];
  for (let i = 0; i < 3; i++) built.unshift((await buildAcquirerEvent(connectionId)).sequence);
  for (const isUnprocessed of [true, false]) {
    const filter = { connectionId, isUnprocessed };
    const first = await listAcquirerEvents({ ...filter, limit: 2 });
    expect([first.events.map(({ sequence }) => sequence), first.before]).toEqual([
      built.slice(0, 2),
      built[1],
    ]);
    const last = await listAcquirerEvents({ ...filter, limit: 2, before: first.before! });
    expect([last.events.map(({ sequence }) => sequence), last.before]).toEqual([built.slice(2), null]);
    expect((await listAcquirerEvents({ ...filter, limit: 3 })).before).toBeNull();
  }
});

test('an event has the transaction of its reference, if the connection is the same', async () => {
  const { id } = await buildPayment(await buildApiClient());
  const { authorizationId, connectionId } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const { id: other } = await buildConnection();
  const find = async (connection: string, reference: string) => {
    await buildAcquirerEvent(connection, { reference });
    return (await listAcquirerEvents({ connectionId: connection, limit: 1 })).events[0]!;
  };
  expect(await find(connectionId, authorizationId)).toMatchObject({
    ...{ reference: authorizationId, transactionId: id },
  });
  expect((await find(other, authorizationId)).transactionId).toBeNull();
  expect((await find(connectionId, createId('op'))).transactionId).toBeNull();
});
