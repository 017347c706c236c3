import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { createApi } from '~/api/api';
import { transactions } from '~/api/description/examples';
import { describeApi } from '~/api/description/openapi';
import { problemCodes } from '~/api/replies/problem';
import { malformedRequestCodes } from '~/api/requests/malformed-requests';
import { changeAllowedAddresses } from '~/merchants/credentials/allowed-addresses';
import type { ApiDocument, OpenApiContent, OpenApiSchema } from '~/platform/api-description/openapi-document';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { maximumAmount } from '~/platform/money/currencies';
import { expectConsoleError } from '../../setup/errors';
import { interceptStatement } from '../../world/intercepted-statements';
import { createSchemaCheck } from '../../world/api-description-check';
import { buildApiClient, sendApiRequest, type ApiClient, type ApiResponse } from '../../world/api-client';
import { buildCardToken } from '../../world/payments/card-tokens';
import { buildMerchant, goLive } from '../../world/merchants';
import { declinedOutcome, disconnectAcquirers, mockAnswerOnce } from '../../world/acquirers/acquirer';
import { buildPaymentLink } from '../../world/payments/payment-links';
import { buildPayment, cards, paymentBody, sendCaptureOrVoid } from '../../world/payments/payments';
import { buildPaymentIntent, payPaymentIntent } from '../../world/payments/payment-intents';
import { buildStripeMerchant } from '../../world/acquirers/stripe';

const environments = ['test', 'live'] as const;

test.each(environments)('the description of %s passes the recommended rules', async (environment) => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] } as never);
  const { text } = await sendApiRequest(environment, 'GET', '/openapi.json');
  expect(
    (await linter.run(text)).map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`),
  ).toEqual([]);
});

test('it can be read without a token, and cached', async () => {
  const { status, headers, json } = await sendApiRequest('test', 'GET', '/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json');
  expect(json.servers.map(({ url }: { url: string }) => url)).toEqual(['http://localhost:3000/test/api']);
  const etag = headers.get('etag')!;
  expect(etag).toMatch(/^"\w{32}"$/);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect((await sendApiRequest('live', 'GET', '/openapi.json')).headers.get('etag')).not.toBe(etag);
  const again = await sendApiRequest('test', 'GET', '/openapi.json', { headers: { 'If-None-Match': etag } });
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
  expect(Object.fromEntries(again.headers)).toEqual({ etag, 'cache-control': 'public, max-age=300' });
});

test('amounts are 64-bit integers up to the largest maximum, which generated clients need to know', async () => {
  const { json } = await sendApiRequest('test', 'GET', '/openapi.json');
  const { schemas } = json.components as { schemas: Record<string, { properties?: Record<string, Member> }> };
  type Member = { type: string; format?: string; maximum?: number; description?: string };
  const amounts = Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
    Object.entries(properties)
      .filter(
        ([name, { type }]) => type === 'integer' && /amount|unit_price|^remaining$|^requested$/.test(name),
      )
      .map(([name, member]) => ({ name: `${schema}.${name}`, ...member })),
  );
  expect(amounts.length).toBeGreaterThan(15);
  expect(amounts.filter(({ format }) => format !== 'int64')).toEqual([]);
  expect(amounts.find(({ name }) => name === 'Order.order_amount')).toMatchObject({
    maximum: maximumAmount,
    description: expect.stringContaining('maximum depends on the currency'),
  });
});

/** The objects in these bodies, at any depth. */
function listObjects({ components }: ApiDocument, bodies: OpenApiContent[]): OpenApiSchema[] {
  const found = new Set<OpenApiSchema>();
  const visit = (schema: OpenApiSchema) => {
    if (found.has(schema)) return;
    found.add(schema);
    const { $ref, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
    const named = $ref ? [components.schemas[$ref.split('/').at(-1)!]!] : [];
    const parts = [...named, ...Object.values(properties), ...(items ? [items] : [])];
    [...parts, ...anyOf, ...oneOf, ...allOf].forEach(visit);
  };
  for (const body of bodies) visit(body['application/json'].schema);
  return [...found].filter(({ type }) => type === 'object');
}

test.each(environments)('in %s, responses and events can gain members, and requests can’t', (environment) => {
  const { document } = describeApi(createApi(environment), environment);
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const received = listObjects(document, [
    ...operations.flatMap(({ responses }) => Object.values(responses).map(({ content }) => content)),
    ...Object.values(document.webhooks).map(({ post }) => post.requestBody.content),
  ]);
  const sent = listObjects(
    document,
    operations.flatMap(({ requestBody }) => (requestBody ? [requestBody.content] : [])),
  );
  expect([received.length > 40, sent.length > 15]).toEqual([true, true]);
  expect(received.filter((schema) => 'additionalProperties' in schema)).toEqual([]);
  expect(sent.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual([]);
});

test('our tests notice a member that the description doesn’t name', () => {
  const { document } = describeApi(createApi('test'), 'test');
  const validateAgainst = createSchemaCheck('test', document);
  const check = (transaction: object) =>
    validateAgainst('/components/schemas/Transaction', { text: JSON.stringify(transaction) });
  const { authorized } = transactions;
  check(authorized);
  expect(() => check({ ...authorized, amount_new: 1 })).toThrow('amount_new');
  expect(() => check({ ...authorized, card: { ...authorized.card, scheme: 'visa' } })).toThrow('scheme');
});

test('it is generated once', () => {
  const api = createApi('test');
  expect(describeApi(api, 'test')).toBe(describeApi(api, 'test'));
});

test('every error code is documented, with its cause and its fix', async () => {
  const { json } = await sendApiRequest('test', 'GET', '/openapi.json');
  expect(Object.keys(json['x-problems'])).toEqual(problemCodes);
  for (const code of problemCodes) {
    const { cause, fix } = json['x-problems'][code];
    expect(json.info.description).toContain(
      `| \`${code}\` | ${json['x-problems'][code].status} | ${cause} | ${fix} |`,
    );
    expect([cause, fix].every((sentence: string) => /^.{10,}[.!]$/.test(sentence))).toBe(true);
  }
});

