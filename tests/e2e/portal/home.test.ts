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
      const last = await readValues(page, name);
      expect(last).toMatch(/\d/);
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
