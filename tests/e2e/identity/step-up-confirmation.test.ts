import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { waitForMailLink, readMails } from '../../peers/browser/mailbox';
import { startPostgres, type Postgres } from '../../peers/services/postgres';
import { addVirtualAuthenticator } from '../../peers/browser/virtual-authenticator';
import { createDataDir, readDemoCredentials, readDemoLogin } from '../../peers/server';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';
import { generateCode, readKeyFromPage, waitForFreshStep } from '../../world/identity/authenticator';

// The demo account's owner, whose session is old when they make sensitive changes.

const newPassword = 'seven quiet lighthouses';
const newEmail = 'ada@new-harbour.example';
const dataDir = createDataDir();
let postgres: Postgres;
let database: Client;
let site: Site;
let owner: Visitor;
let login: { email: string; password: string };
let authenticatorKey: string;
let liveSecret: string;

beforeAll(async () => {
  postgres = await startPostgres();
  site = await openSite({ DATA_DIR: dataDir, DATABASE_URL: postgres.url });
  database = new Client(postgres.url);
  // The server's shutdown closes the connection.
  database.on('error', () => {});
  await database.connect();
  const { email, password } = readDemoLogin(site);
  login = { email: email!, password: password! };
  owner = await site.visit();
  await logIn();
}, 240_000);

afterAll(async () => {
  await owner.context.close();
  await site.close();
  await database.end().catch(() => {});
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function logIn(): Promise<void> {
  const { page } = owner;
  await page.goto(`${site.origin}/login`);
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${site.origin}/`);
}

const expireConfirmation = () =>
  database.query(`update sessions set confirmed_at = confirmed_at - interval '10 minutes'`);
const readSessionToken = async () =>
  (await owner.context.cookies()).find(({ name }) => name === 'session')!.value;

/** A request of the demo merchant's server to the live API. */
async function callLive(path: string, body: object, token?: string): Promise<Record<string, string>> {
  const response = await fetch(`${site.origin}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string>;
}

async function confirmWith(label: string, proof: string): Promise<void> {
  const { page } = owner;
  await page.waitForURL('**/confirm-it-is-you?**');
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').waitFor();
  expect(await listViolations(page)).toEqual([]);
  const before = await readSessionToken();
  await page.getByLabel(label, { exact: true }).fill(proof);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/confirm'));
  expect(await readSessionToken()).not.toBe(before);
}

test('a password change requires the old password, and the new one works from then on', async () => {
  const { page } = owner;
  await expireConfirmation();
  await page.goto(`${site.origin}/security`);
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Change your password' }).click();
  await confirmWith('Password', login.password);
  await page.waitForURL('**/security/password');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed').waitFor();
  await expect
    .poll(async () =>
      (await readMails(site)).some(
        ({ to, subject }) => to === login.email && subject.includes('password has been changed'),
      ),
    )
    .toBe(true);
  login.password = newPassword;
});

test('a new email address requires the links in both emails', async () => {
  const { page } = owner;
  await expireConfirmation();
  await page.goto(`${site.origin}/security`);
  await page.getByRole('link', { name: 'Change your email address' }).click();
  await confirmWith('Password', login.password);
  await page.getByLabel('New email address').fill(newEmail);
  await page.getByRole('button', { name: 'Send links' }).click();
  await page.getByText('We sent two emails').waitFor();
  await page.getByText('Email address change pending').waitFor();
  expect(await listViolations(page)).toEqual([]);

  const fresh = await waitForMailLink(site, newEmail);
  const mailToOld = async () =>
    (await readMails(site)).find(
      ({ to, subject }) => to === login.email && subject.includes('Confirm your new email address'),
    );
  await expect.poll(mailToOld).toBeDefined();
  const old = (await mailToOld())!.links[0]!;
  await page.goto(old);
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await page.getByRole('heading', { name: 'Change confirmed' }).waitFor();
  await page.goto(fresh);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await page.getByRole('heading', { name: 'Email address changed' }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.goto(old);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  login.email = newEmail;
  await owner.context.clearCookies();
  await logIn();
});

test('a live secret requires a second factor, and a form sent later continues after a code', async () => {
  const { page } = owner;
  await page.goto(`${site.origin}/developers`);
  await page.getByRole('button', { name: 'Live', exact: true }).filter({ visible: true }).click();
  await page.getByText('Simulated live environment.').waitFor();
  await page.getByRole('link', { name: 'set up a second factor' }).click();
  await page.waitForURL('**/security/second-factor?returnTo=**');
  const key = (authenticatorKey = await readKeyFromPage(page));
  await waitForFreshStep();
  await page.getByLabel('Code from the app').fill(generateCode(key, -1));
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.waitForURL('**/security/recovery-codes?returnTo=**');
  await page.getByRole('link', { name: 'I saved my codes' }).click();
  await page.waitForURL('**/developers');

  await expireConfirmation();
  await page.getByRole('button', { name: 'Create new secret' }).click();
  await waitForFreshStep();
  await confirmWith('Code', generateCode(key));
  await page.getByText('Your new client secret').waitFor();
  [liveSecret] = /sk_live_[\w-]{43}/.exec(await page.locator('main').innerText())!;

  // No second confirmation within ten minutes.
  await page.goto(`${site.origin}/developers/signing-secret/rotate`);
  await page.getByRole('button', { name: 'Rotate signing secret' }).click();
  await page.getByText('Signing secret rotated').waitFor();
});

test('a live refund says that it needs a second factor, and continues after a code', async () => {
  const { page } = owner;
  await database.query(`update accounts set pci_certified_at = now() where mode = 'live'`);
  const { client_id } = readDemoCredentials(site);
  const { access_token } = await callLive('/auth/token', { client_id, client_secret: liveSecret });
  const payment = {
    operation: 'authcap',
    external_id: 'live-1',
    order: { order_id: 'live-1', order_amount: 250_000, order_currency: 'EUR' },
    card: { pan: '4532015112830366', code: '123', expiry: '12/40', name: 'Ada Example' },
  };
  const { id } = await callLive('/transactions', payment, access_token);
  await expireConfirmation();
  await page.goto(`${site.origin}/transactions/${id}`);
  await page.getByRole('link', { name: 'Refund…' }).click();
  await page.getByLabel('Amount in EUR').fill('1500');
  await page.getByLabel('Reason').fill('Damaged');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Next, confirm with your second factor').waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Refund €1,500.00' }).click();
  await waitForFreshStep();
  // The current code may be the one of the test before.
  await confirmWith('Code', generateCode(authenticatorKey, 1));
  await page.getByText('€1,500.00 is refunded').waitFor();
});

test('a person with a passkey confirms with it', async () => {
  const { page } = owner;
  const device = await addVirtualAuthenticator(page);
  await page.goto(`${site.origin}/security/passkeys/new`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await device.use('Create passkey', '**/security?added');
  await expireConfirmation();
  await page.getByRole('link', { name: 'Change your password' }).click();
  await page.waitForURL('**/confirm-it-is-you?**');
  expect(await listViolations(page)).toEqual([]);
  const before = await readSessionToken();
  await device.use('Confirm with a passkey', '**/security/password');
  expect(await readSessionToken()).not.toBe(before);

  // A waiting form continues afterward.
  await page.goto(`${site.origin}/security`);
  await expireConfirmation();
  await page.getByRole('button', { name: 'Create new codes' }).click();
  await page.waitForURL('**/confirm-it-is-you?**');
  await device.use('Confirm with a passkey', '**/security/recovery-codes');
});
