import { describe, expect, test } from 'vitest';
import { createApi } from '~/api/api';
import { describeApi } from '~/api/description/openapi';
import { flushRequests } from '~/api/request-log/request-log';
import { requestShape } from '~/api/request-log/request-redaction';
import { deleteOldApiRequests } from '~/merchants/api-requests/request-records';
import { createId } from '~/platform/ids';
import { apiOperations } from '~/platform/api-description/api-operations';
import type { OpenApiSchema } from '~/platform/api-description/openapi-document';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient, sendApiRequest } from '../../world/api-client';
import { buildMerchant } from '../../world/merchants';

const { document } = describeApi(createApi('test'), 'test');
const order = { order_amount: 2500, order_currency: 'EUR' };
/** An American Express card, whose security code has four digits: three may be in a log by chance. */
const card = { pan: '378282246310005', code: '0836', expiry: '12/40', name: 'Ada Lovelace' };
/** An ID without digits, which can't contain a security code by chance. */
const createExternalId = () => crypto.randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);

const payment = (externalId: string = createExternalId()) => ({
  operation: 'authcap',
  external_id: externalId,
  order,
  card,
});

/** An account's request log, oldest first, without its client's token requests. */
async function listLog(accountId: string) {
  await flushRequests();
  return prisma.apiRequest.findMany({
    where: { accountId, NOT: { operation: 'createToken' } },
    orderBy: { id: 'asc' },
  });
}

