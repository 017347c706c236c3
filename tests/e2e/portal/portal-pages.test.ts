import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import routes from '../../../app/routes';
import { listAccessibilityIssues } from '../../peers/browser/accessibility';
import { connectMerchant } from '../../peers/merchant-client';
import { listReflowIssues } from '../../peers/browser/reflow';
import { logInOnPage } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import { readDemoLogin } from '../../peers/server';

// Following the portal's links leads to every page, and each is readable: in light and dark mode, on phone
// and desktop, in test and live.

type Entry = { file: string; path?: string; index?: boolean; children?: Entry[] };

const listPages = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => (entry.children ? listPages(entry.children) : [entry]));
const portal = (routes as Entry[]).find(({ file }) => file === 'routes/portal/shell.tsx')!.children!;
const patterns = listPages(portal).map(({ path = '' }) => `/${path}`);

/** Pages that the demo merchant's links don't lead to, and why. */
const unlinkedPages: Record<string, string> = {
  '/transactions/views': 'is shown where a view could not be saved',
  '/transactions/views/:id': 'nobody has saved a view',
  '/developers/webhooks/deliveries/:id/resend': 'takes a form and has no page',
  '/notifications/:id': 'takes a form and has no page',
  '/developers/webhooks/:id/status': 'takes a form and has no page',
  '/developers/webhooks/:id/tests': 'takes a form and has no page',
  '/developers/webhooks/:id/resends': 'takes a form and has no page',
  '/team/invitations/:id': 'nobody is invited',
  '/transactions/:id/dispute/accept': 'a button of the response leads to it, after saving the draft',
  '/transactions/:id/simulated-events': 'takes a form and has no page',
  '/application/people/:personId/remove': 'the demo’s merchant was approved: nobody is removed any more',
  '/documents/:id/removal': 'a button leads to it, and only without scripts',
  '/application/review': 'the demo’s merchant was approved: there is nothing to hand in',
  '/checkout-design/publish': 'there is no draft',
  '/security/recovery-codes': 'the demo’s owner has no second factor',
  '/security/recovery': 'the demo’s owner has no second factor that could be lost',
  '/security/passkeys/:id': 'the demo’s owner has no passkey',
};

let site: Site;
const visitedPatterns = new Set<string>();

beforeAll(async () => {
  site = await openSite();
  // Something to capture, a payment link, and requests to view.
  const merchant = await connectMerchant(site);
  await merchant.call('/transactions', {
    operation: 'authorize',
    external_id: 'held',
    order: { order_amount: 4_200, order_currency: 'EUR' },
    card: { pan: '4242424242424242', code: '123', expiry: '12/40' },
  });
  await merchant.call('/payment_links', {
    ...{ external_id: 'workshop', name: 'Workshop', currency: 'EUR' },
    items: [{ name: 'Ticket', unit_price: 4_500 }],
  });
});
afterAll(() => site.close());

test.each([
  { colorScheme: 'dark', width: 390, environment: 'live' },
  { colorScheme: 'light', width: 390, environment: 'test' },
  { colorScheme: 'light', width: 1280, environment: 'live' },
] as const)(
  '$colorScheme, $width pixels wide, $environment',
  { timeout: 480_000 },
  async ({ colorScheme, width, environment }) => {
    // Our policy blocks the analysis script.
    const { page, context } = await site.visit({
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    await logInOnPage(site, page, readDemoLogin(site));
    if (environment === 'live')
      await context.request.post(`${site.origin}/environment`, {
        form: { environment, returnTo: '/' },
        headers: { origin: site.origin, 'sec-fetch-site': 'same-origin' },
      });
    expect(await crawlPortal(page, { measuresReflow: environment === 'test' })).toEqual([]);
    await context.close();
  },
);

test('links lead to every page except those with a reason', () => {
  expect(patterns.filter((pattern) => !visitedPatterns.has(pattern) && !unlinkedPages[pattern])).toEqual([]);
  expect(
    Object.keys(unlinkedPages).filter(
      (pattern) => visitedPatterns.has(pattern) || !patterns.includes(pattern),
    ),
  ).toEqual([]);
});

/** Payments offer different operations: a held one, a captured one, and their results. */
const countPages = (pattern: string) => (pattern === '/transactions/:id' ? 3 : 1);

/**
 * Follows links from the home page to one or a few pages of each kind.
 * @returns the accessibility issues there
 */
async function crawlPortal(page: Page, { measuresReflow }: { measuresReflow: boolean }): Promise<string[]> {
  const found: string[] = [];
  const waiting = ['/'];
  const done: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const pattern = matchPattern(path);
    if (
      !pattern ||
      done.includes(path) ||
      done.filter((other) => matchPattern(other) === pattern).length >= countPages(pattern)
    )
      continue;
    done.push(path);
    visitedPatterns.add(pattern);
    const response = await page.goto(site.origin + path);
    if (response?.status() !== 200) found.push(`${path} answers ${response?.status()}`);
    if ((await countScripts(page)) > maximumScripts) found.push(`${path} loads too many scripts`);
    if (/<link rel="modulepreload"|^import \*/m.test((await response?.text()) ?? ''))
      found.push(`${path} requests scripts before the first frame`);
    found.push(...(await listAccessibilityIssues(page)));
    if (measuresReflow) found.push(...(await listReflowIssues(page, { fitsPhoneWithLargeText: true })));
    waiting.push(...(await listLinks(page)));
  }
  return found;
}

/** Over HTTP/1.1, a phone loads six files at a time. */
const maximumScripts = 24;

function countScripts(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
  );
}

function listLinks(page: Page): Promise<string[]> {
  return page
    .locator('a[href^="/"]:not([download])')
    .evaluateAll((links) =>
      links.map((link) => (link as HTMLAnchorElement).pathname + (link as HTMLAnchorElement).search),
    );
}

/** The route of a URL: of several, the one with the fewest parameters. */
function matchPattern(path: string): string | undefined {
  const { pathname } = new URL(path, site.origin);
  const parameters = (pattern: string) => pattern.split(':').length;
  return patterns
    .filter((pattern) =>
      new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`).test(pathname),
    )
    .sort((a, b) => parameters(a) - parameters(b))[0];
}
