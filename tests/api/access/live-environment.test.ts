import { expect, test } from 'vitest';
import { addRedirectHost, removeRedirectHost } from '~/merchants/redirect-hosts/redirect-hosts';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient, sendApiRequest } from '../../world/api-client';
import { buildMerchant, goLive } from '../../world/merchants';
import { buildPayment, paymentBody } from '../../world/payments/payments';
import { disconnectAcquirers } from '../../world/acquirers/acquirer';

/** Passes the Luhn check and isn't a published test card. */
const realisticPan = '4532015112830366';

test('a live account has separate payments in live and test', async () => {
  const merchant = await buildMerchant();
  const [inTest, inLive] = [
    await buildApiClient(merchant),
    await buildApiClient(await goLive(merchant), 'live'),
  ];
  const body = paymentBody({ externalId: 'same-in-both' });
  const paid = (await inLive.post('/transactions', { ...body, card: { ...body.card, pan: realisticPan } }))
    .json;
  expect(paid).toMatchObject({ status: 'AUTHORIZED', external_id: 'same-in-both' });
  const attempted = (await inTest.post('/transactions', body)).json;
  expect(attempted.id).not.toBe(paid.id);
  expect((await inTest.get(`/transactions/${paid.id}`)).status).toBe(404);
  expect((await inLive.get(`/transactions/${attempted.id}`)).status).toBe(404);
  expect((await inLive.get('/transaction?type=external_id&id=same-in-both')).json.id).toBe(paid.id);
  expect((await inLive.post('/refunds', { external_id: 'r', trx_id: attempted.id, amount: 1 })).status).toBe(
    404,
  );
});

test('only raw card data in live requires PCI certification', async () => {
  const client = await buildApiClient(await goLive(await buildMerchant(), { pciCertified: false }), 'live');
  const body = paymentBody();
  expect(
    (await client.post('/transactions', { ...body, card: { ...body.card, pan: realisticPan } })).json,
  ).toMatchObject({ status: 403, code: 'pci_certification_required' });
  const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/json' };
  const withBothUrls = JSON.stringify({ ...body, card: { token: 'tok_x', pan: realisticPan } });
  for (const other of ['{}', 'null', '"text"', '{"card":"tok_x"}', withBothUrls])
    expect((await sendApiRequest('live', 'POST', '/transactions', { headers, body: other })).json.code).toBe(
      'pci_certification_required',
    );
  expect((await sendApiRequest('live', 'POST', '/transactions', { headers, body: '{' })).json).toMatchObject({
    status: 400,
    code: 'malformed_json',
  });
  const redirect_urls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };
  expect(
    (await client.post('/intents/payment', { external_id: 'i', redirect_urls, order: body.order })).status,
  ).toBe(200);
  expect((await client.post('/intents/card', { external_id: 'c' })).status).toBe(200);
});

test('live rejects test cards and stores no trace of them', async () => {
  const client = await buildApiClient(await goLive(await buildMerchant()), 'live');
  expect((await client.post('/transactions', paymentBody({ externalId: 'tried' }))).json).toMatchObject({
    status: 422,
    code: 'test_card_refused',
  });
  expect(await prisma.transaction.count({ where: { accountId: client.merchant.accountId } })).toBe(0);
});

test("an account that isn't live can't use live, even with a secret", async () => {
  const merchant = await goLive(await buildMerchant());
  await prisma.account.update({ where: { id: merchant.accountId }, data: { mode: 'test' } });
  const body = JSON.stringify({ client_id: merchant.clientId, client_secret: merchant.clientSecret });
  const headers = { 'Content-Type': 'application/json' };
  expect((await sendApiRequest('live', 'POST', '/auth/token', { headers, body })).json).toMatchObject({
    status: 403,
    code: 'live_not_enabled',
  });
  expect((await sendApiRequest('test', 'POST', '/auth/token', { headers, body })).json.code).toBe(
    'invalid_client',
  );
});

test('without a live acquirer, a payment is rejected before it starts', async () => {
  const client = await buildApiClient(await goLive(await buildMerchant()), 'live');
  const { id } = await buildPayment(client, { pan: realisticPan });
  const reconnect = disconnectAcquirers();
  const body = paymentBody({ pan: realisticPan });
  const replies = [
    await client.post('/transactions', body),
    await client.post(`/transactions/${id}`, { operation: 'capture', external_id: 'c' }),
    await client.post('/refunds', { external_id: 'r', trx_id: id, amount: 1 }),
  ];
  reconnect();
  expect(replies.map(({ json }) => json.code)).toEqual(Array(3).fill('acquirer_not_configured'));
  expect((await client.post('/transactions', body)).json.status).toBe('AUTHORIZED');
});