test('a request is logged with its content, its result, and its transaction', async () => {
  const { merchant, post, token } = await buildApiClient();
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'User-Agent': 'shop/1.0',
  };
  const body = JSON.stringify(payment('order-1'));
  const start = performance.now();
  const createdOrder = await sendApiRequest('test', 'POST', '/transactions', { headers, body });
  const elapsedMs = performance.now() - start;
  await post(`/transactions/${createdOrder.json.id}`, { operation: 'capture', external_id: 'c-1' });
  const [first, second] = await listLog(merchant.accountId);
  expect(first).toMatchObject({
    environment: 'test',
    secretId: merchant.secretId,
    method: 'POST',
    path: '/transactions',
    operation: 'createTransaction',
    status: 200,
    code: null,
    externalId: 'order-1',
    outcome: 'executed',
    transactionId: createdOrder.json.id,
    intentId: null,
    requestBytes: Buffer.byteLength(body),
    responseBytes: Buffer.byteLength(createdOrder.text),
    userAgent: 'shop/1.0',
  });
  expect(JSON.parse(first!.requestBody!)).toEqual({
    ...payment('order-1'),
    card: { pan: '[secret]', code: '[secret]', expiry: '[secret]', name: '[secret]' },
  });
  expect(JSON.parse(first!.responseBody!)).toEqual(createdOrder.json);
  expect(first!.durationMs).toBeGreaterThanOrEqual(0);
  expect(first!.durationMs).toBeLessThanOrEqual(Math.ceil(elapsedMs));
  expect(Math.abs(first!.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
  expect(second).toMatchObject({
    operation: 'operateOnTransaction',
    path: `/transactions/${createdOrder.json.id}`,
    status: 409,
    code: 'invalid_state',
    outcome: null,
    transactionId: createdOrder.json.id,
  });
});

test("an external_id's result is logged: executed, replayed, or a conflict with the different fields", async () => {
  const { merchant, post } = await buildApiClient();
  await post('/transactions', payment('one'));
  await post('/transactions', payment('one'));
  await post('/transactions', { ...payment('one'), order: { ...order, order_amount: 1 } });
  await post('/transactions', { ...payment('one'), order: {} });
  const log = await listLog(merchant.accountId);
  expect(log.map(({ outcome }) => outcome)).toEqual(['executed', 'replayed', 'conflicted', null]);
  expect(JSON.parse(log[2]!.responseBody!).differing_fields).toEqual(['order.order_amount']);
  expect(new Set(log.map(({ externalId }) => externalId))).toEqual(new Set(['one']));
});

test('a request without a body is logged without one', async () => {
  const { merchant, post, token } = await buildApiClient();
  const { json } = await post('/intents/payment', {
    external_id: createExternalId(),
    order,
    redirect_urls: { success: 'https://shop.example/ok', failure: 'https://shop.example/no' },
  });
  const headers = { Authorization: `Bearer ${token}` };
  await sendApiRequest('test', 'POST', `/intents/payment/${json.intent_id}/cancel`, { headers });
  await post(`/intents/payment/${json.intent_id}/cancel`, {});
  const [, ...cancellations] = await listLog(merchant.accountId);
  expect(cancellations).toMatchObject([
    { status: 200, requestBody: null, requestBytes: null },
    { status: 200, requestBody: '{}', requestBytes: 2 },
  ]);
});

test('an invalid or oversized body is counted and not stored', async () => {
  const { merchant, token } = await buildApiClient();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const long = {
    ...payment(),
    order: {
      ...order,
      order_items: Array(100).fill({
        name: 'a long name of a thing that is sold, as shops have them',
        unit_price: 25,
      }),
    },
  };
  for (const body of ['{"reason":"none', JSON.stringify(long), `"${'x'.repeat(70_000)}"`])
    await sendApiRequest('test', 'POST', '/transactions', { headers, body });
  const log = await listLog(merchant.accountId);
  expect(log.map(({ status, requestBody }) => [status, requestBody])).toEqual([
    [400, null],
    [200, null],
    [413, null],
  ]);
  expect(log.slice(0, 2).map(({ requestBytes }) => requestBytes)).toEqual([
    15,
    Buffer.byteLength(JSON.stringify(long)),
  ]);
});

test.each([
  ['8 KiB is stored', 8 * 1024, { externalId: 'whole', requestBody: expect.any(String) }],
  ['one more byte is counted and not stored', 8 * 1024 + 1, { externalId: null, requestBody: null }],
])('a body of %s, even if it has fewer characters', async (_, size, expected) => {
  const { merchant, token } = await buildApiClient();
  const build = (reason: string) =>
    JSON.stringify({ external_id: 'whole', trx_id: 'trx_1', amount: 1, reason });
  const missingBytes = size - Buffer.byteLength(build(''));
  // Each euro sign has three bytes.
  const body = build('€'.repeat(Math.floor(missingBytes / 3)) + 'x'.repeat(missingBytes % 3));
  await sendApiRequest('test', 'POST', '/refunds', {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body,
  });
  expect(await listLog(merchant.accountId)).toMatchObject([{ requestBytes: size, ...expected }]);
});

test("another merchant's transaction leaves no trace", async () => {
  const [record, other] = [await buildApiClient(), await buildApiClient()];
  const { json } = await record.post('/transactions', payment());
  await other.get(`/transactions/${json.id}`);
  expect(await listLog(other.merchant.accountId)).toMatchObject([
    { status: 404, code: 'not_found', transactionId: null },
  ]);
});

test('token requests are logged without secret and token, also failed ones of an existing account', async () => {
  const { accountId, clientSecret, secretId } = await buildMerchant();
  const ask = (client_id: string, client_secret: string) =>
    sendApiRequest('test', 'POST', '/auth/token', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret }),
    });
  const { json } = await ask(accountId, clientSecret);
  await ask(accountId, 'sk_test_wrong');
  await ask('acc_nobody', 'sk_test_wrong');
  await flushRequests();
  const log = await prisma.apiRequest.findMany({
    where: { accountId: { in: [accountId, 'acc_nobody'] } },
    orderBy: { id: 'asc' },
  });
  expect(log).toMatchObject([
    { status: 200, secretId, operation: 'createToken' },
    { status: 401, code: 'invalid_client', secretId: null },
  ]);
  const kept = JSON.stringify(log);
  for (const secret of [clientSecret, 'sk_test_wrong', json.access_token]) expect(kept).not.toContain(secret);
});

test("a flood of rejected requests doesn't fill a table", async () => {
  const { merchant, get } = await buildApiClient();
  await prisma.account.update({ where: { id: merchant.accountId }, data: { status: 'suspended' } });
  const statuses = await Promise.all(Array.from({ length: 100 }, () => get('/transactions/trx_1')));
  expect(statuses.filter(({ status }) => status === 403)).toHaveLength(100);
  const log = await listLog(merchant.accountId);
  expect(log.length).toBeGreaterThan(0);
  // Ten per second, of which some may already be used.
  expect(log.length).toBeLessThanOrEqual(40);
});

