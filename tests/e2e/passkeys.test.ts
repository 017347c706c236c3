import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../peers/axe';
import { freePort } from '../peers/free-port';
import { linkInMailTo, readMails } from '../peers/mailbox';
import { logIn, register } from '../peers/newcomer';
import { addDevice } from '../peers/passkey-device';
import { newDataDir } from '../peers/server';
import { openSite, type Site } from '../peers/site';

const [staff, staffPassword] = ['kim@passkeys.example', 'seven quiet lighthouses'];

let site: Site;
beforeAll(async () => {
  const settings = { DATA_DIR: newDataDir(), PORT: String(await freePort()) };
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...settings, DATABASE_URL: '', DEMO: 'true' } as unknown as NodeJS.ProcessEnv;
  await promisify(execFile)(process.execPath, ['scripts/staff.mjs', 'add', staff, 'support', 'Kim Example'], { env });
  site = await openSite(settings);
});
afterAll(() => site.close());

const add = async (page: Page, name: string) => {
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
};

test('a merchant adds one, signs in with it alone and as the second step, renames it and removes it', { timeout: 180_000 }, async () => {
  const person = await site.visit({ bypassCSP: true });
  const { page } = person;
  // A browser that fills in no passkeys: else an unlocked device answers that question as soon as the page is there, before any click.
  await page.addInitScript(() => (PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)));
  const ada = await register(site, page, { name: 'Ada Owner', email: 'ada@passkeys.example' });
  const device = await addDevice(page);
  await page.goto(`${site.origin}/security`);
  expect(await violations(page)).toEqual([]);
  await add(page, 'Laptop');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create the passkey' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await device.use('Create the passkey', '**/security/recovery-codes');
  expect(await device.count()).toBe(1);
  expect((await page.getByRole('region', { name: 'recovery codes' }).innerText()).split('\n')).toHaveLength(10);
  await expect.poll(async () => (await readMails(site)).find(({ to }) => to === ada.email)?.subject, { timeout: 20_000 }).toBe('A passkey was added to your account');

  // Alone: no name, no password.
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await page.waitForURL('**/login');
  expect(await violations(page)).toEqual([]);
  await device.use('Sign in with a passkey', `${site.origin}/`);

  // After the password.
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await page.waitForURL('**/login');
  await page.getByLabel('E-mail address').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/login/code');
  expect(await violations(page)).toEqual([]);
  await device.use('Use a passkey', `${site.origin}/`);

  await page.goto(`${site.origin}/security`);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Change Laptop' }).click();
  await page.getByRole('heading', { name: 'Laptop', level: 1 }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Name', { exact: true }).fill('Work laptop');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await page.waitForURL('**/security?renamed');
  await page.getByRole('link', { name: 'Change Work laptop' }).click();
  await page.getByRole('button', { name: 'Remove the passkey' }).click();
  await page.waitForURL('**/security?removed');
  await page.getByText('Your password alone opens your account.').waitFor();

  // The device still has it, and it opens nothing.
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await page.waitForURL('**/login');
  await device.unlock('Sign in with a passkey', () => page.getByText('This passkey was not accepted.').waitFor());
  await logIn(site, page, ada);
  await page.context().close();
});

test('somebody of the staff joins with one instead of an app, and cannot be without', { timeout: 180_000 }, async () => {
  const person = await site.visit({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });
  const { page } = person;
  const device = await addDevice(page);
  await page.goto(await linkInMailTo(site, staff));
  await page.getByLabel('Password', { exact: true }).fill(staffPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/staff/login/second-factor');
  await device.use('Create a passkey', '**/staff/security/recovery-codes');
  await page.goto(`${site.origin}/staff/security`);
  await page.getByRole('link', { name: /^Change (?!your)/ }).click();
  await page.getByText('staff cannot be without one').waitFor();
  expect(await page.getByRole('button', { name: 'Remove the passkey' }).count()).toBe(0);

  await page.getByText('Menu', { exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/staff/login');
  await device.use('Sign in with a passkey', '**/support');
  await person.leave();
});
