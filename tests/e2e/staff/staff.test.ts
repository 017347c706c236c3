import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { listReflowIssues } from '../../peers/browser/reflow';
import { freePort } from '../../peers/services/free-port';
import { waitForMailLink } from '../../peers/browser/mailbox';
import { createDataDir } from '../../peers/server';
import { openSite, type Site } from '../../peers/browser/site';
import { generateCode } from '../../world/identity/authenticator';

const password = 'seven quiet lighthouses';
const admin = { email: 'mia@staff.example', secret: '' };

let site: Site;
beforeAll(async () => {
  const settings = { DATA_DIR: createDataDir(), PORT: String(await freePort()) };
  const { PATH, HOME } = process.env;
  // Before the first start, on the embedded database: the email waits until there's a server.
  const env = { PATH, HOME, ...settings, DATABASE_URL: '', DEMO: 'true' } as unknown as NodeJS.ProcessEnv;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/staff.mjs', 'add', admin.email, 'admin', 'Mia Example'],
    { env },
  );
  expect(stdout).toContain(`The invitation for ${admin.email} will be sent at the next start.`);
  site = await openSite(settings);
});
afterAll(() => site.close());

describe('an invited person', () => {
  test('joins by email, password and authenticator app, and our policy allows the QR code', async () => {
    const person = await site.visit();
    const { page } = person;
    await page.goto(await waitForMailLink(site, admin.email));
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/staff/login/second-factor');
    const image = page.getByAltText('QR code for your authenticator app');
    expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    admin.secret = await readKey(page);
    await page.getByLabel('Code from the app').fill(generateCode(admin.secret));
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForURL('**/staff/security/recovery-codes');
    const codes = await page.getByRole('region', { name: 'recovery codes' }).innerText();
    expect(codes.split('\n')).toHaveLength(10);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    await page.getByRole('link', { name: 'I saved my codes' }).click();
    await page.waitForURL('**/review');

    for (const email of ['light@staff.example', 'dark@staff.example']) {
      await page.goto(`${site.origin}/staff/members`);
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Name').fill('Kim Example');
      await page.getByRole('radio', { name: /^Admin/ }).check();
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await page.getByText('Invitation sent').waitFor();
    }
    await person.leave();
  });

  test('logs in again with the keyboard alone, and invites another person', async () => {
    const person = await site.visit();
    const { page } = person;
    await page.goto(`${site.origin}/staff/members`);
    await page.waitForURL('**/staff/login?returnTo=*');
    await type(page, 'Email address', admin.email);
    await type(page, 'Password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/staff/login/code?returnTo=*');
    await type(page, 'Code', generateCode(admin.secret, 1));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/staff/members');
    await type(page, 'Email address', 'sam@staff.example');
    await type(page, 'Name', 'Sam Example');
    // From the first role to the second.
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Invitation sent').waitFor();
    expect(await page.getByRole('table', { name: 'Pending invitations' }).innerText()).toContain('Support');
    await tabTo(page, admin.email);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Log out');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/staff/login');
    await person.leave();
  });
});

describe.each(['light', 'dark'] as const)('on a narrow screen, %s', (colorScheme) => {
  test('every staff page', async () => {
    // Our policy blocks the analysis script.
    const { page, context } = await site.visit({
      colorScheme,
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    });
    const checkPage = async (path: string) => {
      await page.goto(site.origin + path);
      expect(await listViolations(page)).toEqual([]);
      if (colorScheme === 'light')
        expect(await listReflowIssues(page, { fitsPhoneWithLargeText: true })).toEqual([]);
    };
    const refuse = async (button: string) => {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('alert').waitFor();
      expect(await listViolations(page)).toEqual([]);
    };
    await checkPage('/staff/login?ended');
    await refuse('Log in');

    const email = `${colorScheme}@staff.example`;
    await page.goto(await waitForMailLink(site, email));
    await refuse('Continue');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/staff/login/second-factor');
    await refuse('Set up');
    const secret = await readKey(page);
    await page.getByLabel('Code from the app').fill(generateCode(secret, -1));
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForURL('**/staff/security/recovery-codes');
    expect(await listViolations(page)).toEqual([]);
    for (const path of [
      '/staff/members',
      '/staff/operations',
      '/staff/audit-log',
      '/staff/mails',
      '/staff/mails?status=undelivered',
      '/staff/security',
      '/staff/security/second-factor',
      '/staff/security/recovery-codes',
      '/staff/nowhere',
    ])
      await checkPage(path);
    await checkPage('/staff/books');
    await page.getByRole('button', { name: 'Start an audit' }).click();
    await page.getByText('The books agree').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await checkPage('/staff/books');
    await checkPage('/staff/members');
    await refuse('Send invitation');

    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/staff/login');
    // The address changes before the page does, and the members page has an email address too.
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/staff/login/code');
    await refuse('Log in');
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await context.close();
  });
});

/** The key for the app on the page. */
async function readKey(page: Page): Promise<string> {
  return (await page.locator('code').innerText()).replaceAll(' ', '');
}

/** Focuses a field or button with the keyboard, and types. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.type(text);
}

async function tabTo(page: Page, name: string): Promise<void> {
  const target = page
    .getByLabel(name, { exact: true })
    .or(page.getByRole('button', { name, exact: true }))
    .or(page.locator('summary', { hasText: name }))
    .filter({ visible: true })
    .first();
  await target.waitFor();
  for (let countTabs = 0; countTabs < 60; countTabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${name}`);
}
