import type { Page } from 'playwright-core';
import { waitForMailLink } from './mailbox';
import type { Site } from './site';
import { waitForScripts } from './visitor';

export type RegisteredUser = { email: string; password: string };

const password = 'three green teapots';

/** Registers a new person, who is then logged in on this page. */
export async function register(
  { origin }: Pick<Site, 'origin'>,
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<RegisteredUser> {
  await page.goto(`${origin}/register`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/register/sent');
  await page.goto(await waitForMailLink({ origin }, email));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/welcome');
  return { email, password };
}

export async function logInOnPage(
  { origin }: Pick<Site, 'origin'>,
  page: Page,
  { email, password }: RegisteredUser,
): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${origin}/`);
  await waitForScripts(page);
}

/** Opens the menu of the account and person, which is closed, and logs out. */
export async function logOutOnPage(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Log out' });
  if (!(await button.isVisible())) await page.locator('summary:visible', { hasText: '@' }).click();
  await button.click();
}
