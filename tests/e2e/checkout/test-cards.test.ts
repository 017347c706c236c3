import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCards, type TestCard } from '~/acquirers/test-cards';
import { getSecurityCodeLength } from '~/payments/checkout/cards';
import { listViolations } from '../../peers/browser/accessibility';
import { openMerchantEnvironment, type MerchantEnvironment } from '../../peers/merchant-environment';

// Every published test card on the payment page, with all following pages.

let merchantEnvironment: MerchantEnvironment;
let { database, site, shop, merchant } = {} as MerchantEnvironment;

beforeAll(async () => {
  merchantEnvironment = await openMerchantEnvironment();
  ({ database, site, shop, merchant } = merchantEnvironment);
});

afterAll(() => merchantEnvironment.close());

async function createCheckoutUrl(): Promise<string> {
  const order = { order_amount: 4_200, order_currency: 'EUR' };
  const { json } = await merchant.call('/intents/payment', {
    external_id: randomUUID(),
    order,
    redirect_urls: { success: shop.success, failure: shop.failure },
  });
  return `${site.origin}/test/checkout?${new URLSearchParams({ client_id: merchant.clientId, intent_id: String(json.intent_id) })}`;
}

async function payWith(page: Page, { pan }: TestCard): Promise<void> {
  const enteredCards = {
    number: pan,
    expiry: '12/40',
    code: '1234'.slice(0, getSecurityCodeLength(pan)),
    name: 'Ada Example',
  };
  for (const [name, text] of Object.entries(enteredCards)) await page.locator(`#${name}`).fill(text);
  await page.getByRole('button', { name: 'Pay €42.00' }).click();
}

/** The payer's final page. */
async function readResult(page: Page): Promise<string> {
  const results = [
    'Back at the shop: success',
    'Your payment was declined. Your card wasn’t charged.',
    'Waiting for your bank',
    'Confirm your payment',
  ];
  const result = results
    .map((text) => page.getByText(text, { exact: true }))
    .reduce((one, other) => one.or(other))
    .first();
  await result.waitFor();
  return (await result.textContent())!;
}

const expected = ({ outcome, silent, authentication }: TestCard) =>
  authentication?.flow === 'challenge'
    ? 'Confirm your payment'
    : silent
      ? 'Waiting for your bank'
      : outcome === 'approved'
        ? 'Back at the shop: success'
        : 'Your payment was declined. Your card wasn’t charged.';

test.each([
  ['a phone with scripts', { viewport: { width: 390, height: 844 } }],
  ['a desk without scripts', { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false }],
])('on %s, each test card has the documented result', async (_, options) => {
  const { page, leave } = await site.visit(options);
  const seen: Record<string, string> = {};
  for (const card of testCards) {
    await page.goto(await createCheckoutUrl());
    await payWith(page, card);
    seen[card.pan] = await readResult(page);
  }
  expect(seen).toEqual(Object.fromEntries(testCards.map((card) => [card.pan, expected(card)])));
  await leave();
});

test('a waiting payer sees the result automatically, even if no money was taken; every page on the way is accessible', async () => {
  const { page, context } = await site.visit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const found: string[] = [];
  const silent = testCards.find(({ outcome, silent }) => silent && outcome !== 'approved')!;
  const declined = testCards.find(({ outcome }) => outcome === 'do_not_honor')!;
  await page.goto(await createCheckoutUrl());
  await payWith(page, silent);
  await page.getByRole('heading', { name: 'Waiting for your bank' }).waitFor();
  found.push(...(await listViolations(page)));
  await page.getByText('Your payment was declined. Your card wasn’t charged.').waitFor();
  for (let attempts = 1; attempts < 5; attempts++) {
    await payWith(page, declined);
    await page
      .getByText(
        [
          '',
          'You have 3 attempts left.',
          'You have 2 attempts left.',
          'You have one attempt left.',
          'Too many attempts',
        ][attempts]!,
      )
      .first()
      .waitFor();
  }
  await page.getByRole('heading', { name: 'Too many attempts' }).waitFor();
  found.push(...(await listViolations(page)));
  await database.query('update accounts set name = $1 where id = $2', [
    '<img src=x onerror="window.x=1">',
    merchant.clientId,
  ]);
  await page.goto(await createCheckoutUrl());
  await database.query(`update payment_intents set expires_at = now() - interval '1 second' where id = $1`, [
    new URL(page.url()).searchParams.get('intent_id'),
  ]);
  await page.reload();
  await page.getByRole('heading', { name: 'This payment page has expired' }).waitFor();
  expect(await page.evaluate(() => (window as { x?: number }).x)).toBeUndefined();
  found.push(...(await listViolations(page)));
  await page.goto(`${site.origin}/test/checkout?client_id=x&intent_id=y`);
  await page.getByRole('heading', { name: 'We can’t find this payment' }).waitFor();
  found.push(...(await listViolations(page)));
  expect(found).toEqual([]);
  // Chromium logs the missing payment to its console, so this visitor doesn't call leave().
  await context.close();
});
