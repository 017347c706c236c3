import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDemoCredentials } from '../../peers/server';
import { codeLanguages } from '../../../app/routes/docs/examples/code-language';
import { guidePath, guides } from '../../../app/routes/docs/guide-list';
import { listReflowIssues } from '../../peers/browser/reflow';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.close());

const paths = [
  ...guides.map(({ slug }) => guidePath(slug)),
  '/docs/reference',
  ...['access-tokens', 'intents', 'payment-links', 'transactions', 'refunds', 'events', 'objects'].map(
    (page) => `/docs/reference/${page}`,
  ),
  '/docs/errors',
  '/docs/search?q=refund',
  '/docs/search?q=nothing+has+these+words',
];

describe('a newcomer with a shell', () => {
  let reader: Visitor;
  beforeAll(async () => void (reader = await site.visit({ javaScriptEnabled: false })));
  afterAll(() => reader.leave());

  /** Runs the shell blocks of a guide in one bash, with the credentials printed at the demo's start. */
  async function paste(path: string): Promise<string> {
    await reader.page.goto(site.origin + path);
    const blocks = await reader.page.locator('pre').allTextContents();
    const shell = blocks.filter((block) => !/^(import|\{|<\?php)/.test(block)).join('\necho\n');
    const { client_id, client_secret } = readDemoCredentials(site);
    const script = shell.replaceAll('acc_…', client_id).replaceAll('sk_test_…', client_secret);
    return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script])).stdout;
  }

  const replies = (output: string) =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test('authorizes, captures, voids, refunds, retrieves, and creates checkouts and saved cards by copy and paste', async () => {
    const output = await paste('/docs');
    const [authorized, captured, voided, refund, byId, lookupByOrder, card] = replies(output);
    expect(authorized).toMatchObject({ status: 'AUTHORIZED', amount_authorized: 2_500 });
    expect(captured).toMatchObject({
      id: authorized!.id,
      status: 'PARTIAL_CAPTURED',
      amount_captured: 1_000,
    });
    expect(voided).toMatchObject({ id: authorized!.id, amount_voided: 1_500 });
    expect(refund).toMatchObject({
      type: 'REFUND',
      status: 'CAPTURED',
      amount_refunded: 400,
      parent_transaction_id: authorized!.id,
    });
    expect({ byId, lookupByOrder }).toEqual({ byId, lookupByOrder: byId });
    expect(byId).toMatchObject({ id: authorized!.id, amount_refunded: 400 });
    expect(card).toMatchObject({ valid_for: 60_000, reference_id: expect.stringMatching(/^customer-/) });

    const [checkout] = /^http.*\/test\/checkout\?.*$/m.exec(output)!;
    await reader.page.goto(checkout);
    expect(await reader.page.locator('body').innerText()).toContain('$25.00');
  });

  test.each([
    ['hosted-checkout', [undefined, 'not_found', 'cancelled']],
    ['card-payments', ['AUTHORIZED', 'PARTIAL_CAPTURED', 'PARTIAL_CAPTURED', 'PARTIAL_CAPTURED']],
    ['card-tokens', [undefined, 'open']],
    ['refunds-and-chargebacks', ['CAPTURED']],
    ['idempotency', ['CAPTURED', 'CAPTURED']],
    ['unknown-outcomes', ['outcome_unknown', 'AUTHORIZED', 'AUTHORIZED']],
  ])('the guide on %s describes what happens', async (guide, outcomes) => {
    expect(replies(await paste(`/docs/${guide}`)).map(({ code, status }) => code ?? status)).toEqual(
      outcomes,
    );
  });

  test('sees the rate limit, and computes the signature that the guide shows', async () => {
    expect(await paste('/docs/rate-limits')).toMatch(/^ratelimit-limit: 100\s/im);
    const signature = (await paste('/docs/redirect-signature')).trim();
    expect(await reader.page.locator('main').innerText()).toContain(signature);
  });
});

test.each([390, 1280])(
  'no page is wider than a screen of %i pixels, loads from other hosts, or logs errors',
  async (width) => {
    const reader = await site.visit({ viewport: { width, height: 844 } });
    for (const path of paths) {
      await reader.page.goto(site.origin + path);
      const overflow = await reader.page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect({ path, fits: overflow <= 0 }).toEqual({ path, fits: true });
    }
    await reader.leave();
  },
);

test('no page must be scrolled sideways on narrow screens or with large text', async () => {
  const reader = await site.visit();
  const issues: string[] = [];
  for (const path of [...paths, '/docs/reference/transactions?language=php']) {
    await reader.page.goto(site.origin + path);
    issues.push(...(await listReflowIssues(reader.page)));
  }
  expect(issues).toEqual([]);
  await reader.leave();
});

test.each(Object.keys(codeLanguages))(
  'no page is larger than 100 kB, with examples in %s',
  async (language) => {
    const large: string[] = [];
    for (const path of paths) {
      const response = await fetch(`${site.origin}${path.split('?')[0]}?language=${language}`);
      if ((await response.text()).length > 100_000) large.push(path);
    }
    expect(large).toEqual([]);
  },
);

