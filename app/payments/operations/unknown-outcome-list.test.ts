import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { loseAnswerOnce } from '../../../tests/world/acquirers/acquirer';
import { buildPayment, sendCaptureOrVoid } from '../../../tests/world/payments/payments';
import { findOperationOutcome, listUnknownOutcomes } from './unknown-outcome-list';

/** Captures part of a payment, and its answer is lost. */
async function buildUnknownCapture(client: ApiClient) {
  const { id: transactionId } = await buildPayment(client);
  loseAnswerOnce('capture');
  await sendCaptureOrVoid(client, transactionId, { operation: 'capture', amount: 4_000 });
  const { id } = await prisma.operation.findFirstOrThrow({
    where: { transactionId, type: 'partial_capture' },
  });
  // The timers of other tests don't inquire about it.
  return prisma.operation.update({
    where: { id },
    data: { inquiries: 3, inquireAt: new Date(Date.now() + 3_600_000) },
  });
}

const listIds = async (filter: Parameters<typeof listUnknownOutcomes>[0]) => {
  const { outcomes, after } = await listUnknownOutcomes(filter);
  return { ids: outcomes.map(({ operationId }) => operationId), after };
};

test('an unknown outcome is listed with its payment and merchant', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  expect(await listUnknownOutcomes({ accountId })).toEqual({ outcomes: [], after: null });
  const { id, transactionId, createdAt, inquireAt } = await buildUnknownCapture(client);
  const { name } = await prisma.account.update({
    where: { id: accountId },
    data: { timeZone: 'America/New_York' },
  });
  expect(await listUnknownOutcomes({ accountId })).toEqual({
    outcomes: [
      {
        operationId: id,
        operation: 'partial_capture',
        transactionId,
        accountId,
        merchant: name,
        timeZone: 'America/New_York',
        environment: 'test',
        type: 'PAYMENT',
        amount: 4_000,
        currency: 'USD',
        cardBrand: 'visa',
        cardLastFour: '4242',
        inquiryCount: 3,
        since: createdAt,
        nextInquiryAt: inquireAt,
      },
    ],
    after: null,
  });

  // A request in flight isn't listed. When its time is over without an answer, it is.
  await prisma.operation.update({ where: { id }, data: { inquiries: 0 } });
  expect(await listIds({ accountId })).toEqual({ ids: [], after: null });
  await prisma.operation.update({ where: { id }, data: { inquireAt: new Date(0) } });
  expect(await listIds({ accountId })).toEqual({ ids: [id], after: null });
  await prisma.operation.update({ where: { id }, data: { inquiries: 9, inquireAt: null } });
  expect((await listUnknownOutcomes({ accountId })).outcomes).toMatchObject([{ nextInquiryAt: null }]);
});

test('unknown outcomes are listed oldest first, in pages, for one account or all', async () => {
  const [client, other] = [await buildApiClient(), await buildApiClient()];
  const { accountId } = client.merchant;
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) ids.push((await buildUnknownCapture(client)).id);
  const { id: otherId } = await buildUnknownCapture(other);
  expect({
    all: await listIds({ accountId }),
    first: await listIds({ accountId, limit: 3 }),
    last: await listIds({ accountId, limit: 3, after: ids[2] }),
    exactly: await listIds({ accountId, limit: 4 }),
    beyond: await listIds({ accountId, after: ids[3] }),
  }).toEqual({
    all: { ids, after: null },
    first: { ids: ids.slice(0, 3), after: ids[2] },
    last: { ids: ids.slice(3), after: null },
    exactly: { ids, after: null },
    beyond: { ids: [], after: null },
  });
  // Others of all accounts belong to other tests.
  const { ids: ofAll } = await listIds({ after: ids[0], limit: 1_000 });
  expect(ofAll.filter((id) => id === otherId || ids.includes(id))).toEqual([...ids.slice(1), otherId]);
});

test('the outcome of an operation is what is recorded of it', async () => {
  const client = await buildApiClient();
  const { id, transactionId, inquireAt } = await buildUnknownCapture(client);
  expect(await findOperationOutcome(id)).toEqual({
    id,
    type: 'partial_capture',
    status: 'PENDING',
    amount: 4_000,
    currency: 'USD',
    declineCode: null,
    inquiries: 3,
    inquireAt,
    transactionId,
  });
  expect(await findOperationOutcome(createId('op'))).toBeNull();
});
