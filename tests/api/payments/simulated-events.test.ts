import { expect, test, vi } from 'vitest';
import { getAcquirer } from '~/acquirers/registry';
import {
  listSimulatedEvents,
  simulateEvent,
  type SimulatedEvent,
} from '~/payments/operations/simulated-events';
import { compareSlice } from '~/payments/reconciliation/discrepancies';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { expectConsoleError } from '../../setup/errors';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { buildMerchant } from '../../world/merchants';
import { buildPayment, refund, listOperations } from '../../world/payments/payments';

const runSimulatedEvent = (
  { merchant: { accountId, ownerId } }: ApiClient,
  eventType: SimulatedEvent,
  id: string,
) => simulateEvent(eventType, { accountId, id, userId: ownerId });
const listAvailableEvents = ({ merchant: { accountId } }: ApiClient, id: string) =>
  listSimulatedEvents({ accountId, id });
const getTransaction = async (client: ApiClient, id: string) =>
  (await client.get(`/transactions/${id}`)).json;

test('a hold expires and a captured payment settles at once', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  expect(await listAvailableEvents(client, id)).toEqual(['expire', 'delay_acquirer']);
  expect(await runSimulatedEvent(client, 'settle', id)).toBe(false);
  expect(await runSimulatedEvent(client, 'expire', id)).toBe(true);
  expect(await getTransaction(client, id)).toMatchObject({ status: 'EXPIRED' });
  expect(await runSimulatedEvent(client, 'expire', id)).toBe(false);

  const { id: captured } = await buildPayment(client, { operation: 'authcap' });
  expect(await runSimulatedEvent(client, 'settle', captured)).toBe(true);
  expect(await getTransaction(client, captured)).toMatchObject({ status: 'SETTLED' });
  expect(await listAvailableEvents(client, captured)).toEqual(['open_chargeback', 'delay_acquirer']);
});

test.each([
  ['win_chargeback', 'VOIDED', 10_000],
  ['lose_chargeback', 'SETTLED', 0],
] as const)('a chargeback is opened and %s ends it', async (eventType, status, refundable) => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  expect(await runSimulatedEvent(client, 'open_chargeback', id)).toBe(true);
  const { id: chargeback } = await prisma.transaction.findFirstOrThrow({
    where: { parentId: id, type: 'CHARGEBACK' },
  });
  expect(await getTransaction(client, id)).toMatchObject({ amount_disputed: 10_000 });
  expect(await listAvailableEvents(client, id)).toEqual(['settle']);
  expect(await runSimulatedEvent(client, eventType, chargeback)).toBe(true);
  expect(await runSimulatedEvent(client, 'win_chargeback', chargeback)).toBe(false);
  expect(await getTransaction(client, chargeback)).toMatchObject({ status });
  expect((await refund(client, id, 10_000)).status).toBe(refundable ? 200 : 409);
});

test('an accepted refund fails, and can be repeated', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const { json } = await refund(client, id, 4_000);
  expect(await listAvailableEvents(client, json.id)).toEqual(['settle', 'fail_refund']);
  expect(await runSimulatedEvent(client, 'fail_refund', json.id)).toBe(true);
  expect(await getTransaction(client, json.id)).toMatchObject({ status: 'DECLINED' });
  expect((await refund(client, id, 10_000)).json).toMatchObject({ status: 'CAPTURED' });
});

test('the acquirer is delayed, for longer than anyone waits', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const cause = vi.spyOn(getAcquirer('test')!, 'simulateIncident');
  expect(await runSimulatedEvent(client, 'delay_acquirer', id)).toBe(true);
  const [authorization, incident] = cause.mock.calls[0]!;
  cause.mockRestore();
  expect(await prisma.operation.count({ where: { id: authorization, transactionId: id } })).toBe(1);
  expect(incident).toEqual({ kind: 'delay', ms: config.acquirerTimeoutMs + 3_000 });
});

test("an acquirer that can't simulate changes nothing", async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  expectConsoleError();
  const cause = vi.spyOn(getAcquirer('test')!, 'simulateIncident').mockRejectedValueOnce(new Error('down'));
  expect(await runSimulatedEvent(client, 'delay_acquirer', id)).toBe(false);
  cause.mockRestore();
  expect(await prisma.auditEntry.count({ where: { subject: id } })).toBe(0);
});

test("other merchants' transactions and live ones can't be simulated", async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const otherClient = await buildMerchant();
  for (const other of [id, '\0', 'trx_x'])
    expect(await listSimulatedEvents({ accountId: otherClient.accountId, id: other })).toEqual([]);
  expect(
    await simulateEvent('expire', { accountId: otherClient.accountId, id, userId: otherClient.ownerId }),
  ).toBe(false);
  await prisma.transaction.update({ where: { id }, data: { environment: 'live' } });
  expect(await listAvailableEvents(client, id)).toEqual([]);
  expect(await runSimulatedEvent(client, 'expire', id)).toBe(false);
  await prisma.transaction.update({ where: { id }, data: { environment: 'test' } });
  expect(await listOperations(id)).toHaveLength(1);
});

test('the ledgers agree afterward', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await runSimulatedEvent(client, 'open_chargeback', id);
  const { id: chargeback } = await prisma.transaction.findFirstOrThrow({
    where: { parentId: id, type: 'CHARGEBACK' },
  });
  await runSimulatedEvent(client, 'lose_chargeback', chargeback);
  // Only those of this test, because others leave discrepancies on purpose.
  const { discrepancies: discrepancies } = await compareSlice({
    after: '',
    limit: 1_000_000,
    since: new Date(),
  });
  expect(
    discrepancies.filter(({ transaction_id }) => transaction_id === id || transaction_id === chargeback),
  ).toEqual([]);
});
