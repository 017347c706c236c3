import { rmSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { expect } from 'vitest';
import { launchChromium } from './chromium';
import { createDataDir, startServer, type Server } from '../server';
import { visit, type Visitor } from './visitor';

export type Site = Pick<Server, 'origin' | 'output'> & {
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /** Fails when the server does not end well. */
  close(): Promise<void>;
};

/** The product on a database of its own, and a browser that people visit it with. */
export async function openSite(settings: Record<string, string> = {}): Promise<Site> {
  const DATA_DIR = createDataDir();
  const [{ origin, output, stop }, browser] = await Promise.all([
    startServer({ DATA_DIR, ...settings }),
    launchChromium(),
  ]);
  return {
    origin,
    output,
    visit: (options) => visit(browser, options),
    async close() {
      await browser.close();
      expect(await stop()).toBe(0);
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
  };
}
