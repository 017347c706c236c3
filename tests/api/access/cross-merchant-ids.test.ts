import { expect, test } from 'vitest';
import { startSession } from '~/identity/sessions/sessions';
import { createId, type IdPrefix } from '~/platform/ids';
import { buildApiClient, type ApiClient, type ApiResponse } from '../../world/api-client';
import { openBrowser } from '../../world/browser';
import { goLive } from '../../world/merchants';
import { buildPayment, sendCaptureOrVoid, paymentBody, refund } from '../../world/payments/payments';

// Another merchant's objects, and those of the other environment, get the same reply as nonexistent ones
// (threat T1).

/** Passes the Luhn check and isn't a published test card. */
const realisticPan = '4532015112830366';
const order = { order_amount: 2_500, order_currency: 'EUR' };
const redirect_urls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };

/** One of everything with an ID, in the client's environment. */
async function buildResources(client: ApiClient, name: string, pan?: string) {
  const body = (operation: 'authorize' | 'authcap') =>
    paymentBody({ operation, externalId: `${name}-${operation}`, orderId: `order-of-${name}`, pan });
  const authorized = (await client.post('/transactions', body('authorize'))).json.id as string;
  const captured = (await client.post('/transactions', body('authcap'))).json.id as string;
  const refunded = (await refund(client, captured, 100, `${name}-refund`)).json.id as string;
  const intent = (
    await client.post('/intents/payment', { external_id: `${name}-intent`, order, redirect_urls })
  ).json.intent_id as string;
  const cardIntent = (await client.post('/intents/card', { external_id: `${name}-card` })).json
    .intent_id as string;
  const names = ['authorize', 'authcap', 'refund', 'intent', 'card'].map((what) => `${name}-${what}`);
  return {
    transactions: [authorized, captured, refunded],
    intents: [intent, cardIntent],
    names: [...names, `order-of-${name}`],
  };
}

/** A merchant, and everything that must seem not to exist for it. */
async function buildOtherMerchant() {
  const [owner, otherMerchant] = [await buildApiClient(), await buildApiClient()];
  const [ownerLive, otherMerchantLive] = [
    await buildApiClient(await goLive(owner.merchant), 'live'),
    await buildApiClient(await goLive(otherMerchant.merchant), 'live'),
  ];
  const hiddenIds = [
    await buildResources(owner, 'owner'),
    await buildResources(ownerLive, 'owner-live', realisticPan),
    await buildResources(otherMerchantLive, 'own-live', realisticPan),
  ];
  return {
    owner,
    stranger: otherMerchant,
    transactions: hiddenIds.flatMap((all) => all.transactions),
    intents: hiddenIds.flatMap((all) => all.intents),
    names: hiddenIds.flatMap((all) => all.names),
  };
}

/** A reply without the parts that always differ: the request's ID, the time, and the requested ID. */
function toComparable(
  { status, headers, text }: Pick<ApiResponse, 'status' | 'headers' | 'text'>,
  requestedId: string,
) {
  const requestId = /"request_id":"([^"]+)"/.exec(text)?.[1] ?? headers.get('x-request-id') ?? '';
  const nonce = /nonce-([\w+/=-]+)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
  const maskIds = (value: string) =>
    [requestedId, encodeURIComponent(requestedId), requestId, nonce]
      .filter(Boolean)
      .reduce((maskedText, part) => maskedText.replaceAll(part, '…'), value);
  return {
    status,
    headers: [...headers]
      .filter(([name]) => !/^(ratelimit|date)/.test(name))
      .map(([name, value]) => `${name}: ${maskIds(value)}`),
    text: maskIds(text),
  };
}

const createUnusedId = (id: string) => createId(id.split('_')[0] as IdPrefix);

