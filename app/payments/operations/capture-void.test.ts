import { expect, onTestFinished, test, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { readAccountRecords } from '../../../tests/world/payments/payment-records';
import { buildPayment } from '../../../tests/world/payments/payments';
import { captureOrVoid } from './capture-void';
import * as manualReservations from './manual-reservations';
import { createRefund } from './refunds';

/** A captured payment and an authorized one of a merchant, and requests that capture and refund 40.00. */
async function buildRequests() {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { id: authorized } = await buildPayment(client);
  const { id: captured } = await buildPayment(client, { operation: 'authcap' });
  const actor = { accountId, environment: 'test' as const, operator: 'api:key_1' as const };
  const manualRequest = { actor: 'portal:usr_1' as const, seenVersion: 2 };
  const request = { externalId: 'same', amount: 4_000 };
  const capture = { ...request, operation: 'capture' as const, transactionId: authorized as string };
  const refund = { ...request, transactionId: captured as string };
  return {
    client,
    capture: {
      family: 'operation',
      byServer: () => captureOrVoid(actor, capture),
      byPerson: () => captureOrVoid(actor, capture, manualRequest),
    },
    refund: {
      family: 'refund',
      byServer: () => createRefund(actor, refund),
      byPerson: () => createRefund(actor, refund, manualRequest),
    },
  };
}

/** What happens between the request and its reservation. */
function mockReservation(reserve: () => Promise<never>): void {
  const spy = vi.spyOn(manualReservations, 'reserveManually').mockImplementationOnce(reserve);
  onTestFinished(() => spy.mockRestore());
}

test.each(['capture', 'refund'] as const)(
  'a %s that reserves its external_id a moment after another is an idempotent replay',
  async (operation) => {
    const requests = await buildRequests();
    const { family, byServer, byPerson } = requests[operation];
    const { accountId } = requests.client.merchant;
    const replies: unknown[] = [];
    mockReservation(async () => {
      replies.push(await byServer());
      const key = { accountId, environment: 'test', family, externalId: 'same' };
      await prisma.$executeRaw`insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id)
        values (${key.accountId}, ${key.environment}, ${key.family}, ${key.externalId}, '', '')`;
      throw new Error('the external_id was free');
    });
    const reply = await byPerson();
    expect(replies).toEqual([{ kind: 'done', body: expect.any(String), replayed: false }]);
    expect(reply).toEqual({ ...(replies[0] as object), replayed: true });
  },
);

test.each(['capture', 'refund'] as const)(
  "a %s that can't be reserved for any other reason fails",
  async (operation) => {
    const { client, ...requests } = await buildRequests();
    const before = await readAccountRecords(client);
    mockReservation(() => Promise.reject(new Error('down')));
    await expect(requests[operation].byPerson()).rejects.toThrow('down');
    expect(await readAccountRecords(client)).toEqual(before);
  },
);

test("a refund of an invalid ID isn't found, even if its external_id is taken", async () => {
  const { client, refund } = await buildRequests();
  expect(await refund.byServer()).toMatchObject({ kind: 'done' });
  const before = await readAccountRecords(client);
  const actor = {
    accountId: client.merchant.accountId,
    environment: 'test' as const,
    operator: 'api:key_1' as const,
  };
  for (const transactionId of ['\0', 'trx_x', createId('op')])
    expect(await createRefund(actor, { externalId: 'same', transactionId, amount: 1 })).toEqual({
      kind: 'not_found',
    });
  expect(await readAccountRecords(client)).toEqual(before);
});