test('every error matches its description', async () => {
  const client = await buildApiClient();
  const live = await buildApiClient(await goLive(await buildMerchant()), 'live');
  const uncertifiedClient = await buildApiClient(
    await goLive(await buildMerchant(), { pciCertified: false }),
    'live',
  );
  const [suspended, early] = [await buildApiClient(), await goLive(await buildMerchant())];
  await prisma.account.update({ where: { id: suspended.merchant.accountId }, data: { status: 'suspended' } });
  await prisma.account.update({ where: { id: early.accountId }, data: { mode: 'test' } });
  const confined = await buildApiClient();
  await changeAllowedAddresses({
    accountId: confined.merchant.accountId,
    environment: 'test',
    ranges: ['192.0.2.1'],
    seen: [],
    changedBy: confined.merchant.ownerId,
  });
  const { id } = await buildPayment(client, { externalId: 'taken' });
  const captured = await buildPayment(client, { operation: 'authcap' });
  const Authorization = `Bearer ${client.token}`;
  const refundAs = (type: string, body: string) =>
    sendApiRequest('test', 'POST', '/refunds', { headers: { Authorization, 'Content-Type': type }, body });

  const replies = [
    await refundAs('application/json', '{'),
    await client.get('/transaction?type=card'),
    await sendApiRequest('test', 'GET', `/transactions/${id}`),
    await sendApiRequest('test', 'GET', `/transactions/${id}`, {
      headers: { Authorization: `Bearer ${'a'.repeat(40)}` },
    }),
    await sendApiRequest('live', 'GET', `/transactions/${id}`, { headers: { Authorization } }),
    await logIn('test', { ...client.merchant, clientSecret: 'wrong' }),
    await declineCapture(client, id),
    await suspended.get(`/transactions/${id}`),
    await uncertifiedClient.post('/transactions', {}),
    await logIn('live', early),
    await confined.get(`/transactions/${id}`),
    await client.get('/transactions/trx_unknown'),
    await sendApiRequest('test', 'DELETE', '/refunds', { headers: { Authorization } }),
    await client.post('/transactions', paymentBody({ externalId: 'taken', amount: 1 })),
    await sendWhileInFlight(client),
    await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 1 }),
    await client.post(`/intents/payment/${await buildPaidIntent(client)}/cancel`, {}),
    await refundAs('application/json', `"${'x'.repeat(70_000)}"`),
    await refundAs('text/plain', '{}'),
    await client.post('/intents/payment', {}),
    await client.post('/refunds', { external_id: 'r', trx_id: captured.id, amount: 10_001 }),
    await voidInPart(),
    await client.post('/transactions', paymentBody({ pan: '4539578763621486' })),
    await live.post('/transactions', paymentBody()),
    await exhaustLoginAttempts(client),
    await failDatabase(() => client.get(`/transactions/${id}`)),
    await client.post('/transactions', paymentBody({ pan: cards.unknownThenApproved })),
    await failDatabase(() => client.get(`/transactions/${id}`), { code: 'ECONNREFUSED' }),
    await withoutAcquirer(() => client.post('/transactions', paymentBody())),
  ];
  // app/api/requests/malformed-requests.test.ts and tests/e2e/operations/process-lifecycle.test.ts cause
  // those.
  const unreadable: readonly string[] = malformedRequestCodes;
  expect(replies.map(({ json: { code } }) => code)).toEqual(
    problemCodes.filter((code) => !unreadable.includes(code)),
  );
});

async function buildPaidIntent({ merchant }: ApiClient): Promise<string> {
  const built = await buildPaymentIntent(merchant);
  await payPaymentIntent(built);
  return built.intent.id;
}

function logIn(
  environment: Environment,
  { clientId: client_id, clientSecret: client_secret }: { clientId: string; clientSecret: string },
): Promise<ApiResponse> {
  return sendApiRequest(environment, 'POST', '/auth/token', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret }),
  });
}

