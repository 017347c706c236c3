import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; nodes: { html: string }[] };

/** The page's violations of WCAG 2.2 level AA that a program can find: each rule with its elements. */
export async function listViolations(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const found = page.frames().length > 1 ? await analyzeFrames(page) : await analyze(page);
  return found.map(
    ({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}

/** Merges the results of all frames in a new page, which takes longer than the analysis itself. */
async function analyzeFrames(page: Page): Promise<Violation[]> {
  return (await new AxeBuilder({ page }).withTags(tags).analyze()).violations;
}

async function analyze(page: Page): Promise<Violation[]> {
  await page.evaluate(axe);
  return page.evaluate(async (values) => {
    const { axe } = window as unknown as {
      axe: { run(...args: unknown[]): Promise<{ violations: Violation[] }> };
    };
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] };
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
  }, tags);
}

/** The same, and anything that makes the page scroll sideways. */
export async function listAccessibilityIssues(page: Page): Promise<string[]> {
  // axe never returns from a frame that may not run scripts.
  await page.locator('iframe[sandbox]').evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
  const result = await listViolations(page);
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return tooWide > 0 ? [...result, `${new URL(page.url()).pathname} is ${tooWide} pixels too wide`] : result;
}
