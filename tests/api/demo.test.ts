import { expect, test, vi } from 'vitest';
import { prisma } from '~/platform/db.server';
import { log } from '~/platform/log';
import { demoCredentials, seedDemo } from '../../prisma/seed';
import { acquirer, unknown } from '../world/acquirer';

test('an acquirer that does not answer leaves the demo world smaller, and does not stop the start', async () => {
  const genuine = acquirer.authorize;
  const asked = vi.spyOn(acquirer, 'authorize').mockImplementationOnce(genuine).mockResolvedValueOnce(unknown);
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
  await seedDemo();
  expect(warned.mock.calls).toEqual([[expect.stringContaining('fewer payments'), { cause: 'order-1002' }]]);
  asked.mockRestore();
  warned.mockRestore();
  const { clientId } = (await demoCredentials())!;
  const payments = await prisma.transaction.findMany({ where: { accountId: clientId }, orderBy: { id: 'asc' } });
  expect(payments.map(({ externalId, status }) => [externalId, status])).toEqual([['order-1001', 'CAPTURED'], ['order-1002', 'PENDING']]);
});
