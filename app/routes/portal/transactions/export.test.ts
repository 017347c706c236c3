import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { exportColumns } from '~/payments/reporting/transaction-export';
import { pool, prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser } from '../../../../tests/world/browser';
import {
  generateTransactions,
  insertTransactions,
  removeTransactions,
} from '../../../../tests/world/payments/bulk-transactions';
import { buildMerchant } from '../../../../tests/world/merchants';
import {
  buildPayment,
  cards,
  sendCaptureOrVoid,
  paymentBody,
  refund,
} from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';
const path = '/transactions/export';
const filled: string[] = [];
afterAll(() => removeTransactions(filled));

async function logIn(role = 'owner') {
  const email = `export-${crypto.randomUUID()}@example.com`;
  const client = await buildApiClient(
    await buildMerchant({
      name: 'Ürsel’s "Tea" \r\n& Co',
      email,
      passwordHash: await hashPassword(password),
    }),
  );
  const { accountId, ownerId } = client.merchant;
  await prisma.account.update({ where: { id: accountId }, data: { timeZone: 'Asia/Kathmandu' } });
  await prisma.member.updateMany({ where: { userId: ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { client, browser, accountId, userId: ownerId };
}

/** A file's rows by column. No cell in these tests contains a comma or a line break. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head, ...lines] = csv
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(','));
  return lines.map((cells) => Object.fromEntries(cells.map((cell, i) => [head![i]!, cell])));
}

/** With the byte order mark, which text() would drop. */
const read = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString('utf8');

test("the file has the list's content, with codes and labels", async () => {
  const { client, browser, accountId, userId } = await logIn();
  const { json: payment } = await client.post(
    '/transactions',
    paymentBody({ externalId: '=cmd|x', orderId: 'Grüner Tee', amount: 1_234, currency: 'KWD' }),
  );
  await sendCaptureOrVoid(client, payment.id as string, { operation: 'capture', amount: 1_000 });
  const { json: back } = await refund(client, payment.id as string, 250, 'return-1');
  await client.post('/transactions', paymentBody({ pan: cards.declined, amount: 500, currency: 'JPY' }));
  const stranger = await buildApiClient(await buildMerchant());
  await buildPayment(stranger);

  const response = await browser.open(path);
  expect(
    Object.fromEntries(
      ['content-type', 'content-disposition', 'cache-control', 'x-content-type-options'].map((name) => [
        name,
        response.headers.get(name),
      ]),
    ),
  ).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="transactions-u-rsel-s-tea-co-test-\d{4}-\d\d-\d\d\.csv"$/,
    ) as string,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  const csv = await read(response);
  expect(csv.startsWith(`\ufeff${exportColumns.join(',')}\r\n`)).toBe(true);
  const [declined, refunded, paid, ...more] = rowsOf(csv.slice(1));
  expect(more).toEqual([]);
  expect(paid).toMatchObject({
    id: payment.id,
    type: 'PAYMENT',
    status: 'PARTIAL_CAPTURED',
    order_amount_minor: '1234',
    order_amount: '1.234',
    order_currency: 'KWD',
    amount_authorized_minor: '1234',
    amount_captured_minor: '1000',
    amount_voided_minor: '0',
    amount_refunded_minor: '250',
    amount_charged_back_minor: '0',
    amount_captured: '1.000',
    amount_refunded: '0.250',
    external_id: "'=cmd|x",
    order_id: 'Grüner Tee',
    intent_id: '',
    parent_transaction_id: '',
    card_brand: 'visa',
    card_last_four: '4242',
    decline_code: '',
    dispute_stage: '',
  });
  expect(csv).toContain(',"Partially captured, partially refunded"\r\n');
  expect(paid!.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:45$/);
  expect(new Date(paid!.created_at!).toISOString()).toBe(paid!.created_at_utc);
  expect(paid!.capture_before).toMatch(/\+05:45$/);
  expect(refunded).toMatchObject({
    id: back.id,
    type: 'REFUND',
    order_amount: '0.250',
    parent_transaction_id: payment.id,
  });
  expect(declined).toMatchObject({
    status: 'DECLINED',
    order_amount: '500',
    order_amount_minor: '500',
    decline_code: 'do_not_honor',
  });

  expect(
    rowsOf((await read(await browser.open(`${path}?type=REFUND`))).slice(1)).map(({ id }) => id),
  ).toEqual([back.id]);
  const october = await browser.open(`${path}?from=2026-10-01&to=2026-10-31&currency=EUR`, {
    method: 'HEAD',
  });
  expect(october.headers.get('content-disposition')).toMatch(
    /-test-eur-from-2026-10-01-to-2026-10-31\.csv"$/,
  );
  const written = await prisma.auditEntry.findMany({
    where: { accountId, action: 'transactions_exported' },
    orderBy: { id: 'asc' },
  });
  expect(written).toMatchObject([
    { actor: `portal:${userId}`, details: { environment: 'test', filter: '' } },
    { actor: `portal:${userId}`, details: { environment: 'test', filter: 'type=REFUND' } },
  ]);
});

test(
  'each of twenty thousand rows is in the file once, and only a few batches are in memory',
  { timeout: 240_000 },
  async () => {
    const { browser, accountId } = await logIn('viewer');
    filled.push(accountId);
    const made = generateTransactions({ count: 20_000, seed: 9, people: [], intervalMs: 1_000 });
    await insertTransactions({ accountId, environment: 'test' }, made);
    const response = await browser.open(path);
    const ids: string[] = [];
    let [rest, largest] = ['', 0];
    const decoder = new TextDecoder();
    for await (const bytes of response.body! as never as AsyncIterable<Uint8Array>) {
      const part = decoder.decode(bytes, { stream: true });
      largest = Math.max(largest, part.length);
      const lines = (rest + part).split('\r\n');
      rest = lines.pop()!;
      ids.push(...lines.map((line) => line.slice(0, line.indexOf(','))));
    }
    expect(ids.slice(1)).toEqual(made.map(({ id }) => id));
    expect(largest).toBeLessThan(1_000_000);
  },
);

test("reading stops when the client doesn't read, or has gone", { timeout: 60_000 }, async () => {
  const { browser, accountId } = await logIn();
  filled.push(accountId);
  await insertTransactions(
    { accountId, environment: 'test' },
    generateTransactions({ count: 20_000, seed: 10, people: [], intervalMs: 1_000 }),
  );
  const requested = vi.spyOn(pool, 'query');
  const batches = () =>
    (requested.mock.calls as unknown[][]).filter(([query]) =>
      (query as { text?: string }).text?.includes('where t.id = any($1) order by t.id desc'),
    ).length;
  const reader = (await browser.open(path)).body!.getReader();
  for (let parts = 0; parts < 3; parts++) await reader.read();
  await sleep(300);
  const read = batches();
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(5);
  await reader.cancel();
  await sleep(300);
  expect(batches()).toBe(read);
  requested.mockRestore();
});

test('a visitor gets no file, and a HEAD request leaves no entry', async () => {
  expect((await openBrowser().open(path)).headers.get('location')).toMatch(/^\/login/);
  const { browser, accountId } = await logIn();
  expect((await browser.open(path, { method: 'HEAD' })).status).toBe(200);
  expect(await prisma.auditEntry.count({ where: { accountId, action: 'transactions_exported' } })).toBe(0);
});
