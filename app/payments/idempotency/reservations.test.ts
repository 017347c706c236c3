import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { loseAnswerOnce } from '../../../tests/world/acquirers/acquirer';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildPayment } from '../../../tests/world/payments/payments';
import { takeOverLease } from './reservations';

test('an operation with an unknown outcome is leased to one request at a time', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  loseAnswerOnce('capture');
  await client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'c' });
  const { id: operationId } = await prisma.operation.findFirstOrThrow({
    where: { transactionId: id, type: 'capture' },
  });

  const leases = await Promise.all([1, 2, 3].map(() => takeOverLease({ operationId, leaseMs: 60_000 })));
  expect(leases.map((rows) => rows.length).sort()).toEqual([0, 0, 1]);
  expect(leases.flat()).toMatchObject([{ operation_id: operationId, inquiries: 0 }]);
  expect(await takeOverLease({ operationId, leaseMs: 60_000 })).toEqual([]);

  await prisma.operation.update({ where: { id: operationId }, data: { inquireAt: new Date(0) } });
  expect(await takeOverLease({ operationId, leaseMs: 60_000 })).toHaveLength(1);
});
