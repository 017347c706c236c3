import { expect, onTestFinished, test, vi } from 'vitest';
import { resolveUnknownOutcomes } from '~/payments/operations/unknown-outcomes';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient, type ApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { acquirer } from '../../../../tests/world/acquirers/acquirer';
import { listEventTypes, paymentBody } from '../../../../tests/world/payments/payments';
import { challengeCard, openChallengedCheckout } from '../../../../tests/world/payments/challenged-checkout';
import { buildStripeMerchant } from '../../../../tests/world/acquirers/stripe';

const declinedAfterChallenge = '4000008400001629';
const returnUrl = 'https://shop.test/done?order=7';

const setThreeDSecure = ({ merchant }: ApiClient, threeDSecure: string) =>
  prisma.account.update({ where: { id: merchant.accountId }, data: { threeDSecure } });

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

/** A payment by API that waits for its payer. */
async function buildChallengedPayment(client: ApiClient, pan = challengeCard) {
  const body = { ...paymentBody({ operation: 'authcap', pan }), return_url: returnUrl };
  const { json, status } = await client.post('/transactions', body);
  return { json, status, body, id: json.id as string, start: pathOf(json.next_action?.url ?? '') };
}

/** The payer follows the link to their bank, answers, and comes back. */
async function answer(start: string, result: string) {
  const browser = openBrowser();
  const toBank = await browser.open(start);
  expect(toBank.status).toBe(303);
  const bank = pathOf(toBank.headers.get('location')!);
  const page = await readPage(await browser.open(bank));
  const answered = await browser.submit(bank, { result });
  const [, back] = /^0; url=(.*)$/.exec(answered.headers.get('refresh') ?? '')!;
  const returned = await browser.open(pathOf(back!));
  expect(returned.status).toBe(303);
  return {
    page,
    bank,
    browser,
    back: pathOf(back!),
    destination: new URL(returned.headers.get('location')!),
  };
}

test('without a return_url, a payment that needs authentication is declined', async () => {
  const client = await buildApiClient();
  const { json } = await client.post('/transactions', paymentBody({ pan: challengeCard }));
  expect(json).toMatchObject({ status: 'DECLINED', decline: { code: 'authentication_required' } });
  expect(json).not.toHaveProperty('next_action');
});

test('a payment without a challenge says how it was authenticated', async () => {
  const client = await buildApiClient();
  const { json } = await client.post('/transactions', paymentBody({ pan: '4000000000003055' }));
  expect(json).toMatchObject({
    status: 'AUTHORIZED',
    authentication: {
      status: 'authenticated',
      flow: 'frictionless',
      version: '2.2.0',
      eci: '05',
      liability_shift: true,
    },
  });
  const other = await client.post('/transactions', paymentBody({ pan: '4000000000003097' }));
  expect(other.json.authentication).toEqual({ status: 'unavailable', eci: '07', liability_shift: false });
  const plain = await client.post('/transactions', paymentBody());
  expect(plain.json).not.toHaveProperty('authentication');
});

test('with 3-D Secure for every payment, every payer is authenticated', async () => {
  const client = await buildApiClient();
  await setThreeDSecure(client, 'always');
  const plain = await client.post('/transactions', { ...paymentBody(), return_url: returnUrl });
  expect(plain.json.authentication).toEqual({
    status: 'attempted',
    version: '2.2.0',
    eci: '06',
    liability_shift: true,
  });
  const other = { ...paymentBody({ pan: '5555555555554444' }), return_url: returnUrl };
  expect((await client.post('/transactions', other)).json.authentication).toMatchObject({ eci: '01' });
  // With the default setting, this card needs no challenge.
  const { json } = await buildChallengedPayment(client, '4000000000003055');
  expect(json).toMatchObject({ status: 'PENDING', next_action: { type: 'redirect' } });
});

