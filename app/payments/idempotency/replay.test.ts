import { expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '~/acquirers/acquirer';
import { leaseMs } from '~/payments/transactions/outcome-recording';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import {
  acquirer,
  declinedOutcome,
  disconnectAcquirers,
  mockAnswerOnce,
  unknownOutcome,
} from '../../../tests/world/acquirers/acquirer';
import { buildPayment } from '../../../tests/world/payments/payments';
import { withoutTriggers } from '../../../tests/world/payments/overwrite';
import { replayOrConflict } from './replay';
import type { Reservation } from './reservations';

/** A payment whose first answer was lost, and its key. */
async function buildUnknownPayment(client: ApiClient, externalId: string) {
  mockAnswerOnce('authorize', unknownOutcome);
  const { transaction_id: id } = await buildPayment(client, { externalId });
  const key = {
    accountId: client.merchant.accountId,
    environment: 'test' as const,
    family: 'transaction' as const,
    externalId,
  };
  const { fingerprint, operationId } = await prisma.idempotencyKey.findFirstOrThrow({ where: key });
  return { id: id as string, key, fingerprint, operationId: operationId! };
}

const resumed = (outcome: Outcome) => vi.fn(async (_reservation: Reservation) => outcome);
const approvedOutcome = { kind: 'approved', acquirerReference: 'resumed' } as const;

test('a request that the acquirer has never seen is resumed once, and its reply replayed', async () => {
  const client = await buildApiClient();
  const { id, key, fingerprint, operationId } = await buildUnknownPayment(client, 'a');
  const lookup = vi.spyOn(acquirer, 'lookup').mockClear();
  onTestFinished(() => lookup.mockRestore());
  const resume = resumed(approvedOutcome);
  const reply = await replayOrConflict(key, fingerprint, resume);
  const { json } = await client.get(`/transactions/${id}`);
  expect(reply).toEqual({ kind: 'done', body: JSON.stringify(json), replayed: true });
  expect(json).toMatchObject({ status: 'AUTHORIZED' });
  expect(await replayOrConflict(key, fingerprint, resume)).toEqual(reply);
  expect({ lookups: lookup.mock.calls, resumed: resume.mock.calls }).toEqual({
    lookups: [[expect.objectContaining({ reference: operationId }), expect.any(AbortSignal)]],
    resumed: [
      [expect.objectContaining({ operation_id: operationId, inquiries: 0 }), expect.any(AbortSignal)],
    ],
  });
  expect(await replayOrConflict({ ...key, externalId: 'free' }, fingerprint, resume)).toBeNull();
});

test("the acquirer's answer to an inquiry is recorded without sending the request again", async () => {
  const client = await buildApiClient();
  const { id, key, fingerprint } = await buildUnknownPayment(client, 'a');
  const resume = resumed(approvedOutcome);
  vi.spyOn(acquirer, 'lookup').mockResolvedValueOnce(unknownOutcome);
  expect(await replayOrConflict(key, fingerprint, resume)).toEqual({
    kind: 'outcome_unknown',
    transactionId: id,
  });
  vi.spyOn(acquirer, 'lookup').mockResolvedValueOnce(declinedOutcome);
  const reply = (await replayOrConflict(key, fingerprint, resume)) as { body: string };
  expect(reply).toEqual({ kind: 'done', body: expect.any(String), replayed: true });
  expect(JSON.parse(reply.body)).toMatchObject({ id, status: 'DECLINED' });
  expect(resume).not.toHaveBeenCalled();
});

test('an outcome stays unknown without an acquirer, and while another request inquires', async () => {
  const client = await buildApiClient();
  const { id, key, fingerprint, operationId } = await buildUnknownPayment(client, 'a');
  const resume = resumed(approvedOutcome);
  const reconnect = disconnectAcquirers();
  expect(await replayOrConflict(key, fingerprint, resume)).toEqual({ kind: 'acquirer_not_configured' });
  reconnect();
  expect(await replayOrConflict(key, fingerprint, resume)).toEqual({
    kind: 'request_in_progress',
    retryAfterSeconds: Math.ceil(leaseMs / 1000),
  });
  expect(resume).not.toHaveBeenCalled();
  expect(await prisma.operation.findUniqueOrThrow({ where: { id: operationId } })).toMatchObject({
    transactionId: id,
    status: 'PENDING',
    inquiries: 0,
  });
});

test('other content is a conflict with what the external_id created', async () => {
  const client = await buildApiClient();
  const { id, key, fingerprint } = await buildUnknownPayment(client, 'a');
  const resume = resumed(approvedOutcome);
  const other = `${fingerprint} extra=1`;
  const conflict = {
    kind: 'external_id_conflict',
    resourceId: id,
    status: 'PENDING',
    differing: ['extra'],
  };
  expect(await replayOrConflict(key, other, resume)).toEqual(conflict);
  // A resource that isn't a transaction has no status.
  await withoutTriggers((db) => db.idempotencyKey.updateMany({ where: key, data: { resourceId: 'int_1' } }));
  expect(await replayOrConflict(key, other, resume)).toEqual({
    ...conflict,
    resourceId: 'int_1',
    status: undefined,
  });
  expect(resume).not.toHaveBeenCalled();
});
