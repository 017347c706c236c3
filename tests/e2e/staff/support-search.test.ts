import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { waitForMailLink } from '../../peers/browser/mailbox';
import { connectMerchant } from '../../peers/merchant-client';
import { logInOnPage } from '../../peers/browser/registration';
import { copyDemoFolder } from '../../peers/browser/demo-folder';
import { openSite, type Site } from '../../peers/browser/site';
import { readDemoLogin } from '../../peers/server';
import { generateCode } from '../../world/identity/authenticator';

const email = 'sam@staff.example';

let site: Site;
beforeAll(async () => {
  const settings = await copyDemoFolder();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...settings, DATABASE_URL: '', DEMO: 'true' } as unknown as NodeJS.ProcessEnv;
  await promisify(execFile)(process.execPath, ['scripts/staff.mjs', 'add', email, 'support', 'Sam Example'], {
    env,
  });
  site = await openSite(settings);
});
afterAll(() => site.close());

test("a caller's sentence leads to the timeline in one search, and the merchant sees the access", async () => {
  const { call } = await connectMerchant(site);
  const { json } = await call('/transactions', {
    operation: 'authcap',
    external_id: randomUUID(),
    order: { order_id: 'caller-1', order_amount: 4_137, order_currency: 'USD' },
    card: { pan: '4242424242424242', code: '123', expiry: '12/40', name: 'Ada Example' },
  });
  // Our policy blocks the analysis script.
  const { page, leave } = await site.visit({ bypassCSP: true, viewport: { width: 1280, height: 900 } });
  await page.goto(await waitForMailLink(site, email));
  await page.getByLabel('Password', { exact: true }).fill('seven quiet lighthouses');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/staff/login/second-factor');
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(generateCode(secret));
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('link', { name: 'I saved my codes' }).click();
  await page.waitForURL('**/support');
  expect(await listViolations(page)).toEqual([]);

  await page.getByLabel('Search').fill('4242 4242 4242 4242, about 40 dollars');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/support?q=last+four+4242*');
  expect(page.url()).not.toContain('4242424242');
  await page.getByLabel('Search').fill('last four 4242, about 40 dollars, today');
  await page.keyboard.press('Enter');
  await page.getByText('±10%').waitFor();
  expect(await listViolations(page)).toEqual([]);
  // The link starts with text for screen readers, one pixel wide, and a click would aim at it.
  await page
    .locator(`a[href="/support/transactions/${json.id as string}"]`)
    .getByText('$41.37')
    .click();
  await page.getByRole('heading', { name: 'Exchanges with the acquirer' }).waitFor();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      for (const path of [
        '/support?q=4242',
        `/support/transactions/${json.id as string}`,
        '/support/unknown-outcomes',
      ]) {
        await page.goto(site.origin + path);
        expect({ path, width, scheme, violations: await listViolations(page) }).toEqual({
          path,
          width,
          scheme,
          violations: [],
        });
        expect({
          path,
          width,
          fits: await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        }).toEqual({ path, width, fits: true });
        if (width === 1280 && scheme === 'light')
          expect(await listReflowIssues(page, { fitsPhoneWithLargeText: true })).toEqual([]);
      }
    }
  await page.goto(`${site.origin}/support/transactions/${json.id as string}`);
  await page.locator('main a[href*="/support/merchants/"]').first().click();
  await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await leave();

  const merchant = await site.visit();
  const { email: demoEmail, password: demoPassword } = readDemoLogin(site);
  await logInOnPage(site, merchant.page, { email: demoEmail!, password: demoPassword! });
  await merchant.page.goto(`${site.origin}/audit-log`);
  await merchant.page.getByText('viewed a transaction and its timeline').first().waitFor();
  await merchant.leave();
});
