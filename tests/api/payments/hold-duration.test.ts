import { expect, test } from 'vitest';
import { expireHolds } from '~/payments/operations/hold-expiry';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../world/api-client';
import { buildPayment, cards, paymentBody } from '../../world/payments/payments';

const getHoldDays = (payment: { capture_before?: string; created_at: string }) =>
  (Date.parse(payment.capture_before!) - Date.parse(payment.created_at)) / 86_400_000;

test("a hold lasts as long as the account's setting, which may differ by card brand", async () => {
  const client = await buildApiClient();
  await prisma.account.update({
    where: { id: client.merchant.accountId },
    data: { holdDays: 10, brandHoldDays: { mastercard: 3 } },
  });
  expect(getHoldDays(await buildPayment(client))).toBe(10);
  const mastercard = await buildPayment(client, { pan: '5555555555554444' });
  expect(getHoldDays(mastercard)).toBe(3);
  expect(getHoldDays((await client.get(`/transactions/${mastercard.id}`)).json)).toBe(3);
  expect(await buildPayment(client, { operation: 'authcap' })).not.toHaveProperty('capture_before');
});

test('another account keeps its seven days, and an existing payment keeps its expiry', async () => {
  const [client, other] = [await buildApiClient(), await buildApiClient()];
  const before = await buildPayment(client);
  await prisma.account.update({ where: { id: client.merchant.accountId }, data: { holdDays: 1 } });
  expect(getHoldDays(await buildPayment(other))).toBe(7);
  expect((await client.get(`/transactions/${before.id}`)).json.capture_before).toBe(before.capture_before);
});

test('a hold whose outcome was learned late started with the request, like the one at the acquirer', async () => {
  const client = await buildApiClient();
  await prisma.account.update({ where: { id: client.merchant.accountId }, data: { holdDays: 2 } });
  const { json } = await client.post('/transactions', paymentBody({ pan: cards.unknownThenApproved }));
  await prisma.operation.updateMany({
    where: { transactionId: json.transaction_id },
    data: { inquireAt: new Date(0) },
  });
  await prisma.$executeRaw`update transactions set created_at = created_at - interval '31 hours' where id = ${json.transaction_id}`;
  await resolveUnknownOutcomes();
  const settled = (await client.get(`/transactions/${json.transaction_id}`)).json;
  expect({ status: settled.status, holdDays: getHoldDays(settled) }).toEqual({
    status: 'AUTHORIZED',
    holdDays: 2,
  });
});

test('a short hold expires after its days', async () => {
  const client = await buildApiClient();
  await prisma.account.update({ where: { id: client.merchant.accountId }, data: { holdDays: 1 } });
  const { id } = await buildPayment(client);
  // A day later.
  await prisma.$executeRaw`update transactions set capture_before = capture_before - interval '1 day 1 second' where id = ${id}`;
  await expireHolds({ transactionId: id });
  expect((await client.get(`/transactions/${id}`)).json.status).toBe('EXPIRED');
});
