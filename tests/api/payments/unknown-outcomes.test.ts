import { expect, onTestFinished, test, vi } from 'vitest';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { databaseNow, prisma } from '~/platform/database/db.server';
import { expectConsoleError } from '../../setup/errors';
import {
  acquirer,
  mockAnswerOnce,
  mockLookup,
  declinedOutcome,
  unknownOutcome,
} from '../../world/acquirers/acquirer';
import { buildApiClient, type ApiClient } from '../../world/api-client';
import { passMinute, resolveOutcomesOf } from '../../world/payments/elapsed-time';
import { overwriteTransaction } from '../../world/payments/overwrite';
import { buildPayment, cards, paymentBody } from '../../world/payments/payments';

const notFoundAnswer = { kind: 'not_found' } as const;

const findRow = (id: string) => prisma.transaction.findUniqueOrThrow({ where: { id } });

test('a capture that the bank declines releases its amount, and is an error', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  mockAnswerOnce('capture', declinedOutcome);
  const { status, json } = await client.post(`/transactions/${id}`, {
    operation: 'capture',
    external_id: 'c',
    amount: 6_000,
  });
  expect(status).toBe(402);
  expect(json).toMatchObject({ code: 'operation_declined', transaction_id: id });
  expect(await findRow(id)).toMatchObject({ holdReserved: 0, declineCode: null });
  expect(
    (await client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'c2' })).json.status,
  ).toBe('CAPTURED');
});

test('a refund that the bank declines is DECLINED, and its amount is refundable again', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  mockAnswerOnce('refund', declinedOutcome);
  const { json } = await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 10_000 });
  expect(json).toMatchObject({ status: 'DECLINED', amount_refunded: 0, decline: { code: 'do_not_honor' } });
  expect(await findRow(id)).toMatchObject({ refundReserved: 0, amountRefunded: 0 });
  expect((await client.post('/refunds', { external_id: 'r2', trx_id: id, amount: 10_000 })).json.status).toBe(
    'CAPTURED',
  );
});

test.each(['capture', 'void'] as const)(
  'a %s that never reached the acquirer is sent again with the same reference',
  async (operation) => {
    const client = await buildApiClient();
    const { id } = await buildPayment(client);
    const { updatedAt } = await findRow(id);
    const sent = mockAnswerOnce(operation, unknownOutcome);
    expect((await client.post(`/transactions/${id}`, { operation, external_id: 'x' })).json.code).toBe(
      'outcome_unknown',
    );
    const pending = await findRow(id);
    expect(pending).toMatchObject({ status: 'AUTHORIZED', holdReserved: 10_000 });
    // The pending operation is the payment's last one, so the payment has changed.
    expect(pending.updatedAt > updatedAt).toBe(true);
    await resolveOutcomesOf(id);
    expect((await client.get(`/transactions/${id}`)).json.status).toBe(
      operation === 'capture' ? 'CAPTURED' : 'VOIDED',
    );
    // Operations of other tests may be sent again in the same run.
    const references = sent.mock.calls.map(([request]) => request.reference);
    expect(references.filter((reference) => reference === references[0])).toHaveLength(2);
  },
);

async function buildLostPayment(client: ApiClient, body = paymentBody()) {
  mockAnswerOnce('authorize', unknownOutcome);
  const { json } = await client.post('/transactions', body);
  return { body, id: json.transaction_id as string };
}

test('an authorization that the acquirer never saw is reversed after a minute, however often it is inquired about', async () => {
  const client = await buildApiClient();
  const { id } = await buildLostPayment(client);
  for (let inquiryCount = 1; inquiryCount <= 6; inquiryCount++) {
    await resolveOutcomesOf(id);
    expect((await findRow(id)).status).toBe('PENDING');
  }
  await passMinute(id);
  await resolveOutcomesOf(id);
  expect(await findRow(id)).toMatchObject({
    status: 'DECLINED',
    declineCode: 'system_error',
    amountAuthorized: 0,
  });
});