test('personal data is masked', async () => {
  const { merchant, post } = await buildApiClient();
  const holder = {
    first_name: 'Ada',
    middle_name: 'King',
    last_name: 'Lovelace',
    dob: '1815-12-10',
    email: 'ada@analytical.example',
    phone: '+442071234567',
    address_1: '12 St James Square',
    address_2: 'Flat 3',
    postal_code: 'SW1Y',
    city: 'London',
    state: 'Middlesex',
    country: 'GB',
  };
  const redirect_urls = {
    success: 'https://shop.example/thanks?session=abc',
    failure: 'https://shop.example/basket',
  };
  await post('/intents/payment', {
    external_id: 'p-1',
    order: { ...order, card_holder: holder },
    redirect_urls,
  });
  const [kept] = await listLog(merchant.accountId);
  const { order: seen, redirect_urls: urls } = JSON.parse(kept!.requestBody!);
  const masked = Object.fromEntries(Object.keys(holder).map((name) => [name, '[not stored]']));
  expect(seen.card_holder).toEqual({ ...masked, email: 'a***@analytical.example', country: 'GB' });
  expect(urls).toEqual({ success: 'https://shop.example/thanks?…', failure: 'https://shop.example/basket' });
  expect(kept!.intentId).toMatch(/^int_/);
});

