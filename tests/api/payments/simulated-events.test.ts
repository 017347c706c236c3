import { expect, test, vi } from 'vitest';
import { getSimulator } from '~/acquirers/registry';
import * as holdExpiry from '~/payments/operations/hold-expiry';
import * as systemOperations from '~/payments/operations/system-operations';
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
import { declinedOutcome, mockAnswerOnce, unknownOutcome } from '../../world/acquirers/acquirer';
import { buildPayment, refund, listOperations, sendCaptureOrVoid } from '../../world/payments/payments';
import { overwriteTransaction } from '../../world/payments/overwrite';

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
  expect(await listAvailableEvents(client, chargeback)).toEqual(['win_chargeback', 'lose_chargeback']);
  expect(await runSimulatedEvent(client, eventType, chargeback)).toBe(true);
  expect(await listAvailableEvents(client, chargeback)).toEqual([]);
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

test('a settled refund can still fail, and one without success has no events', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const { json: settled } = await refund(client, id, 1_000);
  expect(await runSimulatedEvent(client, 'settle', settled.id)).toBe(true);
  mockAnswerOnce('refund', declinedOutcome);
  const { json: declined } = await refund(client, id, 1_000);
  mockAnswerOnce('refund', unknownOutcome);
  const { json: pending } = await refund(client, id, 1_000);
  expect({
    settled: await listAvailableEvents(client, settled.id),
    declined: await listAvailableEvents(client, declined.id),
    pending: await listAvailableEvents(client, pending.transaction_id),
  }).toEqual({ settled: ['fail_refund'], declined: [], pending: [] });
  expect(await runSimulatedEvent(client, 'fail_refund', settled.id)).toBe(true);
  expect(await getTransaction(client, settled.id)).toMatchObject({ status: 'DECLINED' });
});

test('a partly captured payment settles once nothing is left on hold', async () => {
  const client = await buildApiClient();
  const [{ id }, { id: pending }] = [await buildPayment(client), await buildPayment(client)];
  for (const each of [id, pending])
    await sendCaptureOrVoid(client, each, { operation: 'capture', amount: 4_000 });
  expect(await listAvailableEvents(client, id)).toEqual(['expire', 'open_chargeback', 'delay_acquirer']);
  await sendCaptureOrVoid(client, id, { operation: 'void' });
  expect(await listAvailableEvents(client, id)).toEqual(['settle', 'open_chargeback', 'delay_acquirer']);
  expect(await runSimulatedEvent(client, 'settle', id)).toBe(true);
  expect(await listAvailableEvents(client, id)).toEqual(['open_chargeback', 'delay_acquirer']);

  mockAnswerOnce('capture', unknownOutcome);
  await sendCaptureOrVoid(client, pending, { operation: 'capture' });
  expect(await listAvailableEvents(client, pending)).toEqual(['open_chargeback', 'delay_acquirer']);
});

test("an event is audited, but not one that another process's change prevents", async () => {
  const client = await buildApiClient();
  const { accountId, ownerId: userId } = client.merchant;
  const [hold, captured] = [await buildPayment(client), await buildPayment(client, { operation: 'authcap' })];
  const prevented = vi.spyOn(systemOperations, 'completeSystemOperation').mockResolvedValue(false);
  const expired = vi.spyOn(holdExpiry, 'expireHolds').mockResolvedValue(0);
  expect({
    expire: await runSimulatedEvent(client, 'expire', hold.id),
    settle: await runSimulatedEvent(client, 'settle', captured.id),
  }).toEqual({ expire: false, settle: false });
  prevented.mockRestore();
  expired.mockRestore();
  const findEntries = () => prisma.auditEntry.findMany({ where: { accountId, action: 'event_simulated' } });
  expect(await findEntries()).toEqual([]);

  const address = '203.0.113.7';
  expect(await simulateEvent('settle', { accountId, id: captured.id, userId, address })).toBe(true);
  expect(await findEntries()).toMatchObject([
    {
      actor: `portal:${userId}`,
      accountId,
      subject: captured.id,
      details: { event: 'settle' },
      before: null,
      after: null,
      address,
    },
  ]);
});

test('the acquirer is delayed, for longer than anyone waits', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  const cause = vi.spyOn(getSimulator('test')!, 'simulateIncident');
  expect(await runSimulatedEvent(client, 'delay_acquirer', id)).toBe(true);
  const [authorization, incident] = cause.mock.calls[0]!;
  cause.mockRestore();
  expect(await prisma.operation.count({ where: { id: authorization, transactionId: id } })).toBe(1);
  expect(incident).toEqual({ kind: 'delay', ms: config.acquirerTimeoutMs + 3_000 });
});

test("an acquirer that can't simulate changes nothing", async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  expectConsoleError({ message: 'simulating an event', error: 'down', fields: { transactionId: id } });
  const cause = vi
    .spyOn(getSimulator('test')!, 'simulateIncident')
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValueOnce(false);
  const read = vi.spyOn(getSimulator('test')!, 'readStatement').mockClear();
  expect({
    failed: await runSimulatedEvent(client, 'delay_acquirer', id),
    impossible: await runSimulatedEvent(client, 'delay_acquirer', id),
  }).toEqual({ failed: false, impossible: false });
  expect(read).not.toHaveBeenCalled();
  cause.mockRestore();
  read.mockRestore();
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
  await overwriteTransaction(id, { environment: 'live' });
  expect(await listAvailableEvents(client, id)).toEqual([]);
  expect(await runSimulatedEvent(client, 'expire', id)).toBe(false);
  await overwriteTransaction(id, { environment: 'test' });
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
