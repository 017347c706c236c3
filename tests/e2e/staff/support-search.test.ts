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
  const payerEmail = 'ada.example@payer.example';
  const order = {
    ...{ order_id: 'caller-1', order_amount: 4_137, order_currency: 'USD' },
    card_holder: { first_name: 'Ada', last_name: 'Example', email: payerEmail, country: 'DE' },
  };
  const card = { pan: '4242424242424242', code: '123', expiry: '12/40', name: 'Ada Example' };
  const { json } = await call('/transactions', {
    operation: 'authcap',
    external_id: randomUUID(),
    order,
    card,
  });
  const { json: twin } = await call('/transactions', {
    ...{ operation: 'authcap', external_id: randomUUID(), order, card },
  });
  await call('/refunds', { external_id: randomUUID(), trx_id: twin.id });
  // Our policy blocks the analysis script.
  const { page, leave } = await site.visit({
    bypassCSP: true,
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
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

  await page.getByLabel('Search', { exact: true }).fill('4242 4242 4242 4242, about 40 dollars');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/support?q=last+four+4242*');
  expect(page.url()).not.toContain('4242424242');
  await page.getByLabel('Search', { exact: true }).fill('last four 4242, about 40 dollars, today');
  await page.keyboard.press('Enter');
  await page.getByText('±10%').waitFor();
  // Screen readers hear the title with the number of payments, and the search can be continued.
  await expect.poll(() => page.title()).toMatch(/^\d+( or more)? payments · Search · /);
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('q');
  const cdp = await page.context().newCDPSession(page);
  const readAloud = async () =>
    (await cdp.send('Accessibility.getFullAXTree')).nodes.flatMap(({ role, name }) =>
      role?.value === 'StaticText' ? [String(name?.value)] : [],
    );
  await expect.poll(readAloud).toContainEqual(expect.stringMatching(/^\d+( or more)? payments · Search · /));
  expect(await listViolations(page)).toEqual([]);
  // The link starts with text for screen readers, one pixel wide, and a click would aim at it.
  await page
    .locator(`a[href="/support/transactions/${json.id as string}"]`)
    .getByText('$41.37')
    .click();
  await page.getByRole('heading', { name: 'Exchanges with the acquirer' }).waitFor();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  expect(await listViolations(page)).toEqual([]);

  // The payer: the other payment, which was refunded, and the email by keyboard.
  const twinPath = `/support/transactions/${twin.id as string}`;
  await page.getByText('Possible duplicate: $41.37 was approved twice').waitFor();
  await page.locator('li', { hasText: ': refunded in full' }).locator(`a[href="${twinPath}"]`).waitFor();
  expect(await page.content()).not.toContain(payerEmail);
  await page.getByRole('button', { name: 'Show email' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(payerEmail).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(payerEmail);
  expect(await listViolations(page)).toEqual([]);

  // The answers, in another language and copied by keyboard.
  await page.getByRole('link', { name: 'Deutsch' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**language=de#answers');
  const answer = page.locator('#answers p[lang=de]');
  await answer.getByText('Nur eine dieser Zahlungen bleibt abgebucht.').waitFor();
  await page.getByRole('button', { name: 'Copy the answer to “Why was I charged twice?”' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await answer.textContent());
  await page.getByRole('link', { name: 'العربية' }).click();
  await page.waitForURL('**language=ar#answers');
  await page.locator('#answers p[lang=ar][dir=rtl]').waitFor();
  expect(await listViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'All payments of this payer at this merchant' }).click();
  await page.getByRole('heading', { name: 'Payments of this payer' }).waitFor();
  await page.locator(`a[href="${twinPath}"]`).waitFor();
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      for (const path of [
        '/support?q=4242',
        `/support/transactions/${json.id as string}`,
        `/support/transactions/${json.id as string}/payer`,
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
  for (const action of [
    'viewed a transaction and its timeline',
    'viewed a payer’s email address',
    'viewed all payments of a payer',
  ])
    await merchant.page.getByText(action).first().waitFor();
  await merchant.leave();
});
