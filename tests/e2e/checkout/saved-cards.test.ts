import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { fillCard } from '../../peers/browser/visitor';
import { openMerchantEnvironment, type MerchantEnvironment } from '../../peers/merchant-environment';

// Returning customers pay with their saved cards, in a browser.

let merchantEnvironment: MerchantEnvironment;
let { site, shop, merchant } = {} as MerchantEnvironment;

beforeAll(async () => {
  merchantEnvironment = await openMerchantEnvironment();
  ({ site, shop, merchant } = merchantEnvironment);
});

afterAll(() => merchantEnvironment.close());

const visa = '4242424242424242';
const amex = '378282246310005';
const declinedCard = '4000000000000341';
const challengeCard = '4000002760003184';
const phone = { viewport: { width: 390, height: 844 } };
const withoutScripts = { ...phone, javaScriptEnabled: false };

const urlOf = (intent_id: string, lang = 'en') =>
  `${site.origin}/test/checkout?${new URLSearchParams({ client_id: merchant.clientId, intent_id, lang })}`;

async function createIntent(kind: 'card' | 'payment', customer_id: string): Promise<string> {
  const order = { order_amount: 4_200, order_currency: 'EUR' };
  const { json } = await merchant.call(`/intents/${kind}`, {
    external_id: randomUUID(),
    customer_id,
    ...(kind === 'payment' && { order }),
    redirect_urls: { success: shop.success, failure: shop.failure },
  });
  return String(json.intent_id);
}

const waitForShop = (page: Page) =>
  page.getByRole('heading', { name: 'Back at the shop: success' }).waitFor();

/** A customer who has saved these cards on our page. */
async function createCustomer(...pans: string[]): Promise<string> {
  const customerId = `customer-${randomUUID()}`;
  for (const pan of pans) {
    const { page, leave } = await site.visit();
    await page.goto(urlOf(await createIntent('card', customerId)));
    await fillCard(page, pan);
    if (pan === amex) await page.getByLabel('Security code').fill('1234');
    await page.getByRole('button', { name: 'Save card' }).click();
    if (pan === challengeCard) await page.getByRole('button', { name: 'Confirm card' }).click();
    await waitForShop(page);
    await leave();
  }
  return customerId;
}

async function openCheckout(customerId: string, options: BrowserContextOptions = phone) {
  const intentId = await createIntent('payment', customerId);
  const visitor = await site.visit(options);
  await visitor.page.goto(urlOf(intentId));
  return {
    ...visitor,
    pay: visitor.page.getByRole('button', { name: /^Pay €/ }),
    code: visitor.page.getByLabel('Security code'),
    readPayment: async () => {
      const { json: intent } = await merchant.call(`/intents/payment/${intentId}`);
      return (await merchant.call(`/transactions/${String(intent.transaction_id)}`)).json;
    },
  };
}

/** The fields of the card that a payer sees, in their order. */
const listFields = (page: Page) =>
  page
    .locator('#number, #expiry, #code, #name')
    .evaluateAll((inputs) =>
      inputs.filter((input) => (input as HTMLElement).offsetParent).map((input) => input.id),
    );
/** As assistive technologies announce them. */
const listCards = async (page: Page) =>
  [...(await page.locator('fieldset:has([name=card])').ariaSnapshot()).matchAll(/radio "([^"]*)"/g)].map(
    ([, name]) => name,
  );

async function expectAccessible(page: Page): Promise<void> {
  expect(await listViolations(page)).toEqual([]);
  expect(await listReflowIssues(page)).toEqual([]);
}

test.each([
  ['on a phone', phone],
  ['on a phone without scripts', withoutScripts],
])('a customer pays with a saved card by keyboard, %s', async (_, options) => {
  const customerId = await createCustomer(visa, amex);
  const { page, code, readPayment, leave } = await openCheckout(customerId, options);
  expect(await listCards(page)).toEqual([
    'Amex 0005 Expires 12/40',
    'Visa 4242 Expires 12/40',
    'Use another card',
  ]);
  expect(await listFields(page)).toEqual(['code']);
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await listFields(page)).toEqual(['number', 'expiry', 'code', 'name']);
  await page.keyboard.press('ArrowUp');
  expect(await page.getByRole('radio', { name: /Visa/ }).isChecked()).toBe(true);
  expect(await listFields(page)).toEqual(['code']);
  await code.focus();
  await page.keyboard.type('123');
  // Enter pays, and removes no card.
  await page.keyboard.press('Enter');
  await waitForShop(page);
  expect(await readPayment()).toMatchObject({
    status: 'CAPTURED',
    card: { token: expect.stringMatching(/^tok_/), last_four: '4242', checks: { security_code: 'pass' } },
  });
  await leave();
});

