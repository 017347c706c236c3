import { expect, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { failRefund } from '~/payments/operations/refund-failures';
import { flushRequests } from '~/api/request-log/request-log';
import { hashPassword } from '~/identity/passwords/passwords';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { breakDownCaptured, breakDownHold } from '~/ui/transactions/amount-breakdown';
import { buildApiClient, type ApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { loseAnswerOnce } from '../../../../tests/world/acquirers/acquirer';
import { resolveOutcomesOf } from '../../../../tests/world/payments/elapsed-time';
import { paymentStates } from '../../../../tests/world/payments/payment-states';
import { buildPayment, sendCaptureOrVoid, refund } from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';

async function enter(client: ApiClient, role = 'owner') {
  const { ownerId } = client.merchant;
  const { email } = await prisma.user.update({
    where: { id: ownerId },
    data: { passwordHash: await hashPassword(password), name: 'Ada Private' },
  });
  await prisma.member.updateMany({ where: { userId: ownerId }, data: { role } });
  const browser = openBrowser();
  await browser.submit('/login', { email, password });
  return async (path: string) => {
    const response = await browser.open(path);
    const { html } = await readPage(response);
    const text = html
      .replace(/<script.*?<\/script>/gs, '')
      .replaceAll('<!-- -->', '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replace(/\s+/g, ' ');
    return { status: response.status, html, text };
  };
}

/** Rows as the API and the webhook worker write them. */
async function record(client: ApiClient, transactionId: string) {
  const { accountId, secretId } = client.merchant;
  const request = {
    accountId,
    environment: 'test',
    secretId,
    durationMs: 35,
    externalId: 'order-1',
    transactionId,
    path: `/transactions/${transactionId}?id=secret-path`,
  };
  const requests = [
    {
      ...request,
      id: createId('req'),
      method: 'POST',
      operation: 'operateOnTransaction',
      status: 409,
      code: 'invalid_state',
      requestBody: '{"name":"Grace Private"}',
    },
    { ...request, id: createId('req'), method: 'GET', operation: 'retrieveTransaction', status: 200 },
  ];
  // Instead of those that the test has created.
  await flushRequests();
  await prisma.apiRequest.deleteMany({ where: { accountId } });
  await prisma.apiRequest.createMany({ data: requests });
  const endpointId = createId('hook');
  const url = 'https://hooks.example/receive/path-secret';
  // It receives no events: its secret is invalid.
  await prisma.$executeRaw`insert into webhook_endpoints (id, account_id, environment, url, events, sealed, created_by, secret_created_by) values (${endpointId}, ${accountId}, 'test', ${url}, '{chargeback.won}', 'sealed-secret', ${client.merchant.ownerId}, ${client.merchant.ownerId})`;
  const { id: eventId } = await prisma.webhookEvent.findFirstOrThrow({ where: { transactionId } });
  const deliveryId = createId('dlv');
  await prisma.$executeRaw`insert into webhook_deliveries (id, event_id, endpoint_id, account_id, environment, transaction_id, event_type, attempts, next_attempt_at) values (${deliveryId}, ${eventId}, ${endpointId}, ${accountId}, 'test', ${transactionId}, 'transaction.captured', 2, now() + interval '1 day')`;
  const attempt = {
    deliveryId,
    startedAt: new Date(),
    durationMs: 12,
    requestHeaders: { 'webhook-signature': 'v1,private' },
  };
  await prisma.webhookAttempt.createMany({
    data: [
      { ...attempt, error: 'timed_out' },
      { ...attempt, status: 204, responseBody: 'private answer' },
    ],
  });
  return { requests, deliveryId };
}

test.each(paymentStates)(
  '%s: the page summarizes it in one sentence, and its amounts add up',
  async (_, status, reach) => {
    const client = await buildApiClient();
    const id = await reach(client);
    const row = await prisma.transaction.findUniqueOrThrow({ where: { id } });
    expect(row.status).toBe(status);
    for (const [parts, whole] of [
      [breakDownHold(row), row.amountAuthorized],
      [breakDownCaptured(row), row.amountCaptured],
    ] as const) {
      if (row.type !== 'PAYMENT') continue;
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(whole);
      expect(Math.min(...parts.map(({ amount }) => amount))).toBeGreaterThanOrEqual(0);
    }
    const read = await enter(client);
    const { status: answer, text } = await read(`/transactions/${id}`);
    expect(answer).toBe(200);
    expect(text).toMatch(
      /(Authorized|Refunded|The payer’s bank took back) [^.]*\$\d+\.00|\$\d+\.00 was declined on|Requested \$\d+\.00 on|Refund of \$\d+\.00 requested on/,
    );
    expect(text).not.toMatch(/undefined|NaN|\$-/);
  },
);

test('one timeline joins operations, requests and webhooks, each of which can be shown alone', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  await sendCaptureOrVoid(client, id, { operation: 'capture', amount: 6_000, reason: 'First parcel' });
  const { requests, deliveryId } = await record(client, id);
  const read = await enter(client);
  const path = `/transactions/${id}`;

  const { text, html } = await read(path);
  for (const text of [
    'Partial capture',
    'First parcel',
    'API request POST /transactions/{trx_id}: 409 invalid_state in 35 ms',
    'to hooks.example: no response (timed out) in 12 ms',
    ': 204 in 12 ms',
    'Everything 5',
    'Operations 2',
    'API requests 1',
    'Webhooks 2',
  ])
    expect(text.replaceAll(' : ', ': ')).toContain(text);
  expect(html).toContain(`href="/developers/requests/${requests[0]!.id}"`);
  expect(html).toContain(`href="/developers/webhooks/deliveries/${deliveryId}"`);
  expect(text.indexOf('Authorization')).toBeLessThan(text.indexOf('First parcel'));
  expect(text).not.toContain('GET /transactions/{trx_id}');
  expect((await read(`${path}?all`)).text).toContain('GET /transactions/{trx_id}');

  const webhooks = (await read(`${path}?show=webhook`)).text;
  expect(webhooks).toContain('to hooks.example');
  expect(webhooks).not.toContain('First parcel');
  expect((await read(`${path}?show=nonsense&all=%00`)).status).toBe(200);

  const finance = await (await enter(client, 'finance'))(path);
  expect(finance.text).not.toContain('API request POST');
  expect(finance.text).not.toContain('Webhook transaction.');
  expect(finance.text).toContain('Capture');
  expect(finance.html).not.toContain('/developers/requests/');
});

test('of very many refunds the newest are shown, and all on request', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  for (let count = 0; count < 53; count++) await refund(client, id, 100 + count);
  const read = await enter(client);
  const some = await read(`/transactions/${id}`);
  expect(some.text).toContain('Only the latest entries are shown');
  expect(some.text).toContain('$1.52');
  expect(some.text).not.toContain('Refund of $1.00');
  const all = await read(`/transactions/${id}?all`);
  expect(all.text).not.toContain('Only the latest entries are shown');
  expect(all.text).toContain('$1.00');
});

test('a refund that the bank sent back is named as such, and a late result has its time', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, { operation: 'authcap' });
  const { json } = await refund(client, id, 4_000);
  const refundId: string = json.id ?? json.transaction_id;
  const operation = await prisma.operation.findFirstOrThrow({ where: { transactionId: refundId } });
  await failRefund(builtInConnectionId('test'), {
    reference: operation.id,
    code: 'restricted_card',
  });
  const read = await enter(client);
  expect((await read(`/transactions/${id}`)).text).toContain('Refund returned by the bank $40.00');

  expect((await read(`/transactions/${id}`)).text).not.toContain('Result known');

  const { id: uncertain } = await buildPayment(client);
  loseAnswerOnce('capture');
  await sendCaptureOrVoid(client, uncertain, { operation: 'capture' });
  expect((await read(`/transactions/${uncertain}`)).text).not.toContain('Result known');
  await resolveOutcomesOf(uncertain);
  expect((await read(`/transactions/${uncertain}`)).text).toContain('Result known');
});