test('without 3-D Secure, a payment is declined if the bank requires it', async () => {
  const client = await buildApiClient();
  await setThreeDSecure(client, 'never');
  const { json } = await buildChallengedPayment(client);
  expect(json).toMatchObject({ status: 'DECLINED', decline: { code: 'authentication_required' } });
  const plain = await client.post('/transactions', { ...paymentBody(), return_url: returnUrl });
  expect(plain.json).toMatchObject({ status: 'AUTHORIZED' });
  expect(plain.json).not.toHaveProperty('authentication');
  // Nor is a payer authenticated in the background, so the bank isn't liable.
  for (const pan of ['4000000000003055', '4000000000003097']) {
    const quiet = await buildChallengedPayment(client, pan);
    expect(quiet.json).toMatchObject({ status: 'CAPTURED' });
    expect(quiet.json).not.toHaveProperty('authentication');
  }
});

test('the acquirer gets the payer’s browser, which isn’t stored', async () => {
  const client = await buildApiClient();
  const authorize = vi.spyOn(acquirer, 'authorize').mockClear();
  onTestFinished(() => authorize.mockRestore());
  const browser = {
    ...{ accept_header: 'text/html', user_agent: 'Browser of tomorrow', language: 'pt-BR' },
    ...{ ip_address: '2001:db8::7', color_depth: 24, screen_width: 390, screen_height: 844 },
    time_zone_offset: -60,
  };
  const body = { ...paymentBody(), return_url: returnUrl };
  const { json } = await client.post('/transactions', { ...body, browser });
  expect(json.status).toBe('AUTHORIZED');
  const sent = {
    ...{ acceptHeader: 'text/html', userAgent: 'Browser of tomorrow', language: 'pt-BR' },
    ipAddress: '2001:db8::7',
    screen: { colorDepth: 24, width: 390, height: 844, timeZoneOffset: -60 },
  };
  expect(authorize.mock.calls[0]![0].authentication?.browser).toEqual(sent);
  // A request from another browser is still an idempotent replay.
  const again = await client.post('/transactions', { ...body, browser: { ...browser, language: 'de' } });
  expect(again.json.id).toBe(json.id);
  // Without a return URL, the browser isn't sent.
  const { time_zone_offset: _, ...part } = browser;
  await client.post('/transactions', { ...paymentBody(), browser: part });
  await client.post('/transactions', { ...paymentBody(), return_url: returnUrl, browser: part });
  expect(authorize.mock.calls.slice(1).map(([request]) => request.authentication)).toEqual([
    { requested: 'automatic' },
    expect.objectContaining({ browser: { ...sent, screen: undefined } }),
  ]);
  const row = await prisma.transaction.findUniqueOrThrow({
    where: { id: json.id },
    include: { operations: true },
  });
  expect(
    JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('tomorrow');
});

test.each([
  [{ accept_header: 'text/html' }, 'browser.user_agent'],
  [{ accept_header: '', user_agent: 'b' }, 'browser.accept_header'],
  [{ accept_header: 'a', user_agent: 'b', language: 'en_US' }, 'browser.language'],
  [{ accept_header: 'a', user_agent: 'b', ip_address: '256.1.1.1' }, 'browser.ip_address'],
  [{ accept_header: 'a', user_agent: 'b', time_zone_offset: 841 }, 'browser.time_zone_offset'],
  [{ accept_header: 'a', user_agent: 'b', java_enabled: true }, 'browser.java_enabled'],
])('an invalid browser is rejected: %o', async (browser, field) => {
  const client = await buildApiClient();
  const { json, status } = await client.post('/transactions', { ...paymentBody(), browser });
  expect({ status, errors: json.errors }).toMatchObject({ status: 422, errors: [{ field }] });
});

test('a payer confirms at their bank, and returns to the shop with a paid payment', async () => {
  const client = await buildApiClient();
  const { json, status, id, start, body } = await buildChallengedPayment(client);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    status: 'PENDING',
    amount_captured: 0,
    last_operation: { type: 'authcap', status: 'PENDING' },
    next_action: { type: 'redirect', expires_at: expect.any(String) },
  });
  const minutes = (Date.parse(json.next_action.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThanOrEqual(15.1);
  expect((await client.get(`/transactions/${id}`)).json).toEqual(json);
  // A replay changes nothing, either.
  expect((await client.post('/transactions', body)).json).toEqual(json);
  expect((await client.get(`/transactions/${id}`)).json).toEqual(json);
  expect(await listEventTypes(id)).toEqual([]);

  const { page, destination, browser, back } = await answer(start, 'authenticated');
  expect(page.html).toContain('This is a simulation');
  expect(destination.href).toMatch(/^https:\/\/shop\.test\/done\?order=7&/);
  expect(Object.fromEntries(destination.searchParams)).toMatchObject({
    order: '7',
    intent_id: '',
    transaction_id: id,
    reference_id: body.external_id,
    status: 'CAPTURED',
    signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const paid = (await client.get(`/transactions/${id}`)).json;
  expect(paid).toMatchObject({
    status: 'CAPTURED',
    authentication: { status: 'authenticated', flow: 'challenge', liability_shift: true },
  });
  expect(paid).not.toHaveProperty('next_action');
  expect((await client.post('/transactions', body)).json.status).toBe('CAPTURED');
  expect(await listEventTypes(id)).toEqual(['transaction.captured']);

  // The back button and a second tab end at the shop, and change nothing.
  for (const path of [start, back])
    expect((await browser.open(path)).headers.get('location')).toBe(destination.href);
  expect(await listEventTypes(id)).toEqual(['transaction.captured']);
});

test.each([
  ['failed', challengeCard, 'authentication_failed', 'failed'],
  ['authenticated', declinedAfterChallenge, 'do_not_honor', 'authenticated'],
])('a payer who %s at their bank with %s is declined: %s', async (result, pan, code, status) => {
  const client = await buildApiClient();
  const { id, start } = await buildChallengedPayment(client, pan);
  const { destination } = await answer(start, result);
  expect(destination.searchParams.get('status')).toBe('DECLINED');
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    status: 'DECLINED',
    decline: { code },
    authentication: { status, liability_shift: status === 'authenticated' },
  });
});

test('a bank that is unavailable lets the payment through without a liability shift', async () => {
  const client = await buildApiClient();
  const { id, start } = await buildChallengedPayment(client);
  await answer(start, 'unavailable');
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    status: 'CAPTURED',
    authentication: { status: 'unavailable', liability_shift: false },
  });
});

