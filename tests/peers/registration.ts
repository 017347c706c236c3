import type { Page } from 'playwright-core';
import { linkInMailTo } from './mailbox';
import type { Site } from './site';

/** Registers a merchant in the browser, as a person does, and leaves it logged in on the page with its first credentials. */
export async function register(site: Pick<Site, 'origin'>, page: Page, email: string): Promise<void> {
  await page.goto(`${site.origin}/register`);
  await page.getByLabel('Your name').fill('Ada Walker');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/register/sent');
  await page.goto(await linkInMailTo(site, email));
  await page.getByLabel('Password', { exact: true }).fill('three green teapots');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/welcome');
}