describe('the language of the examples', () => {
  const path = '/docs/reference/refunds';
  const readCode = (reader: Visitor) => reader.page.locator('article pre').first().innerText();

  test('is chosen with the keyboard for all examples, and remembered', async () => {
    const reader = await site.visit();
    const { page } = reader;
    await page.goto(site.origin + path);
    const tabs = page.getByRole('tablist').last();
    const tab = (name: string) => tabs.getByRole('tab', { name });
    await tab('curl').focus();
    for (const [key, name] of [
      ['ArrowRight', 'Node.js'],
      ['ArrowLeft', 'curl'],
      ['ArrowLeft', 'PHP'],
      ['Home', 'curl'],
      ['End', 'PHP'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => tab(name).getAttribute('aria-selected')).toBe('true');
      expect(await tab(name).evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await tabs.locator('[tabindex="0"]').allTextContents()).toEqual([name]);
    }
    expect(await readCode(reader)).toContain('curl_init("{$api}/refunds")');
    expect(await page.locator('#session pre').innerText()).toContain('<?php');
    const panel = page.locator(`#${await tab('PHP').getAttribute('aria-controls')}`);
    expect(await panel.getAttribute('role')).toBe('tabpanel');
    await page.goto(`${site.origin}/docs/reference/intents`);
    expect(await readCode(reader)).toContain('curl_init(');
    await reader.leave();
  });

  test('is chosen with links without JavaScript', async () => {
    const reader = await site.visit({ javaScriptEnabled: false });
    await reader.page.goto(site.origin + path);
    await reader.page.locator('article').getByRole('link', { name: 'Python' }).click();
    expect(new URL(reader.page.url()).hash).toBe('#createRefund');
    expect(await readCode(reader)).toContain('requests.post(');
    await reader.page.goto(site.origin + path);
    expect(await readCode(reader)).toContain('requests.post(');
    await reader.leave();
  });
});

test.each([true, false])('the search finds a section, with JavaScript: %s', async (javaScriptEnabled) => {
  const reader = await site.visit({ javaScriptEnabled });
  const { page } = reader;
  await page.goto(`${site.origin}/docs/currencies`);
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('verify signature');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'for “verify signature”' }).waitFor();
  expect(await page.locator('mark').count()).toBeGreaterThan(1);
  await page.getByRole('link', { name: 'Verify the signature' }).click();
  await page.waitForURL('**/docs/webhooks#verify-the-signature');
  await page.getByRole('heading', { name: 'Verify the signature' }).waitFor();
  await reader.leave();
});

test('Ctrl K leads to the search field', async () => {
  const { page, leave } = await site.visit();
  await page.goto(`${site.origin}/docs/search?q=refund`, { waitUntil: 'networkidle' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('void');
  expect(await page.getByRole('searchbox', { name: 'Search the docs' }).inputValue()).toBe('void');
  await leave();
});

test('links to the former one-page reference lead to the operation', async () => {
  const reader = await site.visit();
  for (const anchor of ['createRefund', 'createRefund.trx_id', 'Problem', 'refunds']) {
    await reader.page.goto('about:blank');
    await reader.page.goto(`${site.origin}/docs/reference#${anchor}`);
    await reader.page.waitForURL(/\/docs\/reference\/\w+#/);
    expect(new URL(reader.page.url()).hash).toBe(`#${anchor}`);
  }
  await reader.leave();
});

test('a heading links to itself', async () => {
  const reader = await site.visit();
  const { page } = reader;
  await page.goto(`${site.origin}/docs/webhooks`);
  const link = page.getByRole('link', { name: 'Link to “Retries”' });
  const readOpacity = () => link.evaluate((element) => getComputedStyle(element).opacity);
  expect(await readOpacity()).toBe('0');
  await page.getByRole('heading', { name: 'Retries', exact: true }).hover();
  expect(await readOpacity()).toBe('1');
  await page.mouse.move(0, 0);
  await link.focus();
  expect(await readOpacity()).toBe('1');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).hash).toBe('#retries');
  await reader.leave();
});

test('a page that the browser has kept runs its scripts', async () => {
  const reader = await site.visit();
  const statuses: string[] = [];
  const browser = await reader.context.newCDPSession(reader.page);
  await browser.send('Network.enable');
  browser.on('Network.responseReceivedExtraInfo', ({ statusCode, headers }) => {
    if (headers['ETag'] ?? headers['etag']) statuses.push(String(statusCode));
  });
  for (let visits = 0; visits < 2; visits++) {
    await reader.page.goto(`${site.origin}/docs/webhooks`);
    // Only scripts show it.
    await reader.page.getByRole('button', { name: 'Copy A webhook event' }).waitFor();
    await reader.page.goto('about:blank');
  }
  expect(statuses).toEqual(['200', '304']);
  await reader.leave();
});