/** The eleventh wrong secret in a minute. */
async function exhaustLoginAttempts({ merchant }: ApiClient): Promise<ApiResponse> {
  for (let i = 0; i < 10; i++) await logIn('test', { ...merchant, clientSecret: 'wrong' });
  return logIn('test', { ...merchant, clientSecret: 'wrong' });
}

/** A request to an environment without an acquirer. */
async function withoutAcquirer(request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  return request().finally(disconnectAcquirers());
}

/** A repeated payment while its first request is still at the acquirer. */
async function sendWhileInFlight(client: ApiClient): Promise<ApiResponse> {
  const body = paymentBody({ externalId: 'twin', pan: cards.unknownThenApproved });
  const { json } = await client.post('/transactions', body);
  await prisma.operation.updateMany({
    where: { transactionId: json.transaction_id },
    data: { inquiries: 0, inquireAt: new Date(Date.now() + 60_000) },
  });
  return client.post('/transactions', body);
}

/** With an acquirer that can only void the whole hold. */
async function voidInPart(): Promise<ApiResponse> {
  const { client } = await buildStripeMerchant();
  const { id } = await buildPayment(client);
  return sendCaptureOrVoid(client, id, { operation: 'void', amount: 1 });
}

/** A capture that the bank declines. */
function declineCapture(client: ApiClient, id: string): Promise<ApiResponse> {
  mockAnswerOnce('capture', declinedOutcome);
  return sendCaptureOrVoid(client, id, { operation: 'capture' });
}

/** A request while the database fails. */
async function failDatabase(request: () => Promise<ApiResponse>, details = {}): Promise<ApiResponse> {
  expectConsoleError({ message: 'api', error: 'the database is gone' });
  const end = interceptStatement('find-transaction', () =>
    Promise.reject(Object.assign(new Error('the database is gone'), details)),
  );
  return request().finally(end);
}

test('an error on our side is logged with the request that it belongs to', async () => {
  const client = await buildApiClient();
  const { json } = await failDatabase(() => client.get(`/transactions/${createId('trx')}`));
  expect(json.code).toBe('internal_error');
  expectConsoleError({
    message: 'api',
    fields: {
      requestId: json.request_id,
      method: 'GET',
      route: '/test/api/transactions/:trx_id',
    },
  });
});

test('only errors of counted requests have the headers of the rate limit', async () => {
  const client = await buildApiClient();
  const { accountId, ownerId: changedBy } = client.merchant;
  const { json } = await sendApiRequest('test', 'GET', '/openapi.json');
  const { paths } = json as ApiDocument;
  const lists = (path: string, method: 'get' | 'post', status: string) =>
    'RateLimit-Limit' in (paths[path]![method]!.responses[status]!.headers ?? {});
  const confinement = { environment: 'test', ranges: ['192.0.2.1'], seen: [] } as const;
  await changeAllowedAddresses({ accountId, changedBy, ...confinement });
  const rejected = await client.get('/events');
  expect(rejected).toMatchObject({ status: 403, json: { code: 'address_not_allowed' } });
  expect(rejected.headers.has('ratelimit-limit')).toBe(false);
  expect({
    events: lists('/events', 'get', '403'),
    // Also for card data without permission, which is checked after the request is counted.
    transactions: lists('/transactions', 'post', '403'),
    missingToken: lists('/events', 'get', '401'),
    unknown: lists('/transactions/{trx_id}', 'get', '404'),
    token: lists('/auth/token', 'post', '401'),
  }).toEqual({ events: false, transactions: true, missingToken: false, unknown: true, token: false });
});

test('every example request works', async () => {
  const { json } = await sendApiRequest('test', 'GET', '/openapi.json');
  const { paths } = json as ApiDocument;
  const client = await buildApiClient();
  const { id } = await buildPayment(client);
  for (const [path, { post }] of Object.entries(paths)) {
    if (!post || path === '/auth/token') continue;
    for (const [name, { value }] of Object.entries(post.requestBody!.content['application/json'].examples!)) {
      const payment = path === '/refunds' ? (await buildPayment(client, { operation: 'authcap' })).id : id;
      const { card } = value as { card?: { token?: string } };
      const token = card?.token && (await buildCardToken(client, { reason: 'recurring' }));
      const body = {
        ...(value as object),
        ...(!/\/(cancel|(de)?activate)$/.test(path) && { external_id: `${path} ${name}` }),
        ...(path === '/refunds' && { trx_id: payment }),
        ...(token && { card: { ...card, token } }),
      };
      const { status, text } = await client.post(
        path
          .replace('{trx_id}', (await buildPayment(client)).id)
          .replace('{intent_id}', (await buildPaymentIntent(client.merchant)).intent.id)
          .replace('{payment_link_id}', (await buildPaymentLink(client.merchant)).id),
        body,
      );
      expect(status, `${path} ${name}: ${text}`).toBe(200);
    }
  }
});
