import { createHash, randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutScripts } from '~/payments/page-monitoring/script-inventory';
import { languages } from '~/platform/text/languages';
import { checkoutMessages } from '~/routes/checkout/messages/messages';
import { listViolations } from '../../peers/browser/accessibility';
import { connectMerchant, type ConnectedMerchant } from '../../peers/merchant-client';
import { listReflowIssues } from '../../peers/browser/reflow';
import { openSite, type Site } from '../../peers/browser/site';
import { startShop, type MerchantShop } from '../../peers/services/merchant-shop';
import { fillCard } from '../../peers/browser/visitor';

let site: Site;
let shop: MerchantShop;
let merchant: ConnectedMerchant;

const phone = { viewport: { width: 390, height: 844 } };
const desktop = { viewport: { width: 1280, height: 900 } };

beforeAll(async () => {
  site = await openSite({ SIMULATOR_DELAY_MS: '20' });
  shop = await startShop('not looked at here');
  merchant = await connectMerchant(site);
});

afterAll(async () => {
  await shop.stop();
  await site.close();
});

async function createCheckoutUrl(order: object = {}): Promise<string> {
  const { json } = await merchant.call('/intents/payment', {
    external_id: randomUUID(),
    order: {
      order_amount: 3_400,
      order_currency: 'EUR',
      order_items: [
        { name: 'Tea', quantity: 2, unit_price: 1_450 },
        { name: 'شاي', unit_price: 500 },
      ],
      ...order,
    },
    redirect_urls: { success: shop.success, failure: shop.failure },
  });
  return `${site.origin}/test/checkout?${new URLSearchParams({ client_id: merchant.clientId, intent_id: String(json.intent_id) })}`;
}

async function openCheckout(options: BrowserContextOptions, order?: object) {
  const payer = await site.visit(options);
  await payer.page.goto(await createCheckoutUrl(order));
  return payer;
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('role'));
const pay = (page: Page) => page.getByRole('button', { name: /^Pay €/ });
const waitForShop = (page: Page, end: 'success' | 'failure') =>
  page.getByRole('heading', { name: `Back at the shop: ${end}` }).waitFor();

