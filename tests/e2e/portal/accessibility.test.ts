import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { readDemoCredentials } from '../../peers/server';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';

let site: Site;
let credentials: { client_id: string; client_secret: string };
let login: { email: string; password: string };

beforeAll(async () => {
  site = await openSite();
  credentials = readDemoCredentials(site);
  const [, email, password] = /Demo login +(\S+) +password (\S+)/.exec(site.output())!;
  login = { email: email!, password: password! };
});

afterAll(() => site.close());

describe.each(['light', 'dark'] as const)('on a narrow screen, %s', (colorScheme) => {
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    // Our policy blocks the analysis script.
    visitor = await site.visit({ colorScheme, viewport: { width: 390, height: 844 }, bypassCSP: true });
    page = visitor.page;
  });
  // Chromium logs the checkout's error to its console, so this visitor doesn't call leave().
  afterAll(() => visitor.context.close());

  test.each([
    '/login',
    '/register',
    '/forgot-password',
    '/staff/login',
    '/dev/mailbox',
    '/dev/design',
    '/dev/authenticator',
    '/docs',
    '/docs/reference',
    '/docs/reference/transactions?language=node',
    '/docs/reference/refunds?language=php',
    '/docs/reference/intents?language=python',
    '/docs/reference/objects',
    '/docs/search?q=refund',
    '/docs/search?q=nothing+has+these+words',
    '/docs/errors',
    '/docs/webhooks',
    '/docs/test-cards',
    '/docs/hosted-checkout',
  ])('%s', async (path) => {
    await page.goto(site.origin + path);
    expect(await listViolations(page)).toEqual([]);
    if (colorScheme === 'light') expect(await listReflowIssues(page)).toEqual([]);
  });

  test('the checkout, before and after errors', async () => {
    await page.goto(await newCheckout());
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pay €42.00' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await listViolations(page)).toEqual([]);
  });

  test('the portal', async () => {
    await logIn(page, login.email);
    expect(await listViolations(page)).toEqual([]);

    await page.goto(`${site.origin}/cards`);
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Delete Visa ending in 1111' }).click();
    await page.getByRole('heading', { name: 'Delete this card?' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.goto(`${site.origin}/developers`);
    expect(await listViolations(page)).toEqual([]);
    await page.goto(`${site.origin}/developers/redirect-hosts`);
    expect(await listViolations(page)).toEqual([]);
    for (const path of ['/security', '/security/second-factor']) {
      await page.goto(site.origin + path);
      expect(await listViolations(page)).toEqual([]);
    }
    await page.goto(`${site.origin}/docs`);
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Get an access token' }).click();
    await page.getByText('These examples are ready to run').waitFor();
    const focused = await page.evaluate(() => document.activeElement!.textContent);
    expect(focused).toContain('These examples are ready to run');
    expect(await listViolations(page)).toEqual([]);
    await page.goto(`${site.origin}/transactions`);
    expect(await listViolations(page)).toEqual([]);
    await page.locator('a[href^="/transactions/trx_"]').first().getByText(/\d/).click();
    await page.waitForURL('**/transactions/trx_*');
    expect(await listViolations(page)).toEqual([]);
  });

  test('the portal of a live merchant', async () => {
    const inTest = page.url();
    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('button', { name: 'Live', exact: true }).filter({ visible: true }).click();
    await page.getByText('Simulated live environment.').waitFor();
    for (const address of [
      `${site.origin}/go-live`,
      `${site.origin}/application`,
      `${site.origin}/developers`,
      `${site.origin}/developers/signing-secret`,
      inTest,
    ]) {
      await page.goto(address);
      expect(await listViolations(page)).toEqual([]);
    }
  });

  test('the portal of a merchant with requested changes', async () => {
    await page.context().clearCookies();
    await logIn(page, 'demo@clover-ceramics.example');
    expect(await listViolations(page)).toEqual([]);
    for (const path of [
      '/application',
      '/application/business',
      '/application/contact',
      '/application/people',
      '/application/review',
      '/go-live',
      '/developers/redirect-hosts',
    ]) {
      await page.goto(site.origin + path);
      expect(await listViolations(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Host' }).fill(`${colorScheme}.shop.example`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const removal = page.getByRole('link', { name: `Remove ${colorScheme}.shop.example` });
    await removal.waitFor();
    expect(await listViolations(page)).toEqual([]);
    await removal.click();
    await page.getByRole('button', { name: 'Remove host' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
  });

  test("the codes of the demo's staff", async () => {
    await page.goto(`${site.origin}/dev/authenticator`);
    expect(await listViolations(page)).toEqual([]);
  });
});

/** As one of the demo's merchants, who share a password. */
async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${site.origin}/login`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${site.origin}/`);
}

async function newCheckout(): Promise<string> {
  const { access_token } = await call('/auth/token', credentials);
  const { intent_id } = await call(
    '/intents/payment',
    {
      external_id: randomUUID(),
      order: {
        order_amount: 4_200,
        order_currency: 'EUR',
        order_items: [{ name: 'Tea', quantity: 2, unit_price: 2_100 }],
      },
      redirect_urls: { success: 'https://shop.example/thanks', failure: 'https://shop.example/basket' },
    },
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
