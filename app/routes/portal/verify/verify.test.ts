import { expect, test } from 'vitest';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { findCardIntent } from '~/payments/checkout/card-intents';
import { buildCardRedirectUrl, buildRedirectUrl, buildReturnUrl } from '~/payments/checkout/redirect-url';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { seal } from '~/platform/secrets/secrets.server';
import { buildEventMessage } from '~/webhooks/events/event-message';
import { createWebhookSecret, buildSignatureHeaders } from '~/webhooks/verification/signature';
import { hashPassword } from '~/identity/passwords/passwords';
import { deriveSigningSecret, signWebhook } from '../../../../packages/listen/src/signature.js';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { goLive } from '../../../../tests/world/merchants';
import { buildCardIntent } from '../../../../tests/world/payments/card-tokens';
import { shopUrls } from '../../../../tests/world/payments/payment-intents';
import { paymentBody } from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';
const path = '/developers/verify';

/** A merchant in this role with an abandoned payment intent and its redirect URL. */
async function returned(role = 'developer', reference = 'order 1+1 é') {
  const client = await buildApiClient();
  const { accountId, ownerId } = client.merchant;
  const email = `verify-${crypto.randomUUID()}@example.com`;
  await prisma.user.update({
    where: { id: ownerId },
    data: { email, passwordHash: await hashPassword(password) },
  });
  await prisma.member.updateMany({ where: { userId: ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  const redirect_urls = {
    success: 'https://shop.example/ok?basket=7',
    failure: 'https://shop.example/no?basket=7',
  };
  const { json } = await client.post('/intents/payment', {
    external_id: reference,
    order: { order_amount: 100, order_currency: 'EUR' },
    redirect_urls,
  });
  const intent = (await findCheckoutIntent({
    accountId,
    environment: 'test',
    intentId: json.intent_id as string,
  }))!;
  const address = await buildRedirectUrl(intent, null);
  await prisma.paymentIntent.update({
    where: { id: intent.id },
    data: { redirectedAt: new Date(Date.now() - 20) },
  });
  const check = async (pasted: string) =>
    textOf((await readPage(await browser.submit(path, { what: 'return', address: pasted }))).html);
  return { client, browser, intent, address, check };
}

const textOf = (html: string) =>
  html
    .replace(/<textarea[\s\S]*?<\/textarea>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');

test('an authentic redirect is confirmed, with the actual state', async () => {
  const { address, check } = await returned();
  for (const pasted of [
    address,
    new URL(address).search,
    new URL(address).search.slice(1),
    ` ${address}\n`,
  ]) {
    expect(await check(pasted)).toContain('The signature is valid');
    expect(await check(pasted)).toContain('the intent is open in test, and it has no transaction');
  }
});

test('altered parameters are named', async () => {
  const { address, intent, check } = await returned();
  const edit = (change: (query: URLSearchParams) => void) => {
    const url = new URL(address);
    change(url.searchParams);
    return url.href;
  };
  const cases: [string, string][] = [
    [
      edit((query) => query.set('status', 'CAPTURED')),
      'status was changed We signed “CANCELLED”. You received “CAPTURED”.',
    ],
    [
      edit((query) => query.set('reference_id', 'order 2')),
      'reference_id was changed We signed “order 1+1 é”.',
    ],
    [edit((query) => query.set('intent_id', createId('int'))), 'intent_id was changed We signed'],
    [edit((query) => query.set('timestamp', '2027-05-04T09:00:00.000Z')), 'timestamp was changed We signed'],
    [edit((query) => query.delete('transaction_id')), 'transaction_id is missing'],
    [edit((query) => query.append('status', 'CAPTURED')), 'status appears twice'],
    [
      edit((query) => query.set('reference_id', encodeURIComponent('order 1+1 é'))),
      'reference_id is percent-encoded twice',
    ],
    [address.replace('%2B', '+'), 'A plus sign in reference_id became a space'],
    [address.replaceAll('&', '&amp;'), 'The parameters are separated by &amp;'.replace('&amp;', '&')],
    [edit((query) => query.delete('signature')), 'signature is missing'],
    [
      edit((query) => query.set('signature', query.get('signature')!.slice(0, 63))),
      'signature has 63 characters',
    ],
    [
      edit((query) => query.set('signature', query.get('signature')!.toUpperCase())),
      'signature is in uppercase',
    ],
    [edit((query) => query.set('signature', 'g'.repeat(64))), 'signature is not in hex'],
    [edit((query) => query.set('signature', '0'.repeat(64))), 'The signature doesn’t match'],
  ];
  for (const [pasted, text] of cases) {
    const received = await check(pasted);
    expect(received, pasted).toContain(text);
    expect(received).toContain('The signature isn’t valid');
  }
  // The order of parameters doesn't matter.
  expect(
    await check(
      [...new URL(address).searchParams]
        .reverse()
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&'),
    ),
  ).toContain('The signature is valid');
  expect(
    (await findCheckoutIntent({ accountId: intent.accountId, environment: 'test', intentId: intent.id }))!
      .state,
  ).toBe('OPEN');
});

test('each redirect says how to confirm it', async () => {
  const { client, address, check } = await returned();
  expect(await check(address)).toContain('confirm this with GET /intents/payment/{intent_id}');
  const built = await buildCardIntent(client, { redirect_urls: shopUrls });
  const card = await check((await buildCardRedirectUrl((await findCardIntent(built.address))!))!);
  expect(card).toContain('the intent is open in test. Your code should always');
  expect(card).toContain('confirm this with GET /intents/card/{intent_id}');
  const body = { ...paymentBody(), return_url: 'https://shop.example/done' };
  const id = (await client.post('/transactions', body)).json.id as string;
  const payment = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const returnUrl = (await buildReturnUrl({ ...payment, environment: 'test' }))!;
  const genuine = await check(returnUrl);
  expect(genuine).toContain('the payment is AUTHORIZED in test');
  expect(genuine).toContain('confirm this with GET /transactions/{trx_id}');
  const forged = returnUrl.replace(/signature=.{4}/, 'signature=0000');
  expect(await check(forged)).toContain('nor the ones we have for this payment.');
  const unknown = await check(forged.replace(id, createId('trx')));
  expect(unknown).toContain('It doesn’t match the values you received.');
});

test('a redirect of the other environment is distinguished from a forged one', async () => {
  const { client, address, browser, check } = await returned('owner');
  await goLive(client.merchant);
  await browser.submit('/environment', { environment: 'live', returnTo: path });
  expect(await check(address)).toContain('This redirect is from the test environment');
  expect(await check(address)).toContain('the intent is open in test');
});

test.each(['', 'hello', 'https://shop.example/ok?basket=7', '%00', '?%', 'a'.repeat(20_000)])(
  'input without a redirect is rejected: %#',
  async (pasted) => {
    const { check } = await returned();
    const page = await check(pasted);
    expect(page).toContain('Error: Check a signature');
    expect(page).toContain('There is a problem This isn’t a redirect URL');
  },
);

test("another merchant's redirect is unknown here, and reveals nothing", async () => {
  const [{ address }, { check }] = [await returned(), await returned('developer', 'order 3')];
  const received = await check(address);
  expect(received).toContain('The signature doesn’t match');
  expect(received).toContain('No intent or payment in this account');
});

/** An event that was sent once to the merchant's endpoint. */
async function sentWebhook({ accountId, ownerId }: { accountId: string; ownerId: string }) {
  const [secret, endpointId, id] = [createWebhookSecret(), createId('hook'), createId('evt')];
  const endpoint = {
    id: endpointId,
    accountId,
    environment: 'test',
    url: 'https://shop.example/hooks',
    sealed: seal(`webhook-secret/${endpointId}`, secret),
    createdBy: ownerId,
    secretCreatedBy: ownerId,
  };
  await prisma.webhookEndpoint.create({ data: endpoint });
  const event = await prisma.webhookEvent.create({
    data: {
      id,
      accountId,
      environment: 'test',
      type: 'transaction.captured',
      payload: { amount: 4250, name: 'Café' },
    },
  });
  const body = buildEventMessage({ ...event, environment: 'test', sample: false });
  const headers = buildSignatureHeaders({ id, sentAt: new Date(), body }, [secret]);
  return {
    secret,
    body,
    fields: {
      what: 'webhook',
      id,
      timestamp: headers['webhook-timestamp']!,
      signature: headers['webhook-signature']!,
      body,
    },
  };
}

test('a webhook is compared with the sent one, byte by byte', async () => {
  const { client, browser } = await returned();
  const { fields, body, secret } = await sentWebhook(client.merchant);
  const check = async (changes: Record<string, string>) =>
    textOf((await readPage(await browser.submit(path, { ...fields, ...changes }))).html);
  expect(await check({})).toContain(
    'The signature is valid Signed for https://shop.example/hooks, with its secret.',
  );
  const received = await check({ body: body.replace('4250', '4251') });
  expect(received).toContain(
    `The body differs from the one we sent at byte offset ${Buffer.byteLength(body.slice(0, body.indexOf('4250') + 3))}`,
  );
  expect(received).toMatch(/We sent 0 \S.* You received 1 /);
  expect(await check({ body: `${body}\r\n` })).toContain('A line break was added at the end');
  expect(await check({ id: createId('evt') })).toContain('No event in this environment has this ID');
  expect(await check({ id: '\0', timestamp: 'soon', signature: 'x', body: '' })).toContain(
    'webhook-timestamp isn’t valid',
  );
  // Even if one endpoint's secret can't be decrypted, the others are checked.
  const { accountId, ownerId } = client.merchant;
  await prisma.webhookEndpoint.create({
    data: {
      id: createId('hook'),
      accountId,
      environment: 'test',
      url: 'https://old.example/hooks',
      // Tests that deliver webhooks share the database, and must not come upon this secret.
      status: 'disabled',
      disabledReason: 'manual',
      disabledAt: new Date(),
      sealed: 'of another key',
      createdBy: ownerId,
      secretCreatedBy: ownerId,
    },
  });
  expect(await check({})).toContain('The signature is valid');
  const html = await (await browser.submit(path, fields)).text();
  expect(html).not.toContain(secret.slice(6));
  const stranger = await returned();
  const theirs = textOf(await (await stranger.browser.submit(path, fields)).text());
  expect(theirs).toContain('No event in this environment has this ID');
  expect(theirs).not.toContain('The signature is valid');
});

test('a webhook from tillway-listen is checked with the secret that the command printed', async () => {
  const { client, browser } = await returned('viewer');
  const { fields, body } = await sentWebhook(client.merchant);
  const secret = deriveSigningSecret(client.merchant.clientSecret);
  const headers = signWebhook({ id: fields.id, body, secret });
  const forwarded = {
    ...fields,
    timestamp: headers['webhook-timestamp']!,
    signature: headers['webhook-signature']!,
  };
  const check = async (changes: Record<string, string>) => {
    const { html } = await readPage(await browser.submit(path, { ...forwarded, ...changes }));
    expect(html).not.toContain(secret.slice(6));
    return textOf(html);
  };
  expect(await check({ secret: ` ${secret}\n` })).toContain(
    'The signature is valid Signed with the secret that you entered.',
  );
  expect(await check({})).toContain('If tillway-listen sent it, enter the signing secret');
  expect(await check({ secret: createWebhookSecret() })).toContain(
    'The signature matches neither the secret that you entered nor any of your endpoints',
  );
  expect(await check({ secret: 'sk_test_1' })).toContain('A signing secret starts with whsec_');
});

test.each([
  ['id', 255, 'Enter a webhook-id of at most 255 characters'],
  ['timestamp', 40, 'Enter a webhook-timestamp of at most 40 characters'],
  ['signature', 1_000, 'Enter a webhook-signature of at most 1,000 characters'],
  ['body', 65_536, 'Enter a body of at most 65,536 characters'],
  ['secret', 200, 'Enter a signing secret of at most 200 characters'],
])('a webhook with a longer %s than the form takes isn’t checked', async (field, length, message) => {
  const { client, browser } = await returned('viewer');
  const { fields } = await sentWebhook(client.merchant);
  const check = async (value: string) =>
    (await readPage(await browser.submit(path, { ...fields, [field]: value }))).html;
  const value = 'whsec_'.padEnd(length, 'a');
  expect(textOf(await check(value))).not.toContain(message);
  const page = await check(`${value}a`);
  expect(textOf(page)).toContain(`There is a problem ${message}`);
  expect(textOf(page)).not.toMatch(/The signature is(n’t)? valid/);
  // The input is kept, except for the secret.
  expect(page.includes(`${value}a`)).toBe(field !== 'secret');
});

test('an entered secret that isn’t the endpoint’s is named as the cause', async () => {
  const { client, browser } = await returned('viewer');
  const { fields, secret: endpointSecret } = await sentWebhook(client.merchant);
  const check = async (secret: string) =>
    textOf((await readPage(await browser.submit(path, { ...fields, secret }))).html);
  const cause = 'The secret you entered is a different one. Your server must use this endpoint’s secret.';
  expect(await check(createWebhookSecret())).toMatch(new RegExp(`The signature is valid .*${cause}`));
  expect(await check('')).not.toContain(cause);
  expect(await check(endpointSecret)).toMatch(/with its secret\. It’s the secret that you entered\./);
});

test.each([
  ['developer', 200],
  ['viewer', 200],
  ['finance', 403],
])('who may check: %s', async (role, status) => {
  const { browser, address } = await returned(role);
  const response = await browser.submit(path, { what: 'return', address });
  expect({ openStatus: (await browser.open(path)).status, responseStatus: response.status }).toEqual({
    openStatus: status,
    responseStatus: status,
  });
});

test('the verification signs nothing', async () => {
  const { address, check, browser } = await returned('viewer');
  const url = new URL(address);
  const right = url.searchParams.get('signature')!;
  url.searchParams.set('signature', '0'.repeat(64));
  expect(await check(url.href)).not.toContain(right);
  expect(
    (await browser.submit(path, { what: 'return', address: url.href })).headers.get('cache-control'),
  ).toContain('no-store');
});