test('the support bundle has what support needs, and no personal data', async () => {
  const client = await buildApiClient();
  const { id } = await buildPayment(client, {
    operation: 'authcap',
    orderId: 'grace@private.example',
    externalId: `order-${createId('req')}`,
  });
  await refund(client, id, 1_000, 'Grace Private 1');
  const { requests, deliveryId } = await record(client, id);
  const { text } = await (await enter(client))(`/transactions/${id}`);
  const bundle = /\{ "made_at".*\}(?= |$)/.exec(text)![0];
  const read = JSON.parse(bundle.slice(0, bundle.lastIndexOf('}') + 1)) as Record<string, unknown>;
  expect(read).toMatchObject({
    environment: 'test',
    transaction: {
      id,
      status: 'CAPTURED',
      amount_captured: 10_000,
      amount_refunded: 1_000,
      order_id: '[redacted]',
      card: { brand: 'visa', last_four: '4242' },
    },
    related: [{ type: 'REFUND', amount: 1_000 }],
    operations: [
      { type: 'authcap', operator: `api:${client.merchant.secretId}` },
      { type: 'refund', external_id: '[redacted]' },
    ],
    requests: [{ id: requests[0]!.id, status: 409, code: 'invalid_state' }],
    webhooks: [{ delivery_id: deliveryId }, { delivery_id: deliveryId }],
  });
  for (const secret of [
    'Private',
    'private',
    'Ada',
    'Grace',
    '@',
    'hooks.example',
    'path',
    'sealed',
    '424242',
    'order-1"',
  ])
    expect(bundle).not.toContain(secret);
});