test('keyboard only: input is grouped, errors are announced, and Enter pays', async () => {
  const { page, leave } = await openCheckout(phone);
  await page.locator('#number').focus();
  const type = (keys: string) => page.keyboard.type(keys);
  await type('378282');
  expect(await page.locator('#brand').textContent()).toBe('Amex');
  expect(await page.locator('#code-hint').textContent()).toBe('4 digits on the front');
  await page.keyboard.press('ControlOrMeta+A');
  await type('42424242 424242');
  // The caret stays where the person types, across the gap.
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft');
  await type('9');
  await page.keyboard.press('Backspace');
  await type('42');
  expect(await page.locator('#number').inputValue()).toBe('4242 4242 4242 4242');
  await page.keyboard.press('Tab');
  await type('1240');
  expect(await page.locator('#expiry').inputValue()).toBe('12/40');
  await page.keyboard.press('Tab');
  await type('12');
  await page.keyboard.press('Tab');
  await type('4242 4242 4242');
  await page.keyboard.press('Enter');

  expect(await focused(page)).toBe('alert');
  expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual([
    'The security code of this card has 3 digits',
    'Enter the name on the card, not the card number',
  ]);
  expect(await page.locator('#code').getAttribute('aria-describedby')).toBe('code-hint code-error');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('code');
  await page.keyboard.press('End');
  await type('3');
  expect(await page.locator('#code-error').count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+A');
  await type('Ada Example');
  await page.keyboard.press('Enter');
  await waitForShop(page, 'success');
  await leave();
});

test.each([
  ['a phone with scripts', phone, true],
  ['a desk without scripts', desktop, false],
])(
  'on %s, a declined card says that no money was taken, gets the focus, and keeps everything but the card',
  async (_, size, javaScriptEnabled) => {
    const { page, leave } = await openCheckout({ ...size, javaScriptEnabled });
    await fillCard(page, '4000000000000002');
    await pay(page).click();
    await page.getByRole('alert').getByText('Your card wasn’t charged').waitFor();
    if (javaScriptEnabled) expect(await focused(page)).toBe('alert');
    else expect(await page.locator('[role=alert]:focus').count()).toBe(1);
    expect(await page.title()).toContain('Payment declined');
    if (javaScriptEnabled) {
      await pay(page).click();
      await page.getByRole('alert').getByText('Enter the card number').waitFor();
      expect(await page.title()).toMatch(/^Error: Pay .+ · Tillway$/);
    }
    expect(await page.locator('#name').inputValue()).toBe('Ada Example');
    expect(await page.locator('#number').inputValue()).toBe('');
    await fillCard(page, '4242424242424242');
    await pay(page).click();
    await waitForShop(page, 'success');
    await leave();
  },
);

test('a field is checked when the payer leaves it', async () => {
  const { page, leave } = await openCheckout(phone);
  await page.locator('#number').fill('4242 4242 4242 4241');
  expect(await page.locator('#number-error').count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.locator('#number-error').getByText('A digit is wrong or missing').waitFor();
  await page.locator('#expiry').fill('13/30');
  await page.keyboard.press('Tab');
  await page.locator('#expiry-error').waitFor();
  // An empty field is only checked when the form is sent.
  await page.keyboard.press('Tab');
  expect(await page.locator('#code-error').count()).toBe(0);
  // The button doesn't move away from a click that leaves a field.
  await page.locator('#code').fill('1');
  await pay(page).click();
  expect(await page.getByRole('alert').getByRole('link').count()).toBe(4);
  await leave();
});

test.each([true, false])('the page title announces errors, with scripts: %s', async (javaScriptEnabled) => {
  const { page, context } = await openCheckout({ ...phone, javaScriptEnabled });
  const title = await page.title();
  for (let attempt = 0; attempt < 2; attempt++) {
    await pay(page).click();
    await page.getByRole('alert').waitFor();
    expect(await page.title()).toBe(`Error: ${title}`);
  }
  // The server's rejection is a 422, which browsers log as an error.
  await context.close();
});

test('while the bank responds, the form is locked and says so', async () => {
  const { page, leave } = await openCheckout(phone);
  await page.clock.install();
  await page.reload();
  // The form is never sent, so that the page waits for as long as the test needs.
  await page.evaluate(() => {
    window.addEventListener('submit', (event) => event.preventDefault());
    HTMLFormElement.prototype.submit = () => {};
  });
  await fillCard(page, '4242424242424242');
  const form = page.locator('form[data-messages]');
  const readProgress = () => page.locator('#progress[role=status]').textContent();
  const readLocks = () =>
    form
      .locator('input:not([type=hidden])')
      .evaluateAll((fields) => fields.map((field) => field.matches(':read-only')));
  expect(await readProgress()).toBe('');
  await pay(page).click();
  await page.clock.runFor(1);
  expect(await readProgress()).toBe('Contacting your bank. Don’t close this page.');
  expect(await form.getAttribute('aria-busy')).toBe('true');
  expect(await form.getByRole('button').textContent()).toBe('Paying…');
  expect(new Set(await readLocks())).toEqual(new Set([true]));
  await page.clock.runFor(5_000);
  expect(await readProgress()).toBe('Still waiting for your bank. Don’t close this page.');
  await page.clock.runFor(10_000);
  expect(await readProgress()).toContain('longer than usual');
  // No payment takes longer.
  await page.clock.runFor(25_000);
  expect(await readProgress()).toBe('');
  expect(new Set(await readLocks())).toEqual(new Set([false]));
  expect(await form.getAttribute('aria-busy')).toBeNull();
  await leave();
});

test('after canceling, the payer returns to the shop and can no longer pay', async () => {
  const { page, leave } = await openCheckout({ ...phone, javaScriptEnabled: false });
  const address = page.url();
  await page.getByRole('button', { name: 'Cancel and go back to' }).click();
  await waitForShop(page, 'failure');
  expect(shop.redirects.at(-1)!.parameters.status).toBe('CANCELLED');
  await page.goto(address);
  await page.getByRole('heading', { name: 'This payment was canceled' }).waitFor();
  await page.getByRole('link', { name: 'Return to' }).click();
  await waitForShop(page, 'failure');
  await leave();
});

test.each(languages)(
  'the page in %s is accessible: a form with errors, a decline, the result',
  async (language) => {
    const { page, leave } = await openCheckout(language === 'de' ? desktop : phone);
    const found: string[] = [];
    const checkPage = async () => {
      found.push(...(await listViolations(page)));
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
    };
    const address = `${page.url()}&lang=${language}`;
    await page.goto(address);
    expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
    const submit = page.locator('form[data-messages] button');
    await submit.click();
    await page.getByRole('alert').waitFor();
    await checkPage();
    const languageMenu = page.locator('footer summary');
    await languageMenu.click();
    await page.locator('footer [aria-current=true]').waitFor();
    await checkPage();
    await languageMenu.click();
    for (const [name, text] of Object.entries({
      number: '4000000000009995',
      expiry: '12/40',
      code: '123',
      name: 'Ada',
    }))
      await page.locator(`#${name}`).fill(text);
    await Promise.all([page.waitForEvent('load'), submit.click()]);
    await checkPage();
    await page.locator('form[action] button').click();
    await page.waitForURL(/\/failure\?/);
    await page.goto(address);
    await checkPage();
    expect(found).toEqual([]);
    await leave();
  },
);

test.each(languages)('in %s, large amounts and large text need no scrolling sideways', async (language) => {
  const items = [{ name: 'Donaudampfschifffahrtsgesellschaftskapitän', quantity: 999, unit_price: 100_100 }];
  const { page, leave } = await openCheckout(phone, {
    ...{ order_amount: 99_999_900, order_currency: 'USD', order_items: items },
  });
  await page.goto(`${page.url()}&lang=${language}`);
  expect(await listReflowIssues(page, { fitsPhoneWithLargeText: true })).toEqual([]);
  await page.locator('form[data-messages] button').click();
  await page.getByRole('alert').waitFor();
  expect(await listReflowIssues(page, { fitsPhoneWithLargeText: true })).toEqual([]);
  await leave();
});

test.each([
  ['en', 'IDR', 125_000_000],
  ['de', 'HUF', 125_000_000],
  ['it', 'USD', 99_999_999],
  ['de', 'IDR', 999_999_999_999],
])('in %s, a large amount in %s fits into the button with large text', async (language, currency, amount) => {
  const { page, leave } = await openCheckout(phone, {
    ...{ order_amount: amount, order_currency: currency },
    order_items: [{ name: 'Hotelzimmer', quantity: 1, unit_price: amount }],
  });
  await page.goto(`${page.url()}&lang=${language}`);
  expect(await listReflowIssues(page, { fitsPhoneWithLargeText: true })).toEqual([]);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const button = page.locator('form[data-messages] button');
  const [overflowing, linesOfNumber] = await button.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const label = element.querySelector('[data-label]')!;
    const wide = [element.querySelector('svg')!, label].filter((part) => {
      const box = part.getBoundingClientRect();
      return box.width && (box.left < left || box.right > right || part.scrollWidth > part.clientWidth + 1);
    });
    const number = /\d.*\d/.exec(label.textContent!)!;
    const range = document.createRange();
    range.setStart(label.firstChild!, number.index);
    range.setEnd(label.firstChild!, number.index + number[0].length);
    return [wide.length, range.getClientRects().length];
  });
  expect({ overflowing, linesOfNumber }).toEqual({ overflowing: 0, linesOfNumber: 1 });
  await leave();
});

