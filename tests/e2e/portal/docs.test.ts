import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDemoCredentials } from '../../peers/server';
import { openSite, type Site } from '../../peers/browser/site';
import type { Visitor } from '../../peers/browser/visitor';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.close());

const paths = [
  '/docs',
  ...[
    'hosted-checkout',
    'card-payments',
    'card-tokens',
    'refunds-and-chargebacks',
    'currencies',
    'idempotency',
    'unknown-outcomes',
    'test-cards',
    'rate-limits',
    'redirect-signature',
    'reference',
    'errors',
  ].map((page) => `/docs/${page}`),
];

describe('a newcomer with a shell', () => {
  let reader: Visitor;
  beforeAll(async () => void (reader = await site.visit({ javaScriptEnabled: false })));
  afterAll(() => reader.leave());

  /** Runs the shell blocks of a guide in one bash, with the credentials printed at the demo's start. */
  async function paste(path: string): Promise<string> {
    await reader.page.goto(site.origin + path);
    const blocks = await reader.page.locator('pre').allTextContents();
    const shell = blocks.filter((block) => !/^(import|\{)/.test(block)).join('\necho\n');
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