test('a payer who never comes back is declined after 15 minutes', async () => {
  const client = await buildApiClient();
  const { id, start } = await buildChallengedPayment(client);
  const due = () =>
    prisma.operation.updateMany({ where: { transactionId: id }, data: { inquireAt: new Date(0) } });
  await due();
  await resolveUnknownOutcomes();
  expect((await client.get(`/transactions/${id}`)).json.status).toBe('PENDING');
  const row = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  await prisma.transaction.update({
    where: { id },
    data: { authentication: { ...(row.authentication as object), expires_at: new Date(0).toISOString() } },
  });
  await due();
  await resolveUnknownOutcomes();
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    status: 'DECLINED',
    decline: { code: 'authentication_failed' },
    authentication: { status: 'failed' },
  });
  const late = await openBrowser().open(start);
  expect(late.headers.get('location')).toMatch(/^https:\/\/shop\.test\/done\?.*status=DECLINED/);
});

test('the link belongs to one payment and environment', async () => {
  const client = await buildApiClient();
  const { id, start } = await buildChallengedPayment(client);
  const { id: plain } = (await client.post('/transactions', paymentBody())).json;
  const browser = openBrowser();
  for (const path of [
    start.replace('/test/', '/'),
    start.replace(id, plain),
    start.replace(id, 'trx_00000000000000000000000000000000000'),
    start.replace(id, '%00'),
    '/test/checkout/authentication',
    '/test/checkout/authentication/return',
  ])
    expect({ path, status: (await browser.open(path)).status }).toEqual({ path, status: 404 });
  const bank = await browser.open('/test/checkout/simulated-bank?reference=op_1', {
    headers: { 'Accept-Language': 'de' },
  });
  expect(bank.status).toBe(404);
  // The simulated bank's page exists only in English.
  expect((await readPage(bank)).html).toContain('<html lang="en"');
});