test('the script validates only what the selected card needs', async () => {
  const { page, pay, code, leave } = await openCheckout(await createCustomer(visa, amex));
  const codeHint = page.locator('#code-hint');
  expect(await codeHint.innerText()).toBe('4 digits on the front');
  await code.fill('123');
  await pay.click();
  expect(await page.getByRole('alert').getByRole('link').allInnerTexts()).toEqual([
    'The security code of this card has 4 digits',
  ]);
  expect(await code.getAttribute('aria-invalid')).toBe('true');
  expect(await page.title()).toMatch(/^Error: Pay .+ · Tillway$/);
  await page.getByRole('radio', { name: /Visa/ }).check();
  expect(await page.title()).toMatch(/^Pay .+ · Tillway$/);
  expect(await codeHint.innerText()).toBe('3 digits on the back');
  // A code belongs to one card.
  expect([await code.inputValue(), await code.getAttribute('aria-invalid')]).toEqual(['', null]);
  await page.getByRole('radio', { name: 'Use another card' }).check();
  expect(await codeHint.innerText()).toBe('3 or 4 digits');
  await pay.click();
  expect(await page.getByRole('alert').getByRole('link').allInnerTexts()).toEqual([
    'Enter the card number',
    'Enter the expiration date',
    'Enter the security code',
    'Enter the name on the card',
  ]);
  await fillCard(page, visa);
  await pay.click();
  await waitForShop(page);
  await leave();
});

test.each([
  ['with scripts', phone],
  ['without scripts', withoutScripts],
])('a customer removes a card after a question, %s', async (_, options) => {
  const { page, code, pay, leave } = await openCheckout(await createCustomer(visa, amex), options);
  await page.getByRole('link', { name: 'Remove Visa 4242' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Remove this card?' }).waitFor();
  if (options !== withoutScripts) await expectAccessible(page);
  await page.getByRole('link', { name: 'Keep card' }).click();
  await expect.poll(() => page.getByRole('radio').count()).toBe(3);
  await page.getByRole('link', { name: 'Remove Visa 4242' }).click();
  await page.getByRole('button', { name: 'Remove card' }).dblclick();
  const status = page.getByText('The card was removed.');
  await status.waitFor();
  expect(await status.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await listCards(page)).toEqual(['Amex 0005 Expires 12/40', 'Use another card']);
  await code.fill('1234');
  await pay.click();
  await waitForShop(page);
  await leave();
});

test('a declined saved card leads to another one', async () => {
  const { page, code, pay, readPayment, leave } = await openCheckout(
    await createCustomer(visa, declinedCard),
  );
  await code.fill('123');
  await pay.click();
  await page.getByRole('alert').getByText('Your bank declined this card.').waitFor();
  expect(await page.getByRole('radio', { name: /0341/ }).isChecked()).toBe(true);
  await expectAccessible(page);
  await page.getByRole('radio', { name: /4242/ }).check();
  await code.fill('123');
  await pay.click();
  await waitForShop(page);
  expect(await readPayment()).toMatchObject({ status: 'CAPTURED', card: { last_four: '4242' } });
  await leave();
});

test('the bank of a saved card authenticates its payer', async () => {
  const { page, code, pay, readPayment, leave } = await openCheckout(await createCustomer(challengeCard));
  await code.fill('123');
  await pay.click();
  await page.getByRole('button', { name: 'Confirm payment' }).click();
  await waitForShop(page);
  expect(await readPayment()).toMatchObject({
    status: 'CAPTURED',
    card: { token: expect.stringMatching(/^tok_/) },
    authentication: { status: 'authenticated' },
  });
  await leave();
});

test('saved cards fit every screen and text size, in light and dark', { timeout: 240_000 }, async () => {
  const customerId = await createCustomer(visa, amex);
  for (const [lang, colorScheme] of [
    ['en', 'light'],
    ['pl', 'dark'],
    ['ar', 'light'],
    ['ja', 'dark'],
  ] as const) {
    const { page, leave } = await site.visit({ colorScheme, viewport: { width: 1280, height: 900 } });
    await page.goto(urlOf(await createIntent('payment', customerId), lang));
    await expectAccessible(page);
    await page.locator('#card-new').check();
    await expectAccessible(page);
    await page.locator('a[href*=remove-card]').first().click();
    await page.locator('button[type=submit]').waitFor();
    await expectAccessible(page);
    await leave();
  }
});