test.each(['en', 'ar'] as const)(
  'without scripts, the language menu in %s works with the keyboard on a narrow screen',
  async (language) => {
    const width = 320;
    const { page, leave } = await openCheckout({
      viewport: { width, height: 568 },
      javaScriptEnabled: false,
    });
    await page.goto(`${page.url()}&lang=${language}`);
    const menu = page.getByRole('navigation', { name: checkoutMessages[language].language });
    const japanese = menu.getByRole('link', { name: '日本語' });
    expect(await japanese.isVisible()).toBe(false);
    await menu.locator('summary').press('Enter');
    await japanese.waitFor();
    expect(await menu.getByRole('link').count()).toBe(languages.length);
    for (const link of await menu.getByRole('link').all()) {
      const box = (await link.boundingBox())!;
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
    await page.keyboard.press('Tab');
    expect(await menu.locator('a:focus').count()).toBe(1);
    await japanese.press('Enter');
    await page.locator('html[lang=ja]').waitFor({ state: 'attached' });
    await leave();
  },
);

test("the page runs only the scripts of the inventory, whatever the merchant's items are called", async () => {
  const hostileName = [
    `<script>window.x=1</script>`,
    `"><img src=x onerror="window.x=1">`,
    `</textarea><svg onload=window.x=1>`,
    `javascript:window.x=1`,
    `{{constructor.constructor('window.x=1')()}}`,
  ];
  const payer = await site.visit(desktop);
  const { page, context, leave } = payer;
  const ran: string[] = [];
  const requestedUrls: string[] = [];
  context.on('request', (request) => requestedUrls.push(new URL(request.url()).origin));
  context.on('response', (response) => {
    if (response.request().resourceType() === 'script') ran.push(response.url());
  });
  await page.goto(
    `${await createCheckoutUrl({ order_items: hostileName.map((name) => ({ name, description: name, unit_price: 100 })) })}&lang="><script>window.x=1</script>`,
  );
  expect(
    await page.evaluate(() => ({
      x: (window as { x?: number }).x,
      inline: [...document.scripts].filter(({ src }) => !src).length,
      all: document.scripts.length,
    })),
  ).toEqual({ x: undefined, inline: 0, all: 1 });
  const hashes = await Promise.all(
    ran.map(async (url) =>
      createHash('sha256')
        .update(await (await fetch(url)).text())
        .digest('base64'),
    ),
  );
  expect(
    hashes,
    'What the payment page loads is not what app/payments/page-monitoring/script-inventory.ts lists.',
  ).toEqual(checkoutScripts.map(({ sha256 }) => sha256));
  expect([...new Set(requestedUrls)]).toEqual([site.origin]);
  await leave();
});
