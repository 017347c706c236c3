import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { logInOnPage, register } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import { connectMerchant } from '../../peers/merchant-client';
import { readDemoLogin } from '../../peers/server';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.close());

/** A server that gets a token and pays twice with one external_id, the second time with another amount. */
async function pay(credentials: object): Promise<number[]> {
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${site.origin}/test/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const token = await post('/auth/token', credentials);
  if (!token.ok) return [token.status];
  const Authorization = `Bearer ${((await token.json()) as { access_token: string }).access_token}`;
  const payment = (order_amount: number) => ({
    operation: 'authcap',
    external_id: 'order-7',
    order: { order_amount, order_currency: 'EUR' },
    card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
  });
  return [
    (await post('/transactions', payment(2500), { Authorization })).status,
    (await post('/transactions', payment(100), { Authorization })).status,
  ];
}

test("a developer rotates a secret, uses it, revokes the old one, and finds the server's requests", async () => {
  const developer = await site.visit();
  const { page } = developer;
  await register(site, page, { name: 'Dev Eloper', email: 'dev@developer.example' });
  const first = await page.locator('main').innerText();
  const [clientId, old] = [/acc_[a-z0-9]+/.exec(first)![0], /sk_test_[\w-]{43}/.exec(first)![0]];

  await page.goto(`${site.origin}/developers`);
  await page.getByLabel('When the old secret stops working').selectOption('1');
  await page.getByRole('button', { name: 'Create new secret' }).click();
  await page.getByText('Your new client secret').waitFor();
  const rotated = /sk_test_[\w-]{43}/.exec(await page.locator('main').innerText())![0];
  const countdown = page.getByText(/^in (59|60) min \d+ s$|^in 1 h 0 min$/);
  const before = await countdown.innerText();
  await expect.poll(() => page.getByText(/^in 59 min \d+ s$/).innerText()).not.toBe(before);
  expect(await listViolations(page)).toEqual([]);

  expect(await pay({ client_id: clientId, client_secret: old })).toEqual([200, 409]);
  expect(await pay({ client_id: clientId, client_secret: rotated })).toEqual([200, 409]);
  await page.getByRole('link', { name: 'Revoke now' }).click();
  await page.getByRole('heading', { name: 'Revoke this client secret?' }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Revoke secret' }).click();
  await page.getByText('Secret revoked').waitFor();
  expect(await pay({ client_id: clientId, client_secret: old })).toEqual([401]);
  expect(await pay({ client_id: clientId, client_secret: rotated })).toEqual([200, 409]);

  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page.getByRole('heading', { name: 'Requests' }).waitFor();
  await expect
    .poll(async () => (await page.reload(), page.getByRole('link', { name: 'POST /transactions' }).count()))
    .toBe(6);
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'POST /transactions' }).last().click();
  await page.getByRole('heading', { name: 'Request body' }).waitFor();
  expect(await page.locator('main').innerText()).toMatch(/Executed[\s\S]*"pan": "\[secret\]"/);
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'All requests with this external_id' }).click();
  await page.getByRole('heading', { name: 'What differed' }).waitFor();
  const explained = await page.locator('main').innerText();
  for (const part of [
    'order.order_amount',
    'Payment (POST /transactions)',
    'reused this external_id with different content',
    'nothing happened twice',
  ])
    expect(explained).toContain(part);
  expect(await listViolations(page)).toEqual([]);

  for (const path of [
    '/developers/addresses',
    '/developers/signing-secret',
    '/developers/signing-secret/rotate',
    '/developers/test-cards',
    '/developers/redirect-hosts',
  ]) {
    await page.goto(site.origin + path);
    expect(await listViolations(page)).toEqual([]);
  }
  await developer.leave();
});

test('the longest result leaves room for the requests, on every screen', async () => {
  const { call } = await connectMerchant(site);
  const declined = {
    operation: 'authcap',
    external_id: 'shop-order-2026-11-30-0001078072-1',
    order: { order_amount: 2500, order_currency: 'EUR' },
    card: { pan: '4000002760003184', code: '123', expiry: '12/40' },
  };
  const { json } = await call('/transactions', declined);
  expect((await call('/transactions', declined)).json).toEqual(json);
  await call(`/transactions/${String(json.id)}`);

  const { page, leave } = await site.visit();
  await logInOnPage(site, page, readDemoLogin(site));
  await expect
    .poll(async () => {
      await page.goto(`${site.origin}/developers/requests`);
      return page.getByRole('row').filter({ hasText: 'Replayed' }).first().innerText();
    })
    .toContain('authentication_required');
  for (const width of [1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const table = await page.getByRole('table').evaluate((element) => ({
      overflow: element.scrollWidth - element.parentElement!.clientWidth,
      requestWidth: element.querySelector('td')!.clientWidth,
    }));
    expect({ width, overflow: table.overflow }).toEqual({ width, overflow: 0 });
    // "GET /transactions/trx_…a8km" needs 207, and a duration of five digits, on a slow machine, takes 14 of them.
    expect(table.requestWidth).toBeGreaterThan(190);
  }
  await leave();
});
