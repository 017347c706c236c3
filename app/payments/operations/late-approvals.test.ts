import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../tests/world/api-client';
import { expectConsoleError } from '../../../tests/setup/errors';
import { declinedOutcome, mockAnswerOnce } from '../../../tests/world/acquirers/acquirer';
import { resolveOutcomesOf } from '../../../tests/world/payments/elapsed-time';
import { overwriteTransaction, overwriteOperations } from '../../../tests/world/payments/overwrite';
import { buildPayment, listEventTypes, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { reverseLateApproval } from './late-approvals';

const findOperations = (transactionId: string) =>
  prisma.operation.findMany({ where: { transactionId }, orderBy: { sequence: 'asc' } });

/** The log entry about an operation that the acquirer approved. */
const contradiction = ({ id: operationId, transactionId }: { id: string; transactionId: string }) => ({
  message: 'approved by the acquirer, recorded as failed',
  error: 'contradiction',
  fields: { operationId, transactionId },
});

test.each([
  ['authorize', 'void'],
  ['authcap', 'refund'],
])('an %s that was recorded as declined is reversed by one %s', async (operation, type) => {
  const client = await buildApiClient();
  const other = await buildPayment(client);
  const { id } = await buildPayment(client, { operation });
  const [authorization] = await findOperations(id);
  // Otherwise a later import, in another test, would report the contradiction.
  await importStatements(new AbortController().signal);
  await overwriteOperations({ id: authorization!.id }, { status: 'FAILED' });
  await overwriteTransaction(id, {
    status: 'DECLINED',
    amountAuthorized: 0,
    amountCaptured: 0,
    captureBefore: null,
  });

  expectConsoleError(contradiction(authorization!));
  await Promise.all([reverseLateApproval(authorization!.id), reverseLateApproval(authorization!.id)]);
  await reverseLateApproval(authorization!.id);
  const [reversed, reversal, ...more] = await findOperations(id);
  expect(more).toEqual([]);
  expect(reversed).toEqual({ ...authorization, status: 'FAILED', reversedBy: reversal!.id });
  expect(reversal).toEqual({
    id: expect.stringMatching(/^op_[0-9a-z]{36}$/),
    sequence: expect.any(BigInt),
    transactionId: id,
    type,
    status: 'PENDING',
    amount: 10_000,
    currency: 'USD',
    externalId: null,
    reason: 'approved after it was recorded as declined',
    operator: 'system:late-approvals',
    acquirerReference: null,
    declineCode: null,
    acquirerCode: null,
    acceptedAt: null,
    responseBody: null,
    reversedBy: null,
    inquiries: 0,
    inquireAt: new Date(0),
    createdAt: expect.any(Date),
    completedAt: null,
  });
  expect(await findOperations(other.id)).toMatchObject([{ type: 'authorize', reversedBy: null }]);

  expect((await listEventTypes(id)).at(-1)).not.toBe('payment.reversed');
  await resolveOutcomesOf(id);
  expect(await findOperations(id)).toMatchObject([{ status: 'FAILED' }, { status: 'SUCCEEDED' }]);
  expect((await listEventTypes(id)).at(-1)).toBe('payment.reversed');
  expect((await client.get(`/transactions/${id}`)).json.status).toBe('DECLINED');
});

test("an approval that was recorded as one isn't reversed", async () => {
  const { id } = await buildPayment(await buildApiClient());
  const before = await findOperations(id);
  await reverseLateApproval(before[0]!.id);
  expect(await findOperations(id)).toEqual(before);
});

test("a capture's late approval is reported and not reversed", async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  mockAnswerOnce('capture', declinedOutcome);
  await sendCaptureOrVoid(client, id, { operation: 'capture' });
  const before = await findOperations(id);
  expectConsoleError(contradiction(before[1]!));
  await reverseLateApproval(before[1]!.id);
  expect(await findOperations(id)).toEqual(before);
});
