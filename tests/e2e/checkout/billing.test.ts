import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { openSite, type Site } from '../../peers/browser/site';
import { fillCard } from '../../peers/browser/visitor';
import { connectMerchant, type ConnectedMerchant } from '../../peers/merchant-client';
import { startShop, type MerchantShop } from '../../peers/services/merchant-shop';

let site: Site;
let shop: MerchantShop;
let merchant: ConnectedMerchant;

beforeAll(async () => {
  site = await openSite({ SIMULATOR_DELAY_MS: '20' });
  shop = await startShop('not looked at here');
  merchant = await connectMerchant(site);
});

afterAll(async () => {
  await shop.stop();
  await site.close();
});

const full = { billing_details: 'full', billing_details_required: true };

async function createIntent(settings: object, cardHolder?: object): Promise<string> {
  const { json } = await merchant.call('/intents/payment', {
    external_id: randomUUID(),
    order: { order_amount: 3_400, order_currency: 'EUR', ...(cardHolder && { card_holder: cardHolder }) },
    redirect_urls: { success: shop.success, failure: shop.failure },
    ...settings,
  });
  return String(json.intent_id);
}

const urlOf = (intentId: string, lang = 'en') =>
  `${site.origin}/test/checkout?${new URLSearchParams({ client_id: merchant.clientId, intent_id: intentId, lang })}`;

async function readPayment(intentId: string) {
  const { json: intent } = await merchant.call(`/intents/payment/${intentId}`);
  return (await merchant.call(`/transactions/${String(intent.transaction_id)}`)).json;
}

/** The names of the address fields that a payer sees, in their order. */
const listFields = (page: Page) =>
  page
    .locator('#billing input')
    .evaluateAll((inputs) =>
      inputs.filter((input) => (input as HTMLElement).offsetParent).map((input) => input.id),
    );
const isOptional = (page: Page, field: string) =>
  page.locator(`label[for=${field}] [data-optional]`).isVisible();
const pay = (page: Page) => page.getByRole('button', { name: /^Pay €/ });
const waitForShop = (page: Page) =>
  page.getByRole('heading', { name: 'Back at the shop: success' }).waitFor();

test('the address follows the country, is checked before it is sent, and reaches the transaction', async () => {
  const intentId = await createIntent(full, { country: 'DE', postal_code: '80331' });
  const { page, leave } = await site.visit({ viewport: { width: 390, height: 844 } });
  await page.goto(urlOf(intentId));
  expect(await listFields(page)).toEqual(['address_1', 'address_2', 'postal_code', 'city']);
  await page.locator('#country').selectOption('US');
  expect(await listFields(page)).toEqual(['address_1', 'address_2', 'city', 'state', 'postal_code']);
  expect(await isOptional(page, 'state')).toBe(false);
  expect(await page.locator('label[for=postal_code]').innerText()).toBe('ZIP code');
  expect(await page.locator('label[for=state]').innerText()).toBe('State');
  const isRequired = (name: string) =>
    page.locator(`#${name}`).evaluate((field) => (field as HTMLInputElement).required);
  expect([await isRequired('country'), await isRequired('state')]).toEqual([true, true]);
  expect(await isRequired('address_2')).toBe(false);
  await page.locator('#country').selectOption('IE');
  expect(await isRequired('state')).toBe(false);
  expect(await page.locator('label[for=state]').innerText()).toBe('County (optional)');
  expect([await isOptional(page, 'state'), await isOptional(page, 'city')]).toEqual([true, false]);
  await page.locator('#country').selectOption('US');

  await fillCard(page, '4242424242424242');
  await page.locator('#postal_code').fill('9401');
  // On leaving the field, without waiting for the button.
  await page.locator('#email').focus();
  await page.locator('#postal_code-error').waitFor();
  expect(await page.locator('#postal_code-error').innerText()).toContain('doesn’t match');
  await pay(page).click();
  const summary = page.getByRole('alert');
  expect(await summary.getByRole('link').allInnerTexts()).toEqual([
    'Enter your address',
    'Enter your city',
    'Enter your state',
    'Check the ZIP code. It doesn’t match the selected country.',
  ]);
  expect(await listViolations(page)).toEqual([]);
  await summary.getByRole('link', { name: 'Enter your city' }).click();
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('city');

  await page.locator('#address_1').fill('548 Market St');
  await page.locator('#postal_code').fill('94016');
  await page.locator('#city').fill('San Francisco');
  await page.locator('#state').fill('CA');
  expect(await page.locator('#postal_code-error').count()).toBe(0);
  await pay(page).click();
  await waitForShop(page);
  expect(await readPayment(intentId)).toMatchObject({
    status: 'CAPTURED',
    card: { checks: { address: 'pass', postal_code: 'pass', security_code: 'pass' } },
  });
  await leave();
});

