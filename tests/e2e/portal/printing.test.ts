import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInOnPage } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import { readDemoLogin } from '../../peers/server';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await openSite();
  // The width of portrait A4 paper between its margins.
  ({ page } = await site.visit({ viewport: { width: 718, height: 1_047 } }));
  await logInOnPage(site, page, readDemoLogin(site));
  await page.emulateMedia({ media: 'print' });
});

afterAll(() => site.close());

const readDisplay = (selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).display);

test('a payout is printed as a table with whole rows and one total', async () => {
  await page.goto(`${site.origin}/payouts`);
  await page.locator('.row-link').first().press('Enter');
  await page.getByRole('heading', { name: 'Summary' }).waitFor();
  expect(await readDisplay('main tbody tr')).toBe('table-row');
  // A footer group would be printed below the rows of every sheet.
  expect(await readDisplay('main tfoot')).toBe('table-row-group');
  expect(
    await page
      .locator('main tbody tr')
      .first()
      .evaluate((row) => getComputedStyle(row).breakInside),
  ).toBe('avoid');
});

test('the table of a chart is printed with one total', async () => {
  await page.goto(`${site.origin}/?period=month`);
  await page.locator('details:has(tfoot) > summary').press('Enter');
  expect(await readDisplay('main tfoot')).toBe('table-row-group');
});

test('printed lists say whose they are, what they contain, and of when they are', async () => {
  await page.goto(`${site.origin}/payouts?from=2020-01-01&currency=EUR`);
  const paper = page.locator('main');
  await paper.getByText(/^Test environment, as of [A-Z][a-z]{2} \d{1,2}, \d{4}$/).waitFor();
  await paper.getByText(/, account acc_/).waitFor();
  await paper.getByText('Arrival from Jan 1, 2020 · In EUR').waitFor();
  await paper.getByText('The list has older entries that aren’t printed here.').waitFor();
  await page.goto(`${site.origin}/payouts`);
  await paper.getByText('No filter').waitFor();
  await page.goto(`${site.origin}/transactions?from=2020-01-01`);
  await paper.getByText('Created from Jan 1, 2020').waitFor();
  await paper.getByText(/^Test environment, as of /).waitFor();
  expect(await paper.getByText('Clear all').isVisible()).toBe(false);
});
