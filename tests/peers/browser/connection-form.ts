import type { Page } from 'playwright-core';
import type { Site } from './site';

/** Opens the form of a new connection, as an admin. */
export async function openConnectionForm(
  { origin }: Pick<Site, 'origin'>,
  page: Page,
  acquirer: string,
  environment = 'Test',
): Promise<void> {
  await page.goto(`${origin}/staff/connections`);
  await page.getByRole('link', { name: 'Add connection' }).click();
  await page.getByRole('radio', { name: acquirer }).check();
  await page.getByRole('radio', { name: new RegExp(`^${environment}`) }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Save connection' }).waitFor();
}
