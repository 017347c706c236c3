import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedChromium } from '../../peers/browser/chromium';
import { visit } from '../../peers/browser/visitor';
import { createDataDir, startServer } from '../../peers/server';

test('npm run dev serves pages and the API from the sources', { timeout: 300_000 }, async () => {
  const DATA_DIR = createDataDir();
  const server = await startServer({ DATA_DIR }, [process.execPath, 'scripts/dev.mjs']);
  try {
    const { page, leave } = await visit(await sharedChromium());
    await page.goto(`${server.origin}/register`);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('**/login');
    await leave();
    expect((await fetch(`${server.origin}/test/api/openapi.json`)).status).toBe(200);
  } finally {
    expect(await server.stop(), server.output()).toBe(0);
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
});
