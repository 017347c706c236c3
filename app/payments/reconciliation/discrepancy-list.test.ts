import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildConnection } from '../../../tests/world/acquirers/connections';
import { buildPayment } from '../../../tests/world/payments/payments';
import { findDiscrepancy, listDiscrepancies } from './discrepancy-list';

const difference = { environment: 'test', kind: 'amount_differs', expected: '1', found: '2' };
const build = async (changes: object = {}) =>
  String(
    (await prisma.discrepancy.create({ data: { ...difference, subject: createId('op'), ...changes } })).id,
  );

test('all or only open discrepancies are listed with their connections, newest first', async () => {
  const { id: transactionId } = await buildPayment(await buildApiClient());
  const { id: connectionId } = await buildConnection();
  const resolvedAt = new Date();
  const ofPayment = await build({ transactionId, kind: 'failed_after_success' });
  const resolved = await build({
    ...{ transactionId, kind: 'failed_after_success', resolvedAt, resolution: 'Nothing to do.' },
  });
  const ofPayout = await build({ connectionId });
  const ofNothing = await build({ transactionId: createId('trx') });
  const [all, open] = [await listDiscrepancies({ limit: 4 }), await listDiscrepancies({ isOpen: true })];
  const common = { ...difference, subject: expect.any(String), foundAt: expect.any(Date), resolution: null };
  const simulator = { id: 'con_simulator_test', name: expect.any(String), acquirer: 'simulator' };
  const [first, second, third, fourth] = [
    {
      ...{ ...common, id: ofPayment, kind: 'failed_after_success', transactionId, connection: simulator },
      ...{ resolvedAt: null, needsDecision: true },
    },
    {
      ...{ ...common, id: resolved, kind: 'failed_after_success', transactionId, connection: simulator },
      ...{ resolvedAt, resolution: 'Nothing to do.', needsDecision: false },
    },
    {
      ...{ ...common, id: ofPayout, transactionId: null, resolvedAt: null, needsDecision: false },
      connection: { id: connectionId, name: 'Second simulator', acquirer: 'simulator' },
    },
    {
      ...{ ...common, id: ofNothing, transactionId: null, connection: null },
      ...{ resolvedAt: null, needsDecision: false },
    },
  ];
  expect(all.discrepancies).toEqual([fourth, third, second, first]);
  expect(open.discrepancies.slice(0, 3)).toEqual([fourth, third, first]);
  expect(await findDiscrepancy(ofPayment)).toEqual(first);
  expect(await findDiscrepancy('999999999999999999')).toBeNull();
});

test('a long list has pages, with a cursor except at the end', async () => {
  const built = [];
  for (let i = 0; i < 3; i++) built.unshift(await build());
  const { discrepancies, before } = await listDiscrepancies({ isOpen: true, limit: 2 });
  expect([discrepancies.map(({ id }) => id), before]).toEqual([built.slice(0, 2), built[1]]);
  const next = await listDiscrepancies({ isOpen: true, limit: 1, before: before! });
  expect(next.discrepancies.map(({ id }) => id)).toEqual(built.slice(2));
  const { discrepancies: all } = await listDiscrepancies({ limit: 100_000 });
  expect((await listDiscrepancies({ limit: all.length })).before).toBeNull();
});
