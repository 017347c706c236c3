import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContextOptions } from 'playwright-core';
import { generateCode } from '../../world/identity/authenticator';
import { waitForMailLink } from './mailbox';
import type { Site } from './site';
import type { Visitor } from './visitor';

const password = 'seven quiet lighthouses';

/** Invites admins to a new installation. Its server sends the invitations when it starts. */
export async function inviteAdmins(
  settings: { DATA_DIR: string; PORT: string },
  emails: readonly string[],
): Promise<void> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...settings, DATABASE_URL: '', DEMO: 'true' } as unknown as NodeJS.ProcessEnv;
  await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'tests/peers/invite-admins.ts', ...emails],
    { env },
  );
}

/** An admin after their invitation, logged in. */
export async function joinAsAdmin(
  site: Site,
  email: string,
  options?: BrowserContextOptions,
): Promise<Visitor> {
  const person = await site.visit(options);
  const { page } = person;
  await page.goto(await waitForMailLink(site, email));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/staff/login/second-factor');
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(generateCode(secret));
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.waitForURL('**/staff/security/recovery-codes');
  return person;
}
