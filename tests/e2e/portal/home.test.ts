import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { logInOnPage } from '../../peers/browser/registration';
import { listReflowIssues } from '../../peers/browser/reflow';
import { openSite, type Site } from '../../peers/browser/site';
import { readDemoLogin } from '../../peers/server';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});

afterAll(() => site.close());

/** The text above a chart, which is what a screen reader says, too. */
async function readValues(page: Page, name: string): Promise<string | null> {
  const chart = page.getByRole('slider', { name });
  const text = await chart.getAttribute('aria-valuetext');
  const isVisible = (await page.getByText(text!, { exact: true }).count()) > 0;
  return isVisible ? text : null;
}

test.each(['light', 'dark'] as const)(
  'in %s, the charts show their values to the pointer and the keyboard',
  { timeout: 120_000 },
  async (colorScheme) => {
    // Our policy blocks the analysis script.
    const { page, context } = await site.visit({ colorScheme, bypassCSP: true });
    await logInOnPage(site, page, readDemoLogin(site));
    for (const name of ['Approved since midnight', 'Captured by day', 'Payment attempts by day']) {
      const chart = page.getByRole('slider', { name });
      await chart.waitFor();
      expect(await readValues(page, name)).toBeNull();
      await chart.focus();
      expect(await readValues(page, name)).toMatch(name.startsWith('Approved') ? /^Now: .+ today, / : /\d/);
      await page.keyboard.press('End');
      const last = await readValues(page, name);
      await page.keyboard.press('ArrowLeft');
      const previous = await readValues(page, name);
      expect(previous).not.toBe(last);
      await page.keyboard.press('Home');
      expect(await chart.getAttribute('aria-valuenow')).toBe('0');
      expect(await listViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await readValues(page, name)).toBeNull();

      const { width, height } = (await chart.boundingBox())!;
      await chart.hover({ position: { x: width - 2, y: height / 2 } });
      expect(await readValues(page, name)).toBe(last);
      await page.mouse.move(0, 0);
    }
    if (colorScheme === 'light') expect(await listReflowIssues(page)).toEqual([]);
    await context.close();
  },
);

test('what needs attention comes first, then today, then the period', { timeout: 60_000 }, async () => {
  const { page, context } = await site.visit();
  await logInOnPage(site, page, readDemoLogin(site));
  expect(await page.locator('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Needs attention',
    'Today',
    'Overview',
    'Latest transactions',
  ]);
  await context.close();
});

test('a tap on a chart shows the values there, and they stay', { timeout: 60_000 }, async () => {
  const { page, context } = await site.visit({ hasTouch: true, viewport: { width: 390, height: 844 } });
  await logInOnPage(site, page, readDemoLogin(site));
  for (const name of ['Approved since midnight', 'Captured by day']) {
    const chart = page.getByRole('slider', { name });
    await chart.tap({ position: { x: 2, y: 50 } });
    expect(await chart.getAttribute('aria-valuenow')).toBe('0');
    expect(await readValues(page, name)).toMatch(/\d/);
  }
  // The other chart's values are gone.
  expect(await readValues(page, 'Approved since midnight')).toBeNull();
  await context.close();
});

test('without scripts, bars have tooltips, and tables have the values of the charts', async () => {
  const { page, context } = await site.visit({ javaScriptEnabled: false });
  await logInOnPage(site, page, readDemoLogin(site));
  expect(await page.getByRole('slider').count()).toBe(0);
  const tooltips = await page
    .getByRole('img', { name: 'Captured by day' })
    .locator('title')
    .allTextContents();
  expect(tooltips).toHaveLength(30);
  for (const name of ['Approved since midnight', 'Totals by day'])
    expect(await page.getByRole('table', { name }).count()).toBe(0);
  for (const summary of await page.getByText('View as table').all()) await summary.click();
  const today = page.getByRole('table', { name: 'Approved since midnight' });
  expect(await today.getByRole('row').count()).toBe(25);
  const amounts = await page
    .getByRole('table', { name: 'Totals by day' })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent)));
  expect(amounts.map(([day, amount]) => `${day}: ${amount === '0' ? '€0.00' : amount}`)).toEqual(tooltips);
  await context.close();
});
