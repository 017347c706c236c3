import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; nodes: { html: string }[] };

/**
 * The violations of WCAG 2.2 level AA that a program can find on a page and in its visible frames: each rule with its elements.
 */
export async function listViolations(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const found = await analyze(page);
  for (const frame of page.mainFrame().childFrames()) found.push(...(await analyzeFrame(frame)));
  return found.map(
    ({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}

async function analyze(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (values) => {
    const { axe } = window as unknown as {
      axe: { run(...args: unknown[]): Promise<{ violations: Violation[] }> };
    };
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'], iframes: false };
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
  }, tags);
}

/** Analyzes a copy of the frame in a page of its own, because axe never returns from a frame whose sandbox blocks scripts. */
async function analyzeFrame(frame: Frame): Promise<Violation[]> {
  const element = await frame.frameElement();
  if (!(await element.isVisible())) return [];
  await frame.waitForLoadState();
  const { width, height, colorScheme } = await frame.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? ('dark' as const) : ('light' as const),
  }));
  const html = await frame.content();
  const copy = await frame.page().context().newPage();
  try {
    await copy.setViewportSize({ width, height });
    await copy.emulateMedia({ colorScheme });
    await copy.setContent(html.replace('<head>', `<head><base href="${frame.url()}">`));
    return await analyze(copy);
  } finally {
    await copy.close();
  }
}

/** The same, and anything that makes the page scroll sideways. */
export async function listAccessibilityIssues(page: Page): Promise<string[]> {
  const result = await listViolations(page);
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return tooWide > 0 ? [...result, `${new URL(page.url()).pathname} is ${tooWide} pixels too wide`] : result;
}
