import { beforeAll, expect, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { failRefund } from '~/payments/operations/refund-failures';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { readVisibleText } from '../../../../tests/world/browser';
import { buildStaff, type Staff } from '../../../../tests/world/identity/staff';
import { loseAnswerOnce, mockAnswerOnce, unknownOutcome } from '../../../../tests/world/acquirers/acquirer';
import { buildChargeback } from '../../../../tests/world/payments/chargebacks';
import { passMinute, resolveOutcomesOf, settleNextDay } from '../../../../tests/world/payments/elapsed-time';
import { overwriteOperations } from '../../../../tests/world/payments/overwrite';
import { buildPayment, refund } from '../../../../tests/world/payments/payments';

let support: Staff;
beforeAll(async () => {
  support = await buildStaff('support');
});

const titles = ['Operation', 'Amount', 'Time', 'Response code'];

/** The rows of the table, without times, which are "T", and without references. */
async function readTable(transactionId: string): Promise<string[]> {
  const html = await (await support.open(`/support/transactions/${transactionId}`)).text();
  const table = /<caption[^>]*>Requests to the acquirer.*?<tbody[^>]*>(.*?)<\/tbody>/s.exec(html)![1]!;
  return table
    .split('<tr')
    .slice(1)
    .map((row) =>
      titles
        .map((title) => {
          const cell = new RegExp(`<td[^>]*data-title="${title}"[^>]*>(.*?)</td>`, 's').exec(row)![1]!;
          return readVisibleText(cell.replace(/<time[^>]*>.*?<\/time>/gs, 'T'))
            .trim()
            .replace(/ ([.])/g, '$1');
        })
        .join(' | '),
    );
}

/** Also without the time of an answer. */
const readRows = async (transactionId: string) =>
  (await readTable(transactionId)).map((row) => row.replace(/Answered (?:T|within a second)/, 'Answered'));

const authorized = 'Authorization and capture Succeeded | $100.00 | T Answered | 00 ISO 8583';

test('a refunded and settled payment', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  await refund(client, id, 1_000);
  await settleNextDay(id);
  await refund(client, id, 9_000);
  expect(await readRows(id)).toEqual([
    authorized,
    'Refund Succeeded | $10.00 | T Answered | 00 ISO 8583',
    'Settlement Recorded | $100.00 | T Recorded by us. Nothing was sent | None',
    'Refund Succeeded | $90.00 | T Answered | 00 ISO 8583',
  ]);
});

test('refunds that failed: declined, returned by the bank, and not sent', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  mockAnswerOnce('refund', { kind: 'declined', code: 'lost_card' });
  await refund(client, id, 1_000);
  const { json } = await refund(client, id, 2_000);
  const operation = await prisma.operation.findFirstOrThrow({ where: { transactionId: json.id } });
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  await failRefund(builtInConnectionId('test'), {
    ...{ kind: 'refund_failed', reference: operation.id, authorization },
    ...{ amountMinor: 2_000, currency: 'USD', code: 'restricted_card' },
  });
  const acquirerCode = 'amount_not_representable';
  mockAnswerOnce('refund', { kind: 'declined', code: 'not_permitted', acquirerCode });
  await refund(client, id, 3_000);
  expect(await readRows(id)).toEqual([
    authorized,
    'Refund Failed | $10.00 | T Answered | 41 ISO 8583 lost_card',
    'Refund Succeeded Returned later by the payer’s bank | $20.00 | T Answered | 00 ISO 8583',
    'Refund Reported Returned by the payer’s bank | $20.00 | T Reported by the acquirer. Nothing was sent | 62 ISO 8583 restricted_card',
    'Refund Not sent | $30.00 | T The acquirer has no such amount in this currency | not_permitted',
  ]);
});

test('a chargeback', async () => {
  const { paymentId } = await buildChargeback(await buildApiClient());
  expect(await readRows(paymentId)).toEqual([
    authorized,
    'Chargeback Reported | $40.00 | T Reported by the acquirer. Nothing was sent | Not recognized by the cardholder',
  ]);
});

test('a payment whose outcome was unknown', async () => {
  const client = await buildApiClient();
  loseAnswerOnce('authorize');
  const { transaction_id: id } = await buildPayment(client, { operation: 'authcap' });
  expect(await readRows(id)).toEqual([
    'Authorization and capture Unknown outcome | $100.00 | T Next inquiry T. Unknown outcomes | None',
  ]);
  await prisma.operation.updateMany({ where: { transactionId: id }, data: { inquireAt: null } });
  expect(await readRows(id)).toEqual([
    'Authorization and capture Unknown outcome | $100.00 | T No more inquiries. Unknown outcomes | None',
  ]);
  await resolveOutcomesOf(id);
  expect(await readRows(id)).toEqual([authorized]);
});

test('a payment whose process ended before its request was sent', async () => {
  const client = await buildApiClient();
  mockAnswerOnce('authorize', unknownOutcome);
  const { transaction_id: id } = await buildPayment(client, { operation: 'authcap' });
  const data = { inquiries: 0, inquireAt: new Date(Date.now() - 1_000) };
  await prisma.operation.updateMany({ where: { transactionId: id }, data });
  expect(await readRows(id)).toEqual([
    'Authorization and capture Unknown outcome | $100.00 | T It may not have been sent. Next inquiry T. Unknown outcomes | None',
  ]);
  await passMinute(id);
  await resolveOutcomesOf(id);
  expect(await readRows(id)).toEqual([
    'Authorization and capture Not received | $100.00 | T It didn’t reach the acquirer in time | system_error',
  ]);
});

test.each([
  [999, 'T Answered within a second'],
  [1_000, 'T Answered T'],
  [-1, 'T Answered T'],
])('an answer after %i ms', async (afterMs, text) => {
  const { id } = await buildPayment(await buildApiClient(), { operation: 'authcap' });
  const { id: operation, createdAt } = await prisma.operation.findFirstOrThrow({
    where: { transactionId: id },
  });
  const completedAt = new Date(createdAt.getTime() + afterMs);
  await overwriteOperations({ id: operation }, { completedAt });
  expect(await readTable(id)).toEqual([authorized.replace('T Answered', text)]);
});
