import { rmSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { expect } from 'vitest';
import { sharedChromium } from './chromium';
import { copyDemoFolder } from './demo-folder';
import { createDataDir, startServer, type Server } from '../server';
import { visit, type Visitor } from './visitor';

export type Site = Pick<Server, 'origin' | 'output'> & {
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /** Fails if the server doesn't stop cleanly. */
  close(): Promise<void>;
};

/** Settings that the demo data depends on: with one of these, the product creates its own at the start. */
const ofDemo = ['DATA_DIR', 'DATABASE_URL', 'SECRET_KEY', 'PORT', 'PORTAL_URL'];

/** The product with its own database and the demo data, and the people who visit it. */
export async function openSite(settings: Record<string, string> = {}): Promise<Site> {
  const { DATA_DIR, ...others } = ofDemo.some((name) => name in settings)
    ? { DATA_DIR: createDataDir(), ...settings }
    : { ...(await copyDemoFolder()), ...settings };
  const [{ origin, output, stop }, browser] = await Promise.all([
    startServer({ DATA_DIR, ...others }),
    sharedChromium(),
  ]);
  const visitors: Visitor[] = [];
  return {
    origin,
    output,
    async visit(options) {
      const visitor = await visit(browser, options);
      visitors.push(visitor);
      return visitor;
    },
    async close() {
      await Promise.all(visitors.map(({ context }) => context.close()));
      expect(await stop()).toBe(0);
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
  };
}