// Threat T15. Unissued numbers, in the formats of several card schemes.
describe('the canary', () => {
  const pans = ['4539578763621486', '5204247750001471', '371292000000004', '6011000990139424'];
  const spellings = (pan: string) => [
    pan,
    pan.replace(/(.{4})(?=.)/g, '$1 '),
    pan.replace(/(.{4})(?=.)/g, '$1-'),
    [...pan].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join(''),
    pan.replace(/\d/g, '%3$&'),
  ];

  test('no card number or security code reaches the log, wherever it is', async () => {
    const { merchant, token } = await buildApiClient();
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const post = (path: string, body: unknown, more = {}) =>
      sendApiRequest('test', 'POST', path, {
        headers: { ...headers, ...more },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    for (const text of pans.flatMap(spellings)) {
      const full = { ...payment(), card: { ...card, pan: text } };
      await post('/transactions', full);
      await post('/transactions', {
        ...full,
        external_id: text,
        order: {
          ...order,
          order_id: text,
          order_items: [
            {
              name: text,
              sku: text,
              description: `pay ${text}`,
              quantity: text,
              unit_price: Number(text) || text,
            },
          ],
        },
      });
      await post('/transactions', {
        ...full,
        order: {
          ...order,
          order_amount: Number(text) || text,
          card_holder: { first_name: text, email: `${text}@a.example`, phone: text, country: text },
        },
      });
      await post('/transactions', { ...full, card: text, operation: text });
      await post('/transactions', {
        ...full,
        card: { number: text, cvv: '0836' },
        cvc: '0836',
        [text]: '0836',
        deep: { card: { ...card, pan: text } },
        order: [{ pan: text }],
      });
      await post('/transactions', { ...full, card: { ...card, pan: [text], token: text } });
      await post('/transactions', `{"card":{"pan":"${text}","code":"0836"`);
      await post('/transactions', [full]);
      await post('/transactions', `"${text}"`);
      await post('/transactions', full, { 'Content-Type': 'text/plain' });
      await post(`/transactions/${encodeURIComponent(text)}`, {
        operation: 'capture',
        external_id: text,
        reason: `card ${text}`,
      });
      await post(
        `/transactions/${encodeURIComponent(encodeURIComponent(text))}?cvv=0836&id=${encodeURIComponent(text)}&${encodeURIComponent(text)}=1`,
        {},
      );
      await post('/refunds', { external_id: createExternalId(), trx_id: text, amount: 1, reason: text });
      await post('/intents/payment', {
        external_id: text,
        order,
        redirect_urls: {
          success: `https://shop.example/${encodeURIComponent(text)}`,
          failure: `https://shop.example/?c=${encodeURIComponent(text)}`,
        },
      });
      await post('/intents/card', { external_id: text });
      await sendApiRequest('test', 'GET', `/transaction?type=external_id&id=${encodeURIComponent(text)}`, {
        headers: { ...headers, 'User-Agent': Buffer.from(text).toString('latin1') },
      });
      await post('/auth/token', { client_id: merchant.clientId, client_secret: text });
    }
    await flushRequests();
    const rows = await prisma.apiRequest.findMany({ where: { accountId: merchant.accountId } });
    expect(rows.length).toBeGreaterThan(16 * 15);
    const kept = JSON.stringify(rows, (name, value: unknown) =>
      ['id', 'accountId', 'secretId', 'transactionId', 'intentId', 'createdAt'].includes(name)
        ? undefined
        : value,
    );
    const digits = kept.normalize('NFKC').replace(/[^0-9a-z]+/gi, '');
    for (const pan of pans)
      for (const text of spellings(pan))
        for (const form of [text, encodeURIComponent(text)])
          expect(
            kept.includes(form)
              ? kept.slice(Math.max(0, kept.indexOf(form) - 200), kept.indexOf(form) + 40)
              : '',
          ).toBe('');
    for (const pan of pans) expect(digits).not.toContain(pan);
    const ownIdentifiers = /\b[a-z]{2,4}_01[0-9a-z]{34}(?![0-9a-z])/g;
    expect(kept.replace(ownIdentifiers, '')).not.toContain('0836');
  });
});

test('no part of a card number remains where a text is cut, because all digits but the last reveal it', async () => {
  const { merchant, token } = await buildApiClient();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const pan = '4000056655665556';
  const cutAt = (length: number) => `${'n'.repeat(length - pan.length + 1)}${pan}`;
  await sendApiRequest('test', 'POST', '/transactions', {
    headers: { ...headers, 'User-Agent': cutAt(200) },
    body: JSON.stringify({
      ...payment(),
      [cutAt(64)]: 1,
      order: { ...order, [cutAt(64)]: 1, order_id: cutAt(500) },
    }),
  });
  await sendApiRequest('test', 'GET', `/transaction?${cutAt(64)}=1&type=external_id&id=${cutAt(500)}`, {
    headers,
  });
  const log = await listLog(merchant.accountId);
  expect(log).toHaveLength(2);
  for (const row of log)
    expect(JSON.stringify([row.path, row.requestBody, row.responseBody, row.userAgent])).not.toContain(
      '400005665566',
    );
});

test('the log knows every member that a request may have', () => {
  const resolve = (schema: OpenApiSchema): OpenApiSchema =>
    schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
  const missing = (schema: OpenApiSchema, shape: unknown, path: string): string[] => {
    const { properties, items, anyOf, oneOf, allOf } = resolve(schema);
    const choices = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])];
    if (choices.length) return choices.flatMap((choice) => missing(choice, shape, path));
    if (items)
      return Array.isArray(shape) ? missing(items, shape[0], path) : typeof shape === 'string' ? [] : [path];
    return Object.entries(properties ?? {}).flatMap(([name, inner]) => {
      const loggedMembers = (shape as Record<string, unknown> | undefined)?.[name];
      return loggedMembers === undefined
        ? [`${path}.${name}`]
        : missing(inner, loggedMembers, `${path}.${name}`);
    });
  };
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(
    operations.flatMap(({ operationId, requestBody }) =>
      requestBody ? missing(requestBody.content['application/json'].schema, requestShape, operationId) : [],
    ),
  ).toEqual([]);
});

test('the log names operations as the reference does', () => {
  const documentedMembers = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => [operationId, [method.toUpperCase(), path]]),
  );
  expect(Object.fromEntries(documentedMembers)).toEqual(apiOperations);
});

test('a request is deleted after 30 days', async () => {
  const { merchant, get } = await buildApiClient();
  await get('/transactions/trx_1');
  await get('/transactions/trx_2');
  const [old, recent] = await listLog(merchant.accountId);
  await prisma.apiRequest.update({
    where: { id: recent!.id },
    data: { id: createId('req', Date.now() - 30 * 86_400_000 + 60_000) },
  });
  await prisma.apiRequest.update({
    where: { id: old!.id },
    data: { id: createId('req', Date.now() - 30 * 86_400_000 - 1_000) },
  });
  await deleteOldApiRequests(new AbortController().signal);
  expect((await listLog(merchant.accountId)).map(({ path }) => path)).toEqual(['/transactions/trx_2']);
});