test('a field with a value stays visible even if the country’s addresses don’t use it', async () => {
  const { page, leave } = await site.visit();
  await page.goto(urlOf(await createIntent(full, { country: 'AE', city: 'Al Barsha', state: 'Dubai' })));
  expect(await listFields(page)).toEqual(['address_1', 'address_2', 'state', 'city']);
  await page.locator('#city').fill('');
  await page.locator('#country').selectOption('SG');
  expect(await listFields(page)).toEqual(['address_1', 'address_2', 'postal_code', 'state']);
  // Autofill fills in fields that were visible when it started, even if they're hidden now.
  await page.locator('#city').evaluate((field: HTMLInputElement) => {
    field.value = 'Chiyoda';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.locator('#country').selectOption('JP');
  expect(await listFields(page)).toEqual(['address_1', 'address_2', 'state', 'postal_code', 'city']);
  expect(await isOptional(page, 'city')).toBe(true);
  await leave();
});

test('another country takes along the errors that don’t apply to it', async () => {
  const { page, leave } = await site.visit();
  await page.goto(urlOf(await createIntent(full)));
  await fillCard(page, '4242424242424242');
  expect(await listFields(page)).toEqual(['address_1', 'address_2', 'postal_code', 'city', 'state']);
  expect(await page.locator('#billing [data-optional]:visible').count()).toBe(1);
  await page.locator('#country').selectOption('US');
  await page.locator('#address_1').fill('1 Main St');
  await pay(page).click();
  const listErrors = () => page.getByRole('alert').getByRole('link').allInnerTexts();
  expect(await listErrors()).toEqual(['Enter your city', 'Enter your state', 'Enter your ZIP code']);
  await page.locator('#country').selectOption('GB');
  expect(await listErrors()).toEqual(['Enter your town or city', 'Enter your postcode']);
  expect(await page.locator('#postal_code-error').innerText()).toContain('Enter your postcode');
  await page.locator('#country').selectOption('IE');
  expect(await listErrors()).toEqual(['Enter your city']);
  expect(await page.locator('[aria-invalid]').evaluateAll((fields) => fields.map(({ id }) => id))).toEqual([
    'city',
  ]);
  expect(await page.locator('#state-error, #postal_code-error').count()).toBe(0);
  await page.locator('#country').selectOption('SG');
  expect(await page.locator('#problems *').count()).toBe(0);
  expect(await page.locator('[aria-invalid]').count()).toBe(0);
  await leave();
});

test('the payer’s corrections of the merchant’s address outlast a reload and another language', async () => {
  const { page, leave } = await site.visit();
  const known = {
    country: 'DE',
    postal_code: '10115',
    city: 'Berlin',
    address_1: 'Allee 1',
    address_2: 'c/o X',
  };
  const corrected = {
    country: 'FR',
    address_1: '2 Rue A',
    address_2: '',
    postal_code: '75001',
    city: 'Paris',
  };
  const intentId = await createIntent(full, known);
  const fields = Object.keys(corrected);
  const read = () =>
    page.evaluate(
      (ids) =>
        Object.fromEntries(ids.map((id) => [id, (document.getElementById(id) as HTMLInputElement).value])),
      fields,
    );
  await page.goto(urlOf(intentId));
  expect(await read()).toEqual(known);
  await page.locator('#country').selectOption('FR');
  for (const name of fields.slice(1))
    await page.locator(`#${name}`).fill(corrected[name as keyof typeof corrected]);
  // The last field still has the focus.
  await page.reload();
  expect(await read()).toEqual(corrected);
  await page.goto(urlOf(intentId, 'de'));
  expect(await read()).toEqual(corrected);
  await leave();
});

test('without scripts, all fields are there, and the server arranges them', async () => {
  const intentId = await createIntent(full);
  const { page, context } = await site.visit({ javaScriptEnabled: false });
  await page.goto(urlOf(intentId));
  await fillCard(page, '4242424242424242');
  await page.locator('#country').selectOption('AE');
  await page.locator('#address_1').fill('12 Rue de Rivoli');
  await page.locator('#city').fill('Paris');
  await pay(page).click();
  expect(await page.getByRole('alert').getByRole('link').allInnerTexts()).toEqual(['Enter your emirate']);
  expect(await listFields(page)).toEqual(['address_1', 'address_2', 'state', 'city']);
  await fillCard(page, '4242424242424242');
  await page.locator('#country').selectOption('FR');
  await pay(page).click();
  expect(await page.getByRole('alert').getByRole('link').allInnerTexts()).toEqual(['Enter your postal code']);
  expect(await page.locator('#state').isVisible()).toBe(false);
  expect(await page.locator('#city').inputValue()).toBe('Paris');
  await page.locator('#postal_code').fill('75001');
  await fillCard(page, '4242424242424242');
  await pay(page).click();
  await waitForShop(page);
  expect(await readPayment(intentId)).toMatchObject({ card: { checks: { postal_code: 'pass' } } });
  await context.close();
});

test('the full form fits every screen and text size, in light and dark', { timeout: 240_000 }, async () => {
  const intentId = await createIntent(full);
  for (const [lang, colorScheme] of [
    ['en', 'light'],
    ['pl', 'dark'],
    ['ar', 'light'],
    ['ja', 'dark'],
  ] as const) {
    const { page, leave } = await site.visit({ colorScheme, viewport: { width: 1280, height: 900 } });
    await page.goto(urlOf(intentId, lang));
    await page.locator('#country').selectOption('US');
    await page.locator('button[type=submit]').first().click();
    expect(await listViolations(page), lang).toEqual([]);
    expect(await listReflowIssues(page), lang).toEqual([]);
    await leave();
  }
});
