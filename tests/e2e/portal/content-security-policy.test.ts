import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInOnPage } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import { readDemoLogin } from '../../peers/server';

// Portal pages need nothing that their Content Security Policy forbids, Trusted Types included (threat T12). A
// violation is an error on the console, which fails the visit.

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.close());

const logIn = (page: Page) => logInOnPage(site, page, readDemoLogin(site));

test('pages work with their policy, loaded and after navigation', { timeout: 400_000 }, async () => {
  const { page, leave } = await site.visit();
  const response = await page.goto(`${site.origin}/login`);
  expect(response!.headers()['content-security-policy']).toMatch(
    /require-trusted-types-for 'script'; trusted-types 'none'/,
  );
  await logIn(page);
  const links = await page
    .locator('nav a[href^="/"]:not([href*="?"]):visible')
    .evaluateAll((anchors) => [...new Set(anchors.map((anchor) => anchor.getAttribute('href')!))]);
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) {
    await page.goto(site.origin);
    await page.locator(`nav a[href="${link}"]:visible`).first().click();
    await page.waitForURL(site.origin + link);
    await page.locator('h1').first().waitFor();
    await page.reload();
    await page.locator('h1').first().waitFor();
  }
  await leave();
});

test('markup from a script is rejected', async () => {
  const { page, context } = await site.visit();
  await page.goto(`${site.origin}/login`);
  const write = (html: string) =>
    page.evaluate((text) => {
      try {
        document.body.insertAdjacentHTML('beforeend', text);
        return 'written';
      } catch (error) {
        return (error as Error).name;
      }
    }, html);
  expect(await write('<img src=x onerror=alert(1)>')).toBe('TypeError');
  await context.close();
});

/** A visit whose violations and exceptions are collected, because other errors on the console are expected. */
async function visitWithErrors() {
  const { page, context } = await site.visit();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|requires 'Trusted/.test(message.text())) problems.push(message.text());
  });
  return { page, context, problems };
}

test.each(['head', 'html'])(
  'a page works whose %s an extension changes before its scripts run',
  async (parent) => {
    const { page, context, problems } = await visitWithErrors();
    await page.addInitScript((name) => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        const [place, next] =
          name === 'head'
            ? [document.head, document.head.firstChild]
            : [document.documentElement, document.body];
        place.insertBefore(document.createElement('x-extension'), next);
      }).observe(document, { childList: true, subtree: true });
    }, parent);
    await logIn(page);
    await page.evaluate(() => window.scrollTo(0, 10_000));
    await page.locator('nav a[href="/transactions"]:visible').first().click();
    await page.waitForURL(`${site.origin}/transactions`);
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  },
);

test('a page that fails after navigation shows its error', async () => {
  const { page, context, problems } = await visitWithErrors();
  await logIn(page);
  await page.route('**/transactions.data*', (route) => route.fulfill({ status: 500, body: 'failed' }));
  await page.locator('nav a[href="/transactions"]:visible').first().click();
  await page.getByRole('heading', { level: 1, name: /problem|wrong/i }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
