import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { copyDemoFolder } from '../../peers/browser/demo-folder';
import { waitForMailLink, readMails } from '../../peers/browser/mailbox';
import { logInOnPage, logOutOnPage, register } from '../../peers/browser/registration';
import { addVirtualAuthenticator } from '../../peers/browser/virtual-authenticator';
import { openSite, type Site } from '../../peers/browser/site';

const [staff, staffPassword] = ['kim@passkeys.example', 'seven quiet lighthouses'];

let site: Site;
let staffOrigin: string;
beforeAll(async () => {
  const demo = await copyDemoFolder();
  staffOrigin = `http://staff.localhost:${demo.PORT}`;
  const settings = { ...demo, STAFF_URL: staffOrigin };
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...settings, DATABASE_URL: '', DEMO: 'true' } as unknown as NodeJS.ProcessEnv;
  await promisify(execFile)(process.execPath, ['scripts/staff.mjs', 'add', staff, 'support', 'Kim Example'], {
    env,
  });
  site = await openSite(settings);
});
afterAll(() => site.close());

const add = async (page: Page, name: string) => {
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
};

test(
  'a merchant adds a passkey, logs in with it alone and as the second step, renames it and removes it',
  { timeout: 180_000 },
  async () => {
    const person = await site.visit({ bypassCSP: true });
    const { page } = person;
    const ada = await register(site, page, { name: 'Ada Owner', email: 'ada@passkeys.example' });
    const device = await addVirtualAuthenticator(page);
    await page.goto(`${site.origin}/security`);
    expect(await listViolations(page)).toEqual([]);
    await add(page, 'Laptop');
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create passkey' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await device.use('Create passkey', '**/security/recovery-codes');
    expect(await device.count()).toBe(1);
    expect((await page.getByRole('region', { name: 'recovery codes' }).innerText()).split('\n')).toHaveLength(
      10,
    );
    await expect
      .poll(async () => (await readMails(site)).find(({ to }) => to === ada.email)?.subject)
      .toBe('A passkey was added to your account');

    // Alone, without name and password.
    await logOutOnPage(page);
    await page.waitForURL('**/login');
    expect(await listViolations(page)).toEqual([]);
    await device.use('Use a passkey', `${site.origin}/`);

    // After the password.
    await logOutOnPage(page);
    await page.waitForURL('**/login');
    await page.getByLabel('Email address').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/login/code');
    expect(await listViolations(page)).toEqual([]);
    await device.use('Use a passkey', `${site.origin}/`);

    await page.goto(`${site.origin}/security`);
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Change Laptop' }).click();
    await page.getByRole('heading', { name: 'Laptop', level: 1 }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('Work laptop');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.waitForURL('**/security?renamed');
    await page.getByRole('link', { name: 'Change Work laptop' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.waitForURL('**/security?removed');
    await page.getByText('Your password alone is now enough to log in.').waitFor();

    // The device still has it, but it no longer works.
    await logOutOnPage(page);
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('This passkey wasn’t accepted.').waitFor();
    await logInOnPage(site, page, ada);
    await page.context().close();
  },
);

test(
  'the button works while the browser offers to autofill a passkey, and after a failure',
  { timeout: 180_000 },
  async () => {
    const person = await site.visit();
    const { page } = person;
    await register(site, page, { name: 'Grace Owner', email: 'grace@passkeys.example' });
    const device = await addVirtualAuthenticator(page);
    const { requested: passkeyRequests } = device;
    await page.goto(`${site.origin}/security/passkeys/new`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await device.use('Create passkey', '**/security/recovery-codes');
    const press = () => page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
    await logOutOnPage(page);
    await page.waitForURL('**/login');
    await expect.poll(() => passkeyRequests).toEqual([{ by: 'autofill', outcome: 'waits' }]);

    // The page's request to its server fails. The route stays: the browser can leave the next request hanging
    // while interception ends.
    const answers: unknown[] = [{}];
    await page.route('**/login/passkey', (route) =>
      answers.length ? route.fulfill({ json: answers.pop() }) : route.continue(),
    );
    await press();
    await page.getByText('This didn’t work in your browser.').waitFor();
    await expect
      .poll(() => passkeyRequests)
      .toEqual([
        { by: 'autofill', outcome: 'AbortError' },
        { by: 'autofill', outcome: 'waits' },
      ]);

    await press();
    await page.waitForURL(`${site.origin}/`);
    expect(passkeyRequests).toEqual([
      { by: 'autofill', outcome: 'AbortError' },
      { by: 'autofill', outcome: 'AbortError' },
      { by: 'click', outcome: 'signed' },
    ]);
    await person.leave();
  },
);

test(
  "with a separate staff host, staff join with a passkey instead of an app, always keep one, and can't use it in the portal",
  { timeout: 180_000 },
  async () => {
    const person = await site.visit({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    const { page } = person;
    const device = await addVirtualAuthenticator(page);
    const { requested: passkeyRequests } = device;
    await page.goto(await waitForMailLink(site, staff));
    expect(new URL(page.url()).origin).toBe(staffOrigin);
    await page.getByLabel('Password', { exact: true }).fill(staffPassword);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/staff/login/second-factor');
    await device.use('Create a passkey', '**/staff/security/recovery-codes');
    expect(await device.hosts()).toEqual(['staff.localhost']);
    await page.goto(`${staffOrigin}/staff/security`);
    await page.getByRole('link', { name: /^Change (?!your)/ }).click();
    await page.getByText('where one is required').waitFor();
    expect(await page.getByRole('button', { name: 'Remove passkey' }).count()).toBe(0);

    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${staffOrigin}/staff/login`);
    await expect.poll(() => passkeyRequests).toEqual([{ by: 'autofill', outcome: 'waits' }]);
    await device.use('Use a passkey', `${staffOrigin}/support`);

    // During a support session, staff stay on this host, which then serves the portal.
    await page.goto(
      `${staffOrigin}/support/merchants/${/acc_[0-9a-z]{36}/.exec(site.output())![0]}/support-session`,
    );
    await page.getByLabel('Reason').fill('They cannot find a refund.');
    await page.getByRole('button', { name: 'Start session' }).click();
    await page.waitForURL(`${staffOrigin}/`);
    await page.goto(`${staffOrigin}/transactions`);
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'End now' }).click();
    await page.waitForURL(`${staffOrigin}/support/**`);
    expect((await person.context.cookies()).map(({ name }) => name)).not.toContain('support-session');

    // The browser doesn't offer it anywhere else, and the button there says so.
    await page.goto(`${site.origin}/login`);
    await expect.poll(() => passkeyRequests.at(-1)).toEqual({ by: 'autofill', outcome: 'waits' });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('No passkey was used').waitFor();
    expect(passkeyRequests.filter(({ by }) => by === 'click').map(({ outcome }) => outcome)).toEqual([
      'signed',
      'NotAllowedError',
    ]);
    await person.leave();
  },
);
