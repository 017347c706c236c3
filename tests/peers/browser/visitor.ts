import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core';
import { expect } from 'vitest';

export type Visitor = { page: Page; context: BrowserContext; leave(): Promise<void> };

/**
 * A person with a separate browser. Closing it fails if a page wrote an error to its console or sent a
 * request to another machine.
 */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(30_000);
  const problems: string[] = [];
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !/^(\w+\.)?localhost$/.test(hostname))
      problems.push(`asked ${request.url()}`);
  });
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  context.on('page', waitForScriptsAfterOpening);
  const page = await context.newPage();
  return {
    page,
    context,
    async leave() {
      await context.close();
      expect(problems).toEqual([]);
    },
  };
}

type OpeningOptions = { waitUntil?: string };

/** Portal pages start their scripts after the first frame. Without `waitUntil`, a page is open when they run. */
function waitForScriptsAfterOpening(page: Page): void {
  for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const open = page[name].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    Object.assign(page, {
      [name]: async (...args: unknown[]) => {
        const response = await open(...args);
        if ((args.at(-1) as OpeningOptions | undefined)?.waitUntil) return response;
        await waitForScripts(page);
        return response;
      },
    });
  }
}

/** Until the scripts of a portal page run. Other pages, and browsers without scripts, have none to wait for. */
export async function waitForScripts(page: Page): Promise<void> {
  try {
    if (await page.evaluate(() => '__remixContext' in window))
      await page.waitForFunction(() =>
        Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
      );
  } catch (error) {
    // The page is already being left for the next one.
    if (!/Execution context was destroyed/.test(String(error))) throw error;
    await page.waitForLoadState();
    await waitForScripts(page);
  }
}

/** Fills in the checkout form without submitting it. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12/40');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Example');
}