test.each([['authorize'], ['authcap']])(
  'a request to %s that arrives after its reversal is declined',
  async (operation) => {
    const client = await buildApiClient();
    mockAnswerOnce('authorize', unknownOutcome);
    const { json } = await client.post('/transactions', paymentBody({ operation }));
    const [lateRequest] = vi.mocked(acquirer.authorize).mock.calls.at(-1)!;
    await passMinute(json.transaction_id);
    await resolveOutcomesOf(json.transaction_id);
    expect({
      late: await acquirer.authorize(lateRequest, new AbortController().signal),
      status: (await findRow(json.transaction_id)).status,
    }).toMatchObject({ late: { kind: 'declined', code: 'system_error' }, status: 'DECLINED' });
  },
);

test('without a confirmed reversal, the payment stays pending', async () => {
  const client = await buildApiClient();
  const { id } = await buildLostPayment(client);
  await passMinute(id);
  mockAnswerOnce('reverse', unknownOutcome);
  await resolveOutcomesOf(id);
  const { status } = await findRow(id);
  await resolveOutcomesOf(id);
  expect({ status, later: (await findRow(id)).status }).toEqual({ status: 'PENDING', later: 'DECLINED' });
});

test('an authorization that arrives just before its reversal is approved', async () => {
  const client = await buildApiClient();
  mockAnswerOnce('authorize', unknownOutcome);
  const { json } = await client.post('/transactions', paymentBody());
  const [lateRequest] = vi.mocked(acquirer.authorize).mock.calls.at(-1)!;
  await passMinute(json.transaction_id);
  const lookup = vi.spyOn(acquirer, 'lookup').mockImplementationOnce(async () => {
    await acquirer.authorize(lateRequest, new AbortController().signal);
    return notFoundAnswer;
  });
  onTestFinished(() => lookup.mockRestore());
  await resolveOutcomesOf(json.transaction_id);
  expect(await findRow(json.transaction_id)).toMatchObject({
    status: 'AUTHORIZED',
    amountAuthorized: 10_000,
  });
});

test('an authorization that never arrived is made once when the merchant repeats it', async () => {
  const client = await buildApiClient();
  const { body, id } = await buildLostPayment(client);
  expect((await client.post('/transactions', body)).json).toMatchObject({ id, status: 'AUTHORIZED' });
});

test.each([
  ['the first minute, approved', { minutePassed: false, outcome: 'approved', status: 'AUTHORIZED' }],
  ['the time after its reversal, declined', { minutePassed: true, outcome: 'declined', status: 'DECLINED' }],
])(
  "the acquirer's answer to a request that the merchant repeats during an inquiry is the payment's: in %s",
  async (_, { minutePassed, outcome, status }) => {
    const client = await buildApiClient();
    const { body, id } = await buildLostPayment(client);
    await prisma.operation.updateMany({
      where: { transactionId: id },
      data: { inquiries: 3, inquireAt: new Date(0) },
    });
    if (minutePassed) await passMinute(id);
    // The timer has got its answer. Before it's recorded, the repeated request inquires and sends again.
    let retry: Promise<unknown> | undefined;
    const lookup = acquirer.lookup.bind(acquirer);
    const spy = vi.spyOn(acquirer, 'lookup').mockImplementationOnce(async () => {
      retry = client.post('/transactions', body);
      await vi.waitFor(
        async () =>
          expect(await prisma.operation.findFirst({ where: { transactionId: id } })).toMatchObject({
            inquiries: 0,
          }),
        { timeout: 10_000 },
      );
      return notFoundAnswer;
    });
    onTestFinished(() => spy.mockRestore());
    vi.spyOn(acquirer, 'authorize').mockImplementationOnce(async (request, signal) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return acquirer.authorize(request, signal);
    });
    await resolveUnknownOutcomes();
    await retry;
    expect(
      (await lookup({ reference: (await findRow(id)).authorizationId }, new AbortController().signal)).kind,
    ).toBe(outcome);
    expect(await findRow(id)).toMatchObject({ status });
  },
);

