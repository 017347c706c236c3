import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { logInOnPage } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import { createBuyers } from '../../../prisma/seed/year/buyers';

const regularCustomer = createBuyers()[0]!;

let site: Site;
let owner: { email: string; password: string };
beforeAll(async () => {
  site = await openSite();
  const [, email, password] = /Demo login +(\S+) +password (\S+)/.exec(site.output())!;
  owner = { email: email!, password: password! };
});
afterAll(() => site.close());

/** Without the link in the column title. */
const getRowLinks = (page: Page) => page.locator('tbody').getByRole('link');
const countAmounts = (page: Page) => getRowLinks(page).count();

/** Types into the search box, and waits for the interpretation. */
async function search(page: Page, input: string, expectedFilter: string): Promise<void> {
  await page.getByLabel('Search', { exact: true }).fill(input);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('status').filter({ hasText: input }).filter({ hasText: expectedFilter }).waitFor();
}

test('a merchant finds a payment of the year, filters, saves the view, chooses columns and exports the list', async () => {
  const person = await site.visit();
  const { page } = person;
  await logInOnPage(site, page, owner);
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await page.getByRole('link', { name: 'Transactions', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Older', exact: true }).click();
  await page.getByRole('link', { name: 'Newer', exact: true }).click();
  await page.getByRole('link', { name: 'Newer', exact: true }).waitFor({ state: 'detached' });

  const orderId = await page
    .getByText(/^HT-\d+$/)
    .first()
    .innerText();
  await search(page, orderId, 'an external_id');
  expect(await countAmounts(page)).toBeGreaterThan(0);
  await search(page, regularCustomer.cardHolder.email, 'email address');
  expect(await countAmounts(page)).toBeGreaterThan(0);
  await search(page, '0005', 'last four digits');
  expect(await countAmounts(page)).toBeGreaterThan(3);
  await search(page, '4,250.00 EUR', 'an amount');
  await page.getByText('No results').waitFor();
  await page.getByLabel('Search', { exact: true }).fill('4532 0151 1283 0366');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('Search by the last four digits instead').waitFor();
  expect(page.url()).not.toContain('4532');

  await page
    .getByRole('navigation', { name: 'Views of this list' })
    .getByRole('link', { name: 'Declined' })
    .click();
  await page.getByRole('link', { name: 'Remove the filter: Declined' }).waitFor();
  await page.locator('summary').filter({ hasText: 'Filters' }).click();
  await page.getByLabel('Card brand').selectOption({ label: 'Visa' });
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.getByRole('link', { name: 'Remove the filter: In EUR' }).waitFor();
  const declined = await countAmounts(page);
  expect(declined).toBeGreaterThan(3);

  await page.locator('summary').filter({ hasText: 'Save as view' }).click();
  await page.getByLabel('View name').fill('Declined Visa in euro');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByText('View saved').waitFor();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await page.getByRole('link', { name: 'Remove the filter: In EUR' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Declined Visa in euro' }).click();
  await page.getByRole('link', { name: 'Remove the filter: In EUR' }).waitFor();
  expect(await countAmounts(page)).toBe(declined);

  await page.locator('summary').filter({ hasText: 'Columns' }).click();
  await page.getByLabel('Decline code').check();
  await page.getByLabel('Reference', { exact: true }).uncheck();
  await page.getByRole('button', { name: 'Apply columns' }).click();
  await page.getByRole('columnheader', { name: 'Decline code' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Reference' }).count()).toBe(0);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^transactions-harbour-tea-live-eur-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile((await download.path())!, 'utf8')).split('\r\n').slice(1, -1);
  expect(lines.length).toBeGreaterThanOrEqual(declined);
  for (const line of lines) expect(line).toMatch(/,DECLINED,.*,EUR,.*,visa,/);
  await person.leave();
});

test('a list shows 20 payments on a laptop, and its keys lead from row to row', async () => {
  const { page, leave } = await site.visit({ viewport: { width: 1440, height: 900 } });
  await logInOnPage(site, page, owner);
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await page.getByText('Simulated live environment.').waitFor();
  await page.goto(`${site.origin}/transactions`);
  const links = getRowLinks(page);
  const inView = await links.evaluateAll(
    (all) => all.filter((link) => link.closest('tr')!.getBoundingClientRect().bottom <= innerHeight).length,
  );
  expect(inView).toBeGreaterThanOrEqual(20);
  const isFocused = (row: number) => links.nth(row).evaluate((link) => link === document.activeElement);
  await links.first().focus();
  for (const key of ['k', 'j', 'j', 'ControlOrMeta+j', 'k']) await page.keyboard.press(key);
  expect(await isFocused(1)).toBe(true);
  const address = await links.nth(1).getAttribute('href');
  // The link covers its row, except where something else can be clicked.
  await page.getByRole('table').getByRole('row').nth(2).getByRole('cell').nth(2).click({ force: true });
  await page.waitForURL(`**${address}`);
  await page.goBack();
  await links.first().waitFor();
  const row = page.getByRole('table').getByRole('row').nth(1);
  const copy = row.getByRole('button', { name: 'Copy reference' });
  // The page scrolls back to where it was, which can move the row from under the pointer.
  await expect
    .poll(async () => {
      await row.hover();
      return copy.isVisible();
    })
    .toBe(true);
  await copy.click();
  expect(page.url()).toBe(`${site.origin}/transactions`);
  await leave();
});

test.each(['light', 'dark'] as const)(
  'on a narrow screen, %s, the page is accessible',
  async (colorScheme) => {
    // Our policy blocks the analysis script.
    const { page, context } = await site.visit({
      colorScheme,
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    });
    await logInOnPage(site, page, owner);
    for (const path of [
      '?search=4242&status=CAPTURED&min=10',
      '?from=tomorrow',
      '?refused=card_number',
      '?search=nothing',
      '/views',
    ]) {
      await page.goto(`${site.origin}/transactions${path}`);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      expect(await listViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
    await context.close();
  },
);