const intent = (
  success: string,
  { failure = 'https://shop.example/no', externalId = crypto.randomUUID() as string } = {},
) => ({
  external_id: externalId,
  redirect_urls: { success, failure },
  order: { order_amount: 1_000, order_currency: 'EUR' },
});

test.each([
  'https://evil.example/ok',
  'https://sub.shop.example/ok',
  'https://shop.example.evil.example/ok',
  'https://shop.example:8443/ok',
  'https://evil.example?shop.example',
  'https://evil.example#@shop.example',
  'https://shöp.example/ok',
  'https://localhost/ok',
])("payers can't be redirected to %s in live, because its host is not listed", async (address) => {
  const merchant = await goLive(await buildMerchant());
  const client = await buildApiClient(merchant, 'live');
  const { status, json } = await client.post('/intents/payment', intent(address));
  expect({ status, code: json.code }).toEqual({ status: 422, code: 'validation_failed' });
  const problemText = {
    code: 'host_not_listed',
    message: 'must use a listed host. Add it at http://localhost:3000/developers/redirect-hosts',
  };
  expect(json.errors).toEqual([{ field: 'redirect_urls.success', ...problemText }]);
  const both = (await client.post('/intents/payment', intent(address, { failure: address }))).json;
  expect(both.errors).toEqual([
    { field: 'redirect_urls.success', ...problemText },
    { field: 'redirect_urls.failure', ...problemText },
  ]);
  expect(
    (await client.post('/intents/payment', intent('https://shop.example/ok', { failure: address }))).json
      .errors,
  ).toEqual([{ field: 'redirect_urls.failure', ...problemText }]);
  expect(await prisma.paymentIntent.count({ where: { accountId: merchant.accountId } })).toBe(0);
});

test.each([
  'https://shop.example/ok?a=b',
  'HTTPS://SHOP.EXAMPLE',
  'https://shop.example:443/ok',
  'https://shop.example./ok',
  'https://other.example:8443/ok',
  'https://münchen.example/ok',
  'https://xn--mnchen-3ya.example/',
])('payers can be redirected to %s in live, because its host is listed', async (address) => {
  const client = await buildApiClient(
    await goLive(await buildMerchant(), { hosts: ['shop.example', 'other.example:8443', 'münchen.example'] }),
    'live',
  );
  expect((await client.post('/intents/payment', intent(address))).status).toBe(200);
});

test('the list of hosts applies to live, and each merchant has its own', async () => {
  const [merchant, other] = [
    await goLive(await buildMerchant(), { hosts: [] }),
    await goLive(await buildMerchant()),
  ];
  expect(
    (await (await buildApiClient(other, 'live')).post('/intents/payment', intent('https://shop.example/ok')))
      .status,
  ).toBe(200);
  const client = await buildApiClient(merchant, 'live');
  expect((await client.post('/intents/payment', intent('https://shop.example/ok'))).json.errors[0].code).toBe(
    'host_not_listed',
  );
  expect(
    (await (await buildApiClient()).post('/intents/payment', intent('https://anything.example/ok'))).status,
  ).toBe(200);
});

test('a removed host stops new intents; existing ones keep their URLs and replies', async () => {
  const merchant = await goLive(await buildMerchant());
  const client = await buildApiClient(merchant, 'live');
  const body = intent('https://shop.example/ok', { externalId: 'before' });
  const created = await client.post('/intents/payment', body);
  await removeRedirectHost({ accountId: merchant.accountId, host: 'shop.example', removedBy: 'usr_none' });
  expect(
    (await client.post('/intents/payment', intent('https://shop.example/ok', { externalId: 'after' })))
      .status,
  ).toBe(422);
  const again = await client.post('/intents/payment', body);
  expect({
    status: again.status,
    text: again.text,
    idempotentReplayed: again.headers.get('idempotent-replayed'),
  }).toEqual({ status: 200, text: created.text, idempotentReplayed: 'true' });
  expect(
    (await client.post('/intents/payment', intent('https://evil.example/ok', { externalId: 'before' }))).json
      .code,
  ).toBe('external_id_conflict');
  expect(await prisma.paymentIntent.findUnique({ where: { id: created.json.intent_id } })).toMatchObject({
    successUrl: 'https://shop.example/ok',
  });
  // A rejected request doesn't use up its external_id.
  await addRedirectHost({
    accountId: merchant.accountId,
    hostInput: 'shop.example',
    createdBy: merchant.ownerId,
  });
  expect(
    (await client.post('/intents/payment', intent('https://shop.example/ok', { externalId: 'after' })))
      .status,
  ).toBe(200);
});