test('an approval that contradicts the records is reported, and changes nothing', async () => {
  const client = await buildApiClient();
  const { id } = await buildLostPayment(client);
  const operation = await prisma.operation.findFirstOrThrow({ where: { transactionId: id } });
  expectConsoleError();
  await prisma.operation.update({ where: { id: operation.id }, data: { inquireAt: new Date(0) } });
  const originalLookup = acquirer.lookup.bind(acquirer);
  const spy = vi
    .spyOn(acquirer, 'lookup')
    .mockImplementation(async (inquiry: { reference: string }, signal) => {
      // Operations of other tests may be due in the same run.
      if (inquiry.reference !== operation.id) return originalLookup(inquiry, signal);
      // Another process records a decline while the acquirer is asked.
      await prisma.operation.update({
        where: { id: operation.id },
        data: { status: 'FAILED', completedAt: new Date(), inquireAt: null },
      });
      await prisma.transaction.update({
        where: { id },
        data: { status: 'DECLINED', version: { increment: 1 } },
      });
      return { kind: 'approved', acquirerReference: 'late' };
    });
  onTestFinished(() => spy.mockRestore());
  await resolveUnknownOutcomes();
  expect((await findRow(id)).status).toBe('DECLINED');
});

const minute = 60;
const hour = 60 * minute;

/** An authorization whose next inquiry is due, after this many. */
async function buildDueInquiry(inquiries: number) {
  const { id: transactionId } = await buildLostPayment(await buildApiClient());
  const { id } = await prisma.operation.findFirstOrThrow({ where: { transactionId } });
  await prisma.operation.update({ where: { id }, data: { inquiries, inquireAt: new Date(0) } });
  mockLookup(id, unknownOutcome);
  return { id, transactionId };
}

test.each([
  [0, 15],
  [1, 15],
  [2, minute],
  [3, 5 * minute],
  [4, 15 * minute],
  [5, hour],
  [6, 6 * hour],
  [7, 24 * hour],
])('after %i inquiries and one more without an outcome, the next follows in %i s', async (count, seconds) => {
  const { id, transactionId } = await buildDueInquiry(count);
  const begin = await databaseNow(prisma);
  await resolveUnknownOutcomes();
  const end = await databaseNow(prisma);
  const { inquireAt, ...operation } = await prisma.operation.findUniqueOrThrow({ where: { id } });
  expect(operation).toMatchObject({ status: 'PENDING', inquiries: count + 1 });
  // The column rounds to milliseconds.
  expect(inquireAt!.getTime()).toBeGreaterThanOrEqual(begin.getTime() + seconds * 1000 - 1);
  expect(inquireAt!.getTime()).toBeLessThanOrEqual(end.getTime() + seconds * 1000 + 1);
  expect((await findRow(transactionId)).status).toBe('PENDING');
});

test('the last automatic inquiry without an outcome is reported, and a person decides', async () => {
  const { id, transactionId } = await buildDueInquiry(8);
  expectConsoleError({
    message: 'outcome unknown, and no more inquiries',
    error: 'a person has to ask the acquirer',
    fields: { operationId: id, transactionId, attempt: 9 },
  });
  await resolveUnknownOutcomes();
  expect(await prisma.operation.findUnique({ where: { id } })).toMatchObject({
    status: 'PENDING',
    inquiries: 9,
    inquireAt: null,
  });
});

test("an outcome that can't be recorded is reported, and doesn't block the others", async () => {
  const client = await buildApiClient();
  const pan = cards.unknownThenApproved;
  const [failing, other] = [await buildPayment(client, { pan }), await buildPayment(client, { pan })].map(
    ({ transaction_id }) => transaction_id as string,
  ) as [string, string];
  await overwriteTransaction(failing, { status: 'AUTHORIZED', amountAuthorized: 10_000 });
  const { id: operationId } = await prisma.operation.findFirstOrThrow({ where: { transactionId: failing } });
  expectConsoleError({ message: 'inquiring about an outcome', fields: { operationId } });
  await resolveOutcomesOf(failing, other);
  expect({
    failing: (await prisma.operation.findFirst({ where: { transactionId: failing } }))!.status,
    other: (await prisma.operation.findFirst({ where: { transactionId: other } }))!.status,
  }).toEqual({ failing: 'PENDING', other: 'SUCCEEDED' });
  await overwriteTransaction(failing, { status: 'PENDING', amountAuthorized: 0 });
  await resolveOutcomesOf(failing);
  expect((await findRow(failing)).status).toBe('AUTHORIZED');
});
