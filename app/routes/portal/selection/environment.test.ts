import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { createId } from '~/platform/ids';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildApiClient } from '../../../../tests/world/api-client';
import { buildMerchant, goLive, type Merchant } from '../../../../tests/world/merchants';
import { buildPaymentLink } from '../../../../tests/world/payments/payment-links';
import { buildPayout } from '../../../../tests/world/payments/payouts';
import { buildPayment, paymentBody } from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';
const realCard = '4929000000000000';

async function logIn(email = `${crypto.randomUUID()}@example.com`) {
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser };
}

const switchTo = (browser: ReturnType<typeof openBrowser>, environment: string, returnTo = '/') =>
  browser.submit('/environment', { environment, returnTo });
const textOf = async (browser: ReturnType<typeof openBrowser>, path: string) =>
  (await readPage(await browser.open(path))).html;

test('an account in test mode has no switch, and stays in test whatever its browser requests', async () => {
  const { browser } = await logIn();
  expect(await textOf(browser, '/')).not.toContain('action="/environment"');
  await switchTo(browser, 'live');
  expect(await textOf(browser, '/developers')).toContain('sk_<!-- -->test');
});

test('an account in live mode shows one environment at a time', async () => {
  const { merchant, browser } = await logIn();
  const live = await goLive(merchant);
  const [inTest, inLive] = [await buildPayment(await buildApiClient(merchant)), await payLive(live)];

  const before = await textOf(browser, '/transactions');
  expect({ includesTest: before.includes(inTest.id), includesLive: before.includes(inLive) }).toEqual({
    includesTest: true,
    includesLive: false,
  });
  expect(before).toContain('Test environment.');

  expect((await switchTo(browser, 'live', '/transactions')).headers.get('location')).toBe('/transactions');
  const after = await textOf(browser, '/transactions');
  expect({ includesTest: after.includes(inTest.id), includesLive: after.includes(inLive) }).toEqual({
    includesTest: false,
    includesLive: true,
  });
  expect(after).toContain('Simulated live environment.');
});

test('the switch keeps the search and filters of a list, and leaves the page of one thing', async () => {
  const { merchant, browser } = await logIn();
  await goLive(merchant);
  const { id } = await buildPayment(await buildApiClient(merchant));
  for (const [path, returnTo] of [
    ['/search?q=HT-1', '/search?q=HT-1'],
    [
      '/transactions?type=REFUND&currency=EUR&after=trx_1&view=saved',
      '/transactions?type=REFUND&currency=EUR',
    ],
    ['/?period=month&currency=EUR', '/?period=month&currency=EUR'],
    ['/team?done=invited', '/team'],
    [`/transactions/${id}?all`, '/transactions'],
  ])
    expect(
      /action="\/environment".*?name="returnTo" value="([^"]*)"/
        .exec(await textOf(browser, path!))![1]!
        .replaceAll('&amp;', '&'),
    ).toBe(returnTo);
});

test("the URL of a transaction in the other environment offers to switch, and doesn't switch by itself", async () => {
  const { merchant, browser } = await logIn();
  const id = await payLive(await goLive(merchant));
  const path = `/transactions/${id}`;
  for (let inSupportSession = 0; inSupportSession < 2; inSupportSession++)
    expect(await textOf(browser, path)).toContain('This transaction is in the live environment');
  expect((await switchTo(browser, 'live', path)).headers.get('location')).toBe(path);
  expect(await textOf(browser, path)).toContain('Timeline');
});

test('the URL of anything else in the other environment offers to switch, too', async () => {
  const { merchant, browser } = await logIn();
  const client = await buildApiClient(merchant);
  await goLive(merchant);
  const { id: linkId } = await buildPaymentLink(merchant);
  const { id: paymentId } = await buildPayment(client);
  const payoutId = await buildPayout({ accountId: merchant.accountId });
  await switchTo(browser, 'live');
  for (const [path, title, what] of [
    [`/payouts/${payoutId}`, 'Payout', 'payout'],
    [`/payment-links/${linkId}`, 'Payment link', 'payment link'],
    [`/transactions/${paymentId}/captures`, 'Payment', 'payment'],
  ] as const) {
    const page = await readPage(await browser.open(path));
    expect(page).toMatchObject({ title: `${title} · Tillway` });
    expect(page.html).toContain(`This ${what} is in the test environment`);
    expect(page.html).toContain(`name="returnTo" value="${path}"`);
  }
  expect(await textOf(browser, `/payouts/${createId('po')}`)).toContain('We can’t find this page');
  expect(await textOf((await logIn()).browser, `/payouts/${payoutId}`)).toContain('We can’t find this page');
});

test('the switch on the page of a payment, payout, or payment link leads to its list', async () => {
  const { merchant, browser } = await logIn();
  const client = await buildApiClient(merchant);
  await goLive(merchant);
  const { id: linkId } = await buildPaymentLink(merchant);
  for (const path of [
    `/transactions/${(await buildPayment(client)).id}`,
    `/payouts/${await buildPayout({ accountId: merchant.accountId })}`,
    `/payment-links/${linkId}`,
  ])
    expect(await textOf(browser, path)).toContain(
      `name="returnTo" value="${path.slice(0, path.lastIndexOf('/'))}"`,
    );
  expect(await textOf(browser, '/payouts')).toContain('name="returnTo" value="/payouts"');
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example'])(
  'switching leads nowhere else: %s',
  async (returnTo) => {
    const { browser } = await logIn();
    expect((await switchTo(browser, 'live', returnTo)).headers.get('location')).toBe('/');
  },
);

async function payLive(live: Merchant): Promise<string> {
  const { json } = await (
    await buildApiClient(live, 'live')
  ).post('/transactions', paymentBody({ pan: realCard }));
  return json.id;
}
