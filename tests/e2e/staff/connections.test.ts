import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { inviteAdmins, joinAsAdmin } from '../../peers/browser/admins';
import { openConnectionForm } from '../../peers/browser/connection-form';
import { openSite, type Site } from '../../peers/browser/site';
import { createDataDir } from '../../peers/server';
import { freePort } from '../../peers/services/free-port';

const secretKey = 'sk_test_51PqRsTuVwXyZ0123456789wxyz';
const admins = ['ada@staff.example', 'mia@staff.example', 'kim@staff.example', 'sam@staff.example'];

let [site, stripe] = [undefined as unknown as Site, undefined as unknown as Server];
beforeAll(async () => {
  stripe = createServer(({ url, headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${secretKey}`;
    response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify(
        !isKnown
          ? { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }
          : url === '/v1/balance'
            ? { object: 'balance', livemode: false }
            : { object: 'account', id: 'acct_1PqRsTuVwX', business_profile: { name: 'Harbor Coffee' } },
      ),
    );
  });
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
  const settings = {
    DATA_DIR: createDataDir(),
    PORT: String(await freePort()),
    STRIPE_URL: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
  };
  await inviteAdmins(settings, admins);
  site = await openSite(settings);
});
afterAll(async () => {
  await site.close();
  stripe.close();
});

/** The logged-in admins' cookies by color scheme. */
const states = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

test.each([true, false])(
  'a connection is entered and tested, with scripts: %s',
  async (javaScriptEnabled) => {
    const person = await joinAsAdmin(site, admins[javaScriptEnabled ? 0 : 1]!, { javaScriptEnabled });
    const { page } = person;
    await openConnectionForm(site, page, 'Stripe');
    await page.getByLabel('Name', { exact: true }).fill('Stripe Europe');
    await page.getByLabel('Secret key').fill(secretKey);
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Stripe Europe');
    expect(await page.getByLabel('Secret key').inputValue()).toBe('');
    await page.getByLabel('Secret key').fill(secretKey.replace('wxyz', 'abcd'));
    await page.getByLabel('Webhook signing secret').fill('whsec_0123456789abcdefghij');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('Connection saved').waitFor();
    expect(await page.content()).not.toContain(secretKey.slice(0, -4));
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Stripe doesn’t accept the secret key.').waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByText('Saved, ends in abcd. Leave empty to keep it.').waitFor();
    await page.getByLabel('Secret key').fill(secretKey);
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('Saved, ends in wxyz').waitFor();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Stripe accepts the key of Harbor Coffee (acct_1PqRsTuVwX).').waitFor();
    // The browser reports the rejected form as an error.
    await person.context.close();
  },
);

describe.each(['light', 'dark'] as const)('every page, %s', (colorScheme) => {
  test.each([390, 1280])('at %i pixels', async (width) => {
    const index = colorScheme === 'light' ? 2 : 3;
    const storageState = states.get(colorScheme);
    // Our policy blocks the analysis script.
    const options = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true };
    const { page, context } = storageState
      ? await site.visit({ ...options, storageState })
      : await joinAsAdmin(site, admins[index]!, options);
    states.set(colorScheme, await context.storageState());
    const check = async () => {
      expect(await listViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (width === 1280 && colorScheme === 'light') expect(await listReflowIssues(page)).toEqual([]);
    };
    await page.goto(`${site.origin}/staff/connections/new`);
    await check();
    await openConnectionForm(site, page, 'Adyen', 'Live');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByRole('alert').waitFor();
    await check();
    await openConnectionForm(site, page, 'Stripe');
    await check();
    await page.getByLabel('Name', { exact: true }).fill('Stripe Asia and Pacific');
    await page.getByLabel('Secret key').fill(secretKey);
    await page.getByLabel('Webhook signing secret').fill('whsec_0123456789abcdefghij');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('Connection saved').waitFor();
    await check();
    const path = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The connection works').waitFor();
    await check();
    for (const subpath of ['edit', 'approval', 'rejection']) {
      await page.goto(`${site.origin}${path}/${subpath}`);
      await check();
    }
    await page.goto(`${site.origin}/staff/connections/con_simulator_test`);
    await check();
    await page.goto(`${site.origin}/staff/connections/con_simulator_test/retirement`);
    await check();
    await page.goto(`${site.origin}/staff/connections`);
    await check();
    await context.close();
  });
});