test('every ID of another merchant or environment gets the reply of an ID that never existed', async () => {
  const { stranger: otherMerchant, transactions, intents } = await buildOtherMerchant();
  const uses: ((id: string) => Promise<ApiResponse>)[] = [
    (id) => otherMerchant.get(`/transactions/${id}`),
    (id) => sendCaptureOrVoid(otherMerchant, id, { operation: 'capture', externalId: 'x' }),
    (id) => sendCaptureOrVoid(otherMerchant, id, { operation: 'void', externalId: 'x', amount: 1 }),
    (id) => refund(otherMerchant, id, 1, 'x'),
    (id) => otherMerchant.get(`/intents/card/${id}`),
    (id) => otherMerchant.get(`/intents/payment/${id}`),
    (id) => otherMerchant.post(`/intents/payment/${id}/cancel`, {}),
    (id) => otherMerchant.delete(`/card_tokens/${id}`),
    (id) => otherMerchant.get(`/transaction?type=external_id&id=${id}`),
    (id) => otherMerchant.get(`/transaction?type=order_id&id=${id}`),
  ];
  for (const id of [...transactions, ...intents]) {
    for (const [index, use] of uses.entries()) {
      const missing = createUnusedId(id);
      const [foreign, unknown] = [await use(id), await use(missing)];
      expect(foreign.status).toBe(404);
      expect(toComparable(foreign, id), `${index} of ${id}`).toEqual(toComparable(unknown, missing));
    }
  }
});

test("another merchant's references find nothing and stay available", async () => {
  const { owner, stranger: otherMerchant, names } = await buildOtherMerchant();
  const missing = 'never-used';
  for (const type of ['external_id', 'order_id']) {
    const unknown = toComparable(await otherMerchant.get(`/transaction?type=${type}&id=${missing}`), missing);
    for (const name of names)
      expect(
        toComparable(await otherMerchant.get(`/transaction?type=${type}&id=${name}`), name),
        name,
      ).toEqual(unknown);
  }
  for (const name of names)
    expect((await buildPayment(otherMerchant, { externalId: name })).status).toBe('AUTHORIZED');
  expect(
    (await owner.get('/transaction?type=external_id&id=owner-authorize')).headers.get('x-total-matches'),
  ).toBe('1');
});

test("a checkout URL with another merchant's intent shows the page of one that never existed", async () => {
  const { owner, stranger: otherMerchant, intents } = await buildOtherMerchant();
  const fields = {
    number: '4242424242424242',
    expiry: '12/40',
    code: '123',
    name: 'Ada Example',
    form_id: crypto.randomUUID(),
  };
  const readPage = async (clientId: string, intentId: string, method: 'GET' | 'POST') => {
    const browser = openBrowser();
    const path = `/test/checkout?${new URLSearchParams({ client_id: clientId, intent_id: intentId })}`;
    const response = await (method === 'GET' ? browser.open(path) : browser.submit(path, fields));
    return toComparable(
      {
        status: response.status,
        headers: response.headers,
        text: (await response.text()).replaceAll(clientId, '…'),
      },
      intentId,
    );
  };
  const [ownIntent, ownCardIntent, ...elsewhere] = intents;
  const addresses: [string, string][] = [
    ...[ownIntent!, ownCardIntent!].flatMap((intent): [string, string][] => [
      [otherMerchant.merchant.accountId, intent],
      [createId('acc'), intent],
    ]),
    ...elsewhere.flatMap((intent): [string, string][] => [
      [owner.merchant.accountId, intent],
      [otherMerchant.merchant.accountId, intent],
    ]),
  ];
  for (const method of ['GET', 'POST'] as const) {
    const unknown = await readPage(otherMerchant.merchant.accountId, createId('int'), method);
    expect(unknown.status).toBe(404);
    for (const [clientId, intentId] of addresses)
      expect(await readPage(clientId, intentId, method), `${method} ${clientId} ${intentId}`).toEqual(
        unknown,
      );
  }
  for (const intent of [ownIntent!, ownCardIntent!])
    expect((await readPage(owner.merchant.accountId, intent, 'GET')).status).toBe(200);
});

test('the portal shows no transaction of another merchant', async () => {
  const { stranger: otherMerchant, owner, transactions } = await buildOtherMerchant();
  const browserOf = async ({ merchant }: ApiClient) => {
    const browser = openBrowser();
    const [, name, value] = /^([^=]+)=([^;]+)/.exec(
      await startSession(new Request('http://localhost:3000/login'), merchant.ownerId, '::1'),
    )!;
    browser.cookies.set(name!, value!);
    return browser;
  };
  const readPage = async (client: ApiClient, id: string) => {
    const response = await (await browserOf(client)).open(`/transactions/${id}`);
    return toComparable(
      { status: response.status, headers: response.headers, text: await response.text() },
      id,
    );
  };
  const missing = createId('trx');
  const unknown = await readPage(otherMerchant, missing);
  expect(unknown.status).toBe(404);
  for (const id of transactions.slice(0, 6)) expect(await readPage(otherMerchant, id), id).toEqual(unknown);
  expect((await readPage(owner, transactions[0]!)).status).toBe(200);
});
