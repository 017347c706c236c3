import { beforeAll, expect, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { hashPassword } from '~/identity/passwords/passwords';
import { failRefund } from '~/payments/operations/refund-failures';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readVisibleText } from '../../../../tests/world/browser';
import { buildStaff } from '../../../../tests/world/identity/staff';
import { buildMerchant } from '../../../../tests/world/merchants';
import { mockAnswerOnce, unknownOutcome } from '../../../../tests/world/acquirers/acquirer';
import { buildChargeback } from '../../../../tests/world/payments/chargebacks';
import { settleNextDay } from '../../../../tests/world/payments/elapsed-time';
import { buildPayment, refund, sendCaptureOrVoid } from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';
const name = `Refund ${crypto.randomUUID().replaceAll(/[^a-z]/g, '')}x Shop`;

let browser: ReturnType<typeof openBrowser>;
let accountId: string;
/** The IDs of payments, by what happened to them. */
const payments: Record<string, string> = {};

/** The status in the row of a payment. */
async function readStatus(page: Response, id: string): Promise<string> {
  const html = await page.text();
  const row = html.split('<tr').find((part) => part.includes(`/transactions/${id}"`))!;
  const cell = /<td[^>]*data-title="Status"[^>]*>(.*?)<\/td>/s.exec(row)![1]!;
  return readVisibleText(cell).trim();
}

beforeAll(async () => {
  const email = `refunds-${crypto.randomUUID()}@example.com`;
  const client = await buildApiClient(
    await buildMerchant({ name, email, passwordHash: await hashPassword(password) }),
  );
  ({ accountId } = client.merchant);
  const build = async (happened: string, amount = 4_200) => {
    const { id } = await buildPayment(client, { operation: 'authcap', amount, currency: 'EUR' });
    return (payments[happened] = id as string);
  };
  await build('captured');
  await refund(client, await build('partial'), 1_000);
  await refund(client, await build('full'), 4_200);
  const settled = await build('partial and settled');
  await settleNextDay(settled);
  await refund(client, settled, 1_000);

  mockAnswerOnce('refund', { kind: 'declined', code: 'lost_card' });
  await refund(client, await build('declined'), 1_000);
  mockAnswerOnce('refund', unknownOutcome);
  await refund(client, await build('pending'), 1_000);

  const returned = await build('returned by the bank');
  const { json } = await refund(client, returned, 1_000);
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({
    where: { id: returned },
  });
  const operation = await prisma.operation.findFirstOrThrow({
    where: { transactionId: json.id, type: 'refund' },
  });
  await failRefund(builtInConnectionId('test'), {
    ...{ kind: 'refund_failed', reference: operation.id, authorization },
    ...{ amountMinor: 1_000, currency: 'EUR', code: 'restricted_card' },
  });

  const chargeback = { paymentAmount: 4_200, currency: 'EUR', amountMinor: 3_000 };
  const disputed = await buildChargeback(client, chargeback);
  payments['charged back'] = disputed.paymentId;
  const both = await buildChargeback(client, chargeback);
  payments['charged back and refunded'] = both.paymentId;
  await refund(client, both.paymentId, 1_000);

  const held = await buildPayment(client, { amount: 4_200, currency: 'EUR' });
  payments['part of the captured part'] = held.id as string;
  await sendCaptureOrVoid(client, held.id, { operation: 'capture', amount: 2_000 });
  await refund(client, held.id, 1_000);

  browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
});

const statuses: Record<string, string> = {
  captured: 'Captured',
  partial: 'Captured, partially refunded €10.00 of €42.00',
  full: 'Captured, refunded',
  'partial and settled': 'Settled, partially refunded €10.00 of €42.00',
  declined: 'Captured',
  pending: 'Captured',
  'returned by the bank': 'Captured',
  'charged back': 'Captured, chargeback open',
  'charged back and refunded': 'Captured, chargeback open €10.00 of €42.00 refunded',
  'part of the captured part': 'Partially captured, partially refunded €10.00 of €20.00',
};

