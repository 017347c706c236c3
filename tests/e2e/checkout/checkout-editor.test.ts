import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { readDemoCredentials, readDemoLogin } from '../../peers/server';
import { openSite, type Site } from '../../peers/browser/site';

const phoneFrame = 'iframe[title="Checkout preview, phone"]';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

test('a color is chosen with guidance, previewed at once, published, and shown to payers', async () => {
  const { page, leave } = await site.visit();
  await logIn(page);
  await openEditor(page);
  const accent = page.getByRole('textbox', { name: 'Accent color', exact: true });
  const preview = page.frameLocator(phoneFrame);
  const button = preview.getByRole('button', { name: 'Pay €42.00' });
  await button.waitFor();

  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page
    .locator('#logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(3 * 1024 * 1024) });
  await page.locator('#logo-error').getByText('This file is larger than 2 MB').waitFor();
  expect({ sent, inputValue: await page.locator('#logo').inputValue() }).toEqual({
    sent: [],
    inputValue: '',
  });

  await accent.fill('#777777');
  await page.getByText('Button text: contrast 4.4:1, but 4.5:1 is needed.').waitFor();
  await page.getByRole('button', { name: 'Use #767676' }).click();
  await page.getByText('Button text: contrast 4.5:1, easy to see.').waitFor();
  await expect.poll(() => readColor(button)).toBe('rgb(118, 118, 118)');
  // Typing isn't interrupted.
  await accent.fill('#7a1f5c');
  await expect.poll(() => readColor(button)).toBe('rgb(122, 31, 92)');
  expect(await accent.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByLabel('Page', { exact: true }).selectOption('Paid');
  await preview.getByRole('heading', { name: 'Payment complete' }).waitFor();

  await page.getByRole('button', { name: 'Review and publish' }).click();
  await page.getByRole('heading', { name: 'Publish checkout' }).waitFor();
  await page.getByRole('cell', { name: '#7a1f5c' }).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published. Payers see it now').waitFor();

  await page.goto(await createCheckout());
  expect(await readColor(page.getByRole('button', { name: 'Pay €42.00' }))).toBe('rgb(122, 31, 92)');
  const fonts = await page.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status !== 'unloaded')
      .map(({ family }) => family.replaceAll('"', '')),
  );
  expect([...new Set(fonts)]).toEqual(['Nunito Variable']);
  await leave();
});

test('the editor and its pages are accessible, in light and dark mode, wide and narrow', async () => {
  // Our policy blocks the analysis script. Colors in transition between light and dark aren't checked.
  const { page, context } = await site.visit({ bypassCSP: true, reducedMotion: 'reduce' });
  await logIn(page);
  await openEditor(page);
  await page.getByRole('textbox', { name: 'Accent color', exact: true }).fill('#777777');
  await page.getByText('4.5:1 is needed').waitFor();
  await page.getByRole('textbox', { name: 'Help center' }).fill('shop');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('alert').waitFor();
  // An unpublishable color is still previewed, in the shade that payers would see.
  await expect
    .poll(() => readColor(page.frameLocator(phoneFrame).getByRole('button', { name: 'Pay €42.00' })))
    .toBe('rgb(118, 118, 118)');
  await checkAccessibility(page);
  await page.getByRole('textbox', { name: 'Help center' }).fill('');
  await page.getByRole('button', { name: 'Review and publish' }).click();
  await page.getByText('This design can’t be published yet').waitFor();
  await checkAccessibility(page);
  await page.goto(`${site.origin}/checkout-design/history`);
  await checkAccessibility(page);
  await context.close();
});

/** Resolves when the page's scripts run, because they don't see earlier input. */
async function openEditor(page: Page): Promise<void> {
  await page.goto(`${site.origin}/checkout-design`);
  await page.getByLabel('Choose: Accent color').waitFor();
}

async function checkAccessibility(page: Page): Promise<void> {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await listViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

function readColor(button: ReturnType<Page['getByRole']>): Promise<string> {
  return button.evaluate((element) => getComputedStyle(element).backgroundColor);
}

async function logIn(page: Page): Promise<void> {
  const { email, password } = readDemoLogin(site);
  await page.goto(`${site.origin}/login`);
  await page.getByLabel('Email address').fill(email!);
  await page.getByLabel('Password', { exact: true }).fill(password!);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${site.origin}/`);
}

async function createCheckout(): Promise<string> {
  const credentials = readDemoCredentials(site);
  const { access_token } = await call('/auth/token', credentials);
  const order = { order_amount: 4_200, order_currency: 'EUR' };
  const redirect_urls = { success: 'https://shop.example/thanks', failure: 'https://shop.example/basket' };
  const { intent_id } = await call(
    '/intents/payment',
    { external_id: randomUUID(), order, redirect_urls },
    { Authorization: `Bearer ${access_token}` },
  );
  return `${site.origin}/test/checkout?${new URLSearchParams({ client_id: credentials.client_id, intent_id: intent_id! })}`;
}

async function call(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const response = await fetch(`${site.origin}/test/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}