test('a return_url is part of the request, and follows the rules of redirect URLs', async () => {
  const client = await buildApiClient();
  const { body } = await buildChallengedPayment(client);
  const conflict = await client.post('/transactions', { ...body, return_url: 'https://shop.test/other' });
  expect(conflict.json).toMatchObject({ code: 'external_id_conflict', differing_fields: ['return_url'] });
  for (const url of ['javascript:alert(1)', 'http://shop.test/', 'https://a@shop.test/', '/done'])
    expect((await client.post('/transactions', { ...paymentBody(), return_url: url })).json).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'return_url', code: 'invalid_url' }],
    });
});

test('on the hosted page, the payer goes to their bank and back, in their language', async () => {
  const client = await buildApiClient();
  const { page, browser, paid, intent, countChallenges } = await openChallengedCheckout(client);
  const { html, title } = await readPage(paid);
  expect(await countChallenges()).toBe(1);
  expect(title).toContain('Bei Ihrer Bank bestätigen');
  const [, start] = /^0; url=(.*)$/.exec(paid.headers.get('refresh')!)!;
  expect(html).toContain('Weiter zu Ihrer Bank');

  // A second tab shows the same, and only looks again whether the payment is complete.
  const second = await browser.open(page);
  expect(second.headers.get('refresh')).toBe(`10; url=${page}`);
  expect((await readPage(second)).html).toContain('Weiter zu Ihrer Bank');

  const { destination } = await answer(pathOf(start!), 'authenticated');
  expect(destination.searchParams.get('lang')).toBe('de');
  expect((await intent()).state).toBe('PAID');
  const result = await browser.open(pathOf(destination.href));
  expect(result.headers.get('refresh')).toMatch(/^0; url=\/test\/checkout\/return\?/);
  expect(await countChallenges()).toBe(0);
});

test('on the hosted page, a payer whose authentication failed can use another card', async () => {
  const client = await buildApiClient();
  const { page, browser, paid, intent, countChallenges } = await openChallengedCheckout(client, 'en');
  const [, start] = /^0; url=(.*)$/.exec(paid.headers.get('refresh')!)!;
  const { destination } = await answer(pathOf(start!), 'failed');
  const result = await readPage(await browser.open(pathOf(destination.href)));
  expect(await countChallenges()).toBe(1);
  expect(result.html).toContain('Your bank couldn’t confirm that it was you');
  const form = { number: '4242424242424242', expiry: '12/40', code: '123', name: 'Ada Sommer' };
  await browser.submit(page, { ...form, form_id: crypto.randomUUID() });
  expect((await intent()).state).toBe('PAID');
});

test('Stripe authenticates the payer on its own page', async () => {
  const { client, standIn } = await buildStripeMerchant();
  const { json, id, start } = await buildChallengedPayment(client);
  expect(json.status).toBe('PENDING');
  const browser = openBrowser();
  const bank = (await browser.open(start)).headers.get('location')!;
  expect(bank).toContain(standIn.origin);
  const answered = await fetch(bank, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'completed' }),
    redirect: 'manual',
  });
  const back = await browser.open(pathOf(answered.headers.get('location')!));
  expect(new URL(back.headers.get('location')!).searchParams.get('status')).toBe('CAPTURED');
  expect((await client.get(`/transactions/${id}`)).json).toMatchObject({
    status: 'CAPTURED',
    authentication: { status: 'authenticated', flow: 'challenge' },
  });
});