/** Only staff see these beside the status, because callers ask where the refund is. */
const failedRefunds = ['declined', 'returned by the bank'];

/** The payments that a list contains, by what happened to them. */
async function listPayments(page: Response): Promise<string[]> {
  const html = await page.text();
  return Object.keys(payments).filter((happened) => html.includes(`/transactions/${payments[happened]}"`));
}

test('the lists of the portal and of the support console say what was refunded', async () => {
  const support = await buildStaff('support');
  for (const [happened, status] of Object.entries(statuses)) {
    const id = payments[happened]!;
    expect(await readStatus(await browser.open('/transactions?type=PAYMENT'), id), happened).toBe(status);
    expect(await readStatus(await browser.open(`/search?q=${id}`), id), happened).toBe(status);
    const supportStatus = failedRefunds.includes(happened) ? `${status} Refund failed` : status;
    expect(await readStatus(await support.open(`/support?q=${id}`), id), happened).toBe(supportStatus);
  }
  const newest = 'part of the captured part';
  for (const page of [await browser.open('/'), await support.open(`/support/merchants/${accountId}`)])
    expect(await readStatus(page, payments[newest]!)).toBe(statuses[newest]);
});

test('a payment’s page has the status of its row, and its refund names it', async () => {
  const page = readVisibleText(await (await browser.open(`/transactions/${payments.partial}`)).text());
  expect(page).toContain('Captured, partially refunded');
  const { id } = await prisma.transaction.findFirstOrThrow({ where: { parentId: payments.partial } });
  const refundPage = readVisibleText(await (await browser.open(`/transactions/${id}`)).text());
  expect(refundPage).toContain('Captured, partially refunded €10.00 of €42.00');
});

const isOf = (extent: string) => (happened: string) => expected[extent]!.includes(happened);
const expected: Record<string, string[]> = {
  FULL: ['full'],
  PARTIAL: ['partial', 'partial and settled', 'charged back and refunded', 'part of the captured part'],
};

test('the list is filtered by refunds, alone and with other filters', async () => {
  const list = async (query: string) => listPayments(await browser.open(`/transactions?${query}`));
  expect(await list('refund=FULL')).toEqual(expected.FULL);
  expect(await list('refund=partial')).toEqual(expected.PARTIAL);
  expect(await list('refund=FULL&refund=PARTIAL')).toEqual(
    Object.keys(payments).filter((happened) => isOf('FULL')(happened) || isOf('PARTIAL')(happened)),
  );
  expect(await list('refund=PARTIAL&status=SETTLED')).toEqual(['partial and settled']);
  expect(await list(`refund=PARTIAL&search=${payments.full}`)).toEqual([]);
  expect(await list('refund=FULL&type=REFUND')).toEqual([]);
  const html = await (await browser.open('/transactions?refund=FULL&refund=PARTIAL')).text();
  expect(html).toMatch(/<input[^>]*id="refund-PARTIAL"[^>]*checked=""/);
  for (const [text, rest] of [
    ['Refunded', 'PARTIAL'],
    ['Partially refunded', 'FULL'],
  ])
    expect(html).toMatch(
      new RegExp(
        `href="/transactions\\?refund=${rest}"[^>]*><span[^>]*>Remove the filter: </span><span[^>]*>${text}<`,
      ),
    );
  const unknown = await (await browser.open('/transactions?refund=half')).text();
  expect(unknown).toContain('Choose each refund from the list');
});

test('the support console finds payments by the words for their refunds', async () => {
  const support = await buildStaff('support');
  const search = async (text: string) =>
    listPayments(await support.open(`/support?${new URLSearchParams({ q: `${text} ${name}` })}`));
  expect(await search('partially refunded today')).toEqual(expected.PARTIAL);
  expect(await search('refunded in part')).toEqual(expected.PARTIAL);
  expect(await search('fully refunded')).toEqual(expected.FULL);
  expect(await search('partial refund 42.00 eur')).toEqual(expected.PARTIAL);
  expect(await search('refunded')).toEqual(expect.arrayContaining([...expected.FULL!, ...expected.PARTIAL!]));
});
