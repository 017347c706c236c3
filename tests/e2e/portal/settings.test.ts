import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { readMails } from '../../peers/browser/mailbox';
import { connectMerchant } from '../../peers/merchant-client';
import { logInOnPage, register } from '../../peers/browser/registration';
import { startWebhookReceiver, type WebhookReceiver } from '../../peers/services/webhook-receiver';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';

let site: Site;
let receiver: WebhookReceiver;
let owner: Visitor;
let login: { email: string; password: string };

beforeAll(async () => {
  [site, receiver] = await Promise.all([openSite(), startWebhookReceiver()]);
  const [, email, password] = /Demo login +(\S+) +password (\S+)/.exec(site.output())!;
  login = { email: email!, password: password! };
  owner = await enterTest(login.email);
});

afterAll(async () => {
  await owner.leave();
  await receiver.stop();
  await site.close();
});

async function enterTest(email: string): Promise<Visitor> {
  const visitor = await site.visit();
  const { page } = visitor;
  await logInOnPage(site, page, { email, password: login.password });
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Test', exact: true, pressed: true }).waitFor();
  return visitor;
}

test('a new account has the time zone of its browser, by its current name', async () => {
  const { page, leave } = await site.visit({ timezoneId: 'Asia/Calcutta' });
  await register(site, page, { name: 'Ada', email: 'ada@zone.example' });
  await page.goto(`${site.origin}/settings/general`);
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Kolkata');
  await leave();
});

test('the chosen time zone applies to every page, and the audit log has the previous one', async () => {
  const { page } = owner;
  await page.goto(`${site.origin}/settings/general`);
  expect(await page.locator('optgroup[label="This browser"] option').getAttribute('value')).toBe(
    await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
  const before = await page.getByRole('combobox', { name: 'Time zone' }).inputValue();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo');
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The audit log lists what changed.').waitFor();
  await page.goto(`${site.origin}/transactions`);
  await page.getByText('GMT+9').first().waitFor();

  await page.goto(`${site.origin}/audit-log`);
  const entry = page.getByRole('listitem').filter({ hasText: 'changed the settings' }).first();
  await entry.getByText(before, { exact: true }).waitFor();
  await entry.getByText('Asia/Tokyo', { exact: true }).waitFor();

  await page.getByLabel('Kind of action').selectOption({ label: 'Login' });
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.waitForURL(/kind=access/);
  await page.getByRole('listitem').filter({ hasText: 'logged in' }).first().waitFor();
  await expect
    .poll(() => page.getByRole('listitem').filter({ hasText: 'changed the settings' }).count())
    .toBe(0);
  expect(await listViolations(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  const [, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain('logged in');
});

test('members who turn off emails about credentials get none, and others do', async () => {
  const email = 'developer@harbour-tea.example';
  const { page, leave } = await enterTest(email);
  await page.goto(`${site.origin}/settings/notifications`);
  await page.getByRole('checkbox', { name: /Credentials/ }).uncheck();
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your choices apply starting with the next email.').waitFor();
  await page.goto(`${site.origin}/developers`);
  await page.getByRole('button', { name: 'Create new secret' }).click();
  await page.getByText(/^sk_test_[\w-]{43}$/).waitFor();
  const aboutSecrets = async (who: string) =>
    (await readMails(site)).filter(({ to, subject }) => to === who && /secret/i.test(subject)).length;
  await expect.poll(() => aboutSecrets(login.email), { timeout: 30_000 }).toBe(1);
  expect(await aboutSecrets(email)).toBe(0);
  await leave();
});

test('an altered webhook is distinguishable from an authentic one', async () => {
  const { page } = owner;
  await page.goto(`${site.origin}/developers/webhooks/new`);
  await page.getByLabel('URL', { exact: true }).fill(`${receiver.url}/hooks`);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByText(/^whsec_/).waitFor();
  const merchant = await connectMerchant(site);
  await merchant.call('/transactions', {
    operation: 'authcap',
    external_id: 'verified',
    order: { order_id: 'verified', order_amount: 990, order_currency: 'EUR' },
    card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
  });
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  const { headers, body } = receiver.received[0]!;

  const check = async (pasted: string) => {
    await page.goto(`${site.origin}/developers/verify`);
    for (const name of ['id', 'timestamp', 'signature'])
      await page.getByLabel(`webhook-${name}`).fill(String(headers[`webhook-${name}`]));
    await page.getByLabel('Raw body').fill(pasted);
    await page.getByRole('button', { name: 'Check webhook' }).click();
  };
  await check(body);
  await page.getByText('The signature is valid').waitFor();
  // The other check keeps its input.
  await page.getByLabel('Redirect URL').fill('not a redirect');
  await page.getByRole('button', { name: 'Check redirect' }).click();
  await page.getByRole('alert').getByText('This isn’t a redirect URL').waitFor();
  expect(await page.getByLabel('Raw body').inputValue()).toBe(body);
  await page.getByText('The signature is valid').waitFor();
  await check(body.replace('990', '991'));
  await page.getByText('The signature isn’t valid').waitFor();
  await page.getByText(/The body differs from the one we sent at byte offset \d+/).waitFor();
  expect(await listViolations(page)).toEqual([]);
});
