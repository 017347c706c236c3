import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { enableLiveMode } from '~/merchants/accounts/accounts';
import { authenticateClient } from '~/merchants/credentials/credentials';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { generateCode } from '../../../../tests/world/identity/authenticator';
import { setUpAuthenticator } from '../../../../tests/world/identity/second-factors';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant } from '../../../../tests/world/merchants';
import { disconnectAcquirers } from '../../../../tests/world/acquirers/acquirer';
import { buildPaymentLink } from '../../../../tests/world/payments/payment-links';

const password = 'correct horse battery';

/** A logged-in member of a merchant, with an authenticator app unless stated otherwise. */
async function logIn({ live = true, role = 'owner', factor = true } = {}) {
  const email = `${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  const { accountId, ownerId: userId } = merchant;
  if (live) await enableLiveMode(prisma, { accountId, pciCertified: false });
  await prisma.member.updateMany({ where: { userId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  if (factor) {
    const secret = await setUpAuthenticator(userId);
    await browser.submit('/login', { email, password });
    expect((await browser.submit('/login/code', { code: generateCode(secret) })).status).toBe(302);
  }
  await browser.submit('/environment', { environment: 'live' });
  const create = (overlap = '0') => browser.submit('/developers', { environment: 'live', overlap });
  return { merchant, browser, email, create };
}

const liveSecrets = (accountId: string) =>
  prisma.apiSecret.count({ where: { accountId, environment: 'live' } });

test('a live secret is created, shown once, and emailed to the owners', async () => {
  const { merchant, browser, email, create } = await logIn();
  const made = await create();
  expect({ status: made.status, location: made.headers.get('location') }).toEqual({
    status: 302,
    location: '/developers',
  });
  const { html } = await readPage(await browser.open('/developers'));
  const clientSecret = /sk_live_[\w-]{43}/.exec(html)![0];
  expect(html).toContain('TILLWAY_API_URL=http://localhost:3000/api');
  expect((await readPage(await browser.open('/developers'))).html).not.toContain(clientSecret);
  expect(
    await authenticateClient({
      clientId: merchant.accountId,
      clientSecret,
      environment: 'live',
      address: '',
    }),
  ).toMatchObject({ accountId: merchant.accountId });
  expect(
    await prisma.mail.findMany({ where: { recipient: email, template: 'live-secret-created' } }),
  ).toHaveLength(1);
  expect(
    await prisma.auditEntry.findMany({ where: { accountId: merchant.accountId, action: 'secret_created' } }),
  ).toMatchObject([
    { actor: `portal:${merchant.ownerId}`, details: { environment: 'live', overlap_hours: 0 } },
  ]);
});

test('a form sent after more than ten minutes creates none', async () => {
  const { merchant, create } = await logIn();
  await expireStepUpConfirmation(merchant.ownerId);
  expect((await create()).status).toBe(307);
  expect(await liveSecrets(merchant.accountId)).toBe(0);
});

test('without a second factor the page leads to it, and the form creates nothing', async () => {
  const { merchant, browser, create } = await logIn({ factor: false });
  expect((await readPage(await browser.open('/developers'))).html).toContain(
    'href="/security/second-factor?returnTo=%2Fdevelopers"',
  );
  expect((await create()).headers.get('location')).toBe('/developers');
  expect(await liveSecrets(merchant.accountId)).toBe(0);
});

test("an account that isn't live gets no live secret, whatever its browser requests", async () => {
  const { merchant, browser, create } = await logIn({ live: false });
  expect((await create()).headers.get('location')).toBe('/developers');
  expect(await liveSecrets(merchant.accountId)).toBe(0);
  expect((await readPage(await browser.open('/go-live'))).html).toContain('Apply first');
});

test('a page left open in one environment creates no secret in the other', async () => {
  const { merchant, browser } = await logIn();
  const inTest = await prisma.apiSecret.count({
    where: { accountId: merchant.accountId, environment: 'test' },
  });
  expect(
    (await browser.submit('/developers', { environment: 'test', overlap: '0' })).headers.get('location'),
  ).toBe('/developers');
  expect(
    await prisma.apiSecret.count({ where: { accountId: merchant.accountId, environment: 'test' } }),
  ).toBe(inTest);
});

test('redirect hosts used in test are copied to live one by one', async () => {
  const { merchant, browser } = await logIn();
  const { ownerId: userId } = merchant;
  const client = await buildApiClient(merchant);
  const intent = (success: string) => ({
    external_id: crypto.randomUUID(),
    redirect_urls: { success, failure: 'http://localhost:3000/x' },
    order: { order_id: '1', order_amount: 100, order_currency: 'EUR' },
  });
  for (const address of ['https://shop.example/thanks', 'https://www.shop.example/thanks'])
    expect((await client.post('/intents/payment', intent(address))).status).toBe(200);

  const offers = async () =>
    [...(await readPage(await browser.open('/go-live'))).html.matchAll(/name="host" value="([^"]+)"/g)].map(
      ([, host]) => host,
    );
  expect(await offers()).toEqual(['shop.example', 'www.shop.example']);
  expect((await browser.submit('/go-live', { host: 'shop.example' })).status).toBe(302);
  expect(await offers()).toEqual(['www.shop.example']);
  expect(await prisma.redirectHost.findMany({ where: { accountId: merchant.accountId } })).toMatchObject([
    { host: 'shop.example' },
  ]);
  const rejected = await browser.submit('/go-live', { host: 'https://a@b' });
  expect({ status: rejected.status, html: (await readPage(rejected)).html }).toEqual({
    status: 422,
    html: expect.stringContaining('Remove the username. A host can’t contain @'),
  });
  await expireStepUpConfirmation(userId);
  expect((await browser.submit('/go-live', { host: 'www.shop.example' })).status).toBe(307);
  await prisma.secondFactor.deleteMany({ where: { userId } });
  expect((await readPage(await browser.open('/go-live'))).html).toContain('set up a second factor');
  expect(await offers()).toEqual([]);
  expect((await browser.submit('/go-live', { host: 'www.shop.example' })).headers.get('location')).toBe(
    '/go-live',
  );
  expect(await prisma.redirectHost.count({ where: { accountId: merchant.accountId } })).toBe(1);
});

test('viewing the live signing secret requires a confirmation, and is audited', async () => {
  const { merchant, browser } = await logIn();
  expect((await readPage(await browser.open('/developers'))).html).not.toMatch(/cs_live_/);
  const visible = await readPage(await browser.submit('/developers/signing-secret', {}));
  expect(visible.html).toMatch(/cs_live_[\w-]{43}/);
  expect((await readPage(await browser.open('/developers/signing-secret'))).html).not.toMatch(/cs_live_/);
  await expireStepUpConfirmation(merchant.ownerId);
  const late = await browser.submit('/developers/signing-secret', {});
  expect({
    lateStatus: late.status,
    openStatus: (await browser.open('/developers/signing-secret')).status,
  }).toEqual({ lateStatus: 307, openStatus: 302 });
  expect(
    await prisma.auditEntry.findMany({
      where: { accountId: merchant.accountId, action: 'signing_secret_viewed' },
    }),
  ).toMatchObject([{ details: { environment: 'live' } }]);
});

test('a payment link in live, but not one in test, completes the step of those without a website', async () => {
  const { merchant, browser } = await logIn();
  const { accountId } = merchant;
  const isDone = async () =>
    (await readPage(await browser.open('/go-live'))).html.includes(
      'Create a live payment link<span class="sr-only">: done</span>',
    );
  await buildPaymentLink({ accountId });
  expect(await isDone()).toBe(false);
  const opened = await browser.submit('/environment', {
    environment: 'live',
    returnTo: '/payment-links/new',
  });
  expect(opened.headers.get('location')).toBe('/payment-links/new');
  await buildPaymentLink({ accountId, environment: 'live' });
  expect(await isDone()).toBe(true);
});

test.each(['developer', 'finance', 'viewer'])('going live is not for a %s', async (role) => {
  const { browser } = await logIn({ role });
  expect((await browser.open('/go-live')).status).toBe(403);
  expect((await browser.submit('/go-live', { host: 'shop.example' })).status).toBe(403);
});

test('without a connection for live payments, the page says so', async () => {
  const { browser } = await logIn();
  const notice = 'You can’t take live payments yet';
  expect((await readPage(await browser.open('/go-live'))).html).not.toContain(notice);
  disconnectAcquirers();
  const { html } = await readPage(await browser.open('/go-live'));
  expect(html).toContain(notice);
  expect(html).toContain('acquirer_not_configured');
});
