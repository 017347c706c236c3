import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What WCAG 2.2 at level AA finds wrong with the page, as far as a program can tell: each rule with the elements. */
export async function listViolations(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const result = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return result.violations.map(
    ({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}

/** The same, and whatever makes one push the page sideways to read it. */
export async function listAccessibilityIssues(page: Page): Promise<string[]> {
  // It does not come back from a frame that may run no scripts.
  await page.locator('iframe[sandbox]').evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
  const result = await listViolations(page);
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return tooWide > 0 ? [...result, `${new URL(page.url()).pathname} is ${tooWide} pixels too wide`] : result;
}
