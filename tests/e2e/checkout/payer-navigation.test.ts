import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDemoCredentials } from '../../peers/server';
import { openSite, type Site } from '../../peers/browser/site';
import { startShop, type MerchantShop } from '../../peers/services/merchant-shop';
import { fillCard } from '../../peers/browser/visitor';

// What payers do unexpectedly. Each case ends with one charge and a correct page.

let site: Site;
let shop: MerchantShop;
let headers: Record<string, string>;
let client_id: string;

beforeAll(async () => {
  // A slow bank, so that a second click finds the first payment in progress.
  site = await openSite({ SIMULATOR_DELAY_MS: '300' });
  shop = await startShop('not looked at here');
  const credentials = readDemoCredentials(site);
  client_id = credentials.client_id;
  headers = { 'Content-Type': 'application/json' };
  const token = await api('/auth/token', credentials).then((response) => response.json());
  headers.Authorization = `Bearer ${token.access_token}`;
});

afterAll(async () => {
  await shop.stop();
  await site.close();
});

function api(path: string, body?: object): Promise<Response> {
  return fetch(`${site.origin}/test/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    body: body && JSON.stringify(body),
  });
}

async function openCheckout() {
  const external_id = randomUUID();
  const intent = await api('/intents/payment', {
    external_id,
    order: { order_amount: 4_200, order_currency: 'EUR' },
    redirect_urls: { success: shop.success, failure: shop.failure },
  }).then((response) => response.json());
  const address = `${site.origin}/test/checkout?${new URLSearchParams({ client_id, intent_id: intent.intent_id })}`;
  const payer = await site.visit();
  await payer.page.goto(address);
  const countCharges = async () => {
    const found = await api(`/transaction?type=external_id&id=${external_id}`);
    return { status: (await found.json()).status, count: Number(found.headers.get('x-total-matches')) };
  };
  return {
    ...payer,
    address,
    charges: countCharges,
    pay: payer.page.getByRole('button', { name: 'Pay €42.00' }),
    waitForShop: payer.page.getByRole('heading', { name: 'Back at the shop: success' }),
  };
}

test('a double click on pay charges once', async () => {
  const { page, pay, waitForShop, charges: countCharges, leave } = await openCheckout();
  await fillCard(page, '4242424242424242');
  // The browser computes its proof of work while the person types.
  await expect.poll(() => page.locator('[name=nonce]').inputValue()).toMatch(/^\d+$/);
  await pay.dblclick();
  await waitForShop.waitFor();
  expect(await countCharges()).toEqual({ status: 'CAPTURED', count: 1 });
  await leave();
});

test('the back button after a payment shows that it is paid', async () => {
  const { page, pay, waitForShop, charges: countCharges, leave } = await openCheckout();
  await fillCard(page, '4242424242424242');
  await pay.click();
  await waitForShop.waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  expect(await pay.count()).toBe(0);
  expect(await countCharges()).toEqual({ status: 'CAPTURED', count: 1 });
  await leave();
});

test('the back button after a decline brings no card number back', async () => {
  const { page, pay, leave } = await openCheckout();
  await fillCard(page, '4000000000000002');
  await pay.click();
  await page.getByRole('alert').waitFor();
  await page.goBack();
  await page.getByRole('alert').waitFor();
  for (const label of ['Card number', 'Security code'])
    expect(await page.getByLabel(label).inputValue()).toBe('');
  await leave();
});

test("a second tab with the same form doesn't charge again", async () => {
  const { page, context, address, pay, waitForShop, charges: countCharges, leave } = await openCheckout();
  const other = await context.newPage();
  await other.goto(address);
  for (const tab of [page, other]) await fillCard(tab, '4242424242424242');
  await pay.click();
  await waitForShop.waitFor();
  await other.getByRole('button', { name: 'Pay €42.00' }).click();
  await other
    .getByRole('heading', { name: 'Payment complete' })
    .or(other.getByRole('heading', { name: 'Back at the shop: success' }))
    .waitFor();
  expect(await countCharges()).toEqual({ status: 'CAPTURED', count: 1 });
  await leave();
});

test('the page waits for an unknown outcome and continues by itself', async () => {
  const { page, pay, waitForShop, charges: countCharges, leave } = await openCheckout();
  await fillCard(page, '4000000000005043');
  await pay.click();
  await page.getByRole('heading', { name: 'Waiting for your bank' }).waitFor();
  expect(await countCharges()).toEqual({ status: 'PENDING', count: 1 });
  // Each check reloads the page. The menu stays open, and the focus stays where it was.
  await page.locator('summary').click();
  await page.keyboard.press('Tab');
  const reloaded = page.waitForEvent('load');
  const focus = () =>
    page.evaluate(() => ({
      text: document.activeElement!.textContent,
      isMenuOpen: document.querySelector('details')!.open,
    }));
  const focusBefore = await focus();
  await reloaded;
  expect(focusBefore).toEqual({ text: 'English', isMenuOpen: true });
  expect(await focus()).toEqual(focusBefore);
  await waitForShop.waitFor();
  expect(await countCharges()).toEqual({ status: 'CAPTURED', count: 1 });
  await leave();
});

test('what the payer entered about themselves is still there in another language, the card isn’t', async () => {
  const { page, leave } = await openCheckout();
  await fillCard(page, '4242424242424242');
  await page.getByLabel('Country or region').selectOption('GB');
  await page.getByLabel('Postcode').fill('SW1A 1AA');
  await page.getByRole('group').filter({ hasText: 'English' }).locator('summary').click();
  // The menu closes with the key that closes menus.
  await page.keyboard.press('Escape');
  expect(await page.getByRole('link', { name: 'Deutsch' }).isVisible()).toBe(false);
  await page.getByText('English').first().click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Mit Karte zahlen' }).waitFor();
  const values = await page.evaluate(() =>
    ['number', 'expiry', 'code', 'name', 'country', 'postal_code'].map(
      (name) => (document.getElementById(name) as HTMLInputElement).value,
    ),
  );
  expect(values).toEqual(['', '', '', 'Ada Example', 'GB', 'SW1A 1AA']);
  // It says so, and only then.
  const notice = page.getByText('Bitte geben Sie Ihre Kartendaten noch einmal ein.');
  expect(await notice.isVisible()).toBe(true);
  expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.locator('summary').click();
  await page.getByRole('link', { name: 'Français' }).click();
  await page.getByRole('heading', { name: 'Payer par carte' }).waitFor();
  expect(await page.getByRole('status').filter({ hasText: 'carte' }).count()).toBe(0);
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored).not.toMatch(/4242|12\/|123/);
  await leave();
});

test('an amount that the payer chose is the same in another language', async () => {
  const link = await api('/payment_links', {
    external_id: randomUUID(),
    name: 'Gift',
    currency: 'KWD',
    custom_amount: { minimum: 100, maximum: 9_000_000 },
  }).then((response) => response.json());
  const { page, leave } = await site.visit();
  await page.goto(`${link.url}?lang=en`);
  const amount = page.locator('[name=amount]');
  const choose = async (language: string) => {
    await page.locator('nav summary').click();
    await page.getByRole('link', { name: language }).click();
    await page.waitForURL(language === 'Deutsch' ? /lang=de/ : /lang=en/);
  };
  // "1,234" would be another amount in German.
  await amount.fill('1,234');
  await choose('Deutsch');
  expect(await amount.inputValue()).toBe('');
  await choose('English');
  await amount.fill('1,234');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Pay KWD 1,234.000' }).waitFor();
  await choose('Deutsch');
  await page.getByRole('link', { name: 'Ändern' }).click();
  expect(await amount.inputValue()).toBe('1234,000');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('button', { name: '1.234,000' }).waitFor();
  await leave();
});

test('without a connection, the page stays, and paying works once it is back', async () => {
  const { page, context, pay, waitForShop, leave } = await openCheckout();
  await fillCard(page, '4242424242424242');
  await context.setOffline(true);
  await pay.click();
  await page.getByRole('alert').getByText('You’re offline, so your card wasn’t charged.').waitFor();
  await context.setOffline(false);
  await pay.click();
  await waitForShop.waitFor();
  await leave();
});

test('after a decline, the focus is on the errors, also after using the skip link', async () => {
  const { page, pay, leave } = await openCheckout();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).hash).toBe('#content');
  await fillCard(page, '4000000000009995');
  await pay.click();
  await page.getByText('Your payment was declined').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
  await leave();
});
