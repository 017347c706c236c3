import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildPayment } from '../../../tests/world/payments/payments';
import { buildEndpoint, dropWaitingDeliveries } from '../../../tests/world/webhooks';
import { fanOutEvents } from './fan-out';

const url = 'http://localhost:1/';

test.each([
  ['an endpoint', true, {}],
  ['a disabled endpoint', true, { status: 'disabled', disabledReason: 'manual', disabledAt: new Date() }],
  ['a deleted endpoint', false, { deletedAt: new Date() }],
  ['an endpoint in live', false, { environment: 'live' }],
])('an event of a merchant with %s waits: %s', async (_, isWaiting, changes) => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { id } = await buildEndpoint(url, { merchant: client.merchant });
  await prisma.webhookEndpoint.update({ where: { id }, data: changes as object });
  // Another merchant's endpoint doesn't count.
  await buildEndpoint(url);
  await buildPayment(client);
  const findEvent = () => prisma.webhookEvent.findFirstOrThrow({ where: { accountId } });
  expect((await findEvent()).fannedOutAt === null).toBe(isWaiting);
  while ((await fanOutEvents()).events);
  expect((await findEvent()).fannedOutAt).not.toBeNull();
  expect(await prisma.webhookDelivery.count({ where: { accountId } })).toBe(isWaiting ? 1 : 0);
  await dropWaitingDeliveries();
});
