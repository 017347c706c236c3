import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../peers/browser/accessibility';
import { connectMerchant } from '../../peers/merchant-client';
import { logInOnPage } from '../../peers/browser/registration';
import { openSite, type Site } from '../../peers/browser/site';
import { currencies } from '~/platform/money/currencies';
import { formatAmount } from '~/platform/money/money';

let site: Site;

beforeAll(async () => void (site = await openSite()));
afterAll(() => site.close());

test('the browser and the server format amounts in all currencies the same way', async () => {
  const { call } = await connectMerchant(site);
  const { json } = await call('/transactions', {
    operation: 'authorize',
    external_id: randomUUID(),
    order: { order_amount: 1_234, order_currency: 'XCG' },
    card: { pan: '4242424242424242', code: '123', expiry: '12/40', name: 'Ada Example' },
  });
  const { page, leave } = await site.visit();
  await enter(page);
  await page.goto(`${site.origin}/transactions/${json.id as string}`);
  await page.getByRole('heading', { name: 'XCG 12.34' }).waitFor();

  const symbols = await page.evaluate(
    (codes) =>
      codes.map((currency) => {
        const parts = new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(1);
        return parts.find(({ type }) => type === 'currency')!.value;
      }),
    [...currencies],
  );
  const differing = currencies.filter((code, index) => !formatAmount(100, code).startsWith(symbols[index]!));
  // Only these are written with their codes, whatever the browser's symbols are.
  expect(['XCG', 'ZWG']).toEqual(expect.arrayContaining(differing));
  await leave();
});

test('a payment is captured and partly refunded, and a form left open meanwhile refunds nothing', async () => {
  const { call } = await connectMerchant(site);
  const paid = {
    operation: 'authorize',
    external_id: randomUUID(),
    order: { order_amount: 10_000, order_currency: 'EUR' },
  };
  const { json } = await call('/transactions', {
    ...paid,
    card: { pan: '4242424242424242', code: '123', expiry: '12/40', name: 'Ada Example' },
  });
  const path = `${site.origin}/transactions/${json.id as string}`;
  // Our policy blocks the analysis script.
  const [first, second] = [
    await site.visit({ bypassCSP: true, reducedMotion: 'reduce' }),
    await site.visit({ javaScriptEnabled: false }),
  ];
  for (const { page } of [first, second]) await enter(page);

  await first.page.goto(path);
  await first.page.getByText('all of it on hold until').waitFor();
  await first.page.getByRole('link', { name: 'Capture…' }).click();
  await fill(first.page, '60');
  await first.page.getByText('Capture €60.00 of €100.00 on hold from Visa ending in 4242').waitFor();
  await first.page.getByRole('button', { name: 'Capture €60.00' }).click();
  await first.page.getByText('€60.00 is captured').waitFor();

  await second.page.goto(`${path}/refunds`);
  await fill(second.page, '20', 'Arrived late');
  await first.page.getByRole('link', { name: 'Refund…' }).click();
  await first.page.getByLabel('Amount in EUR').waitFor();
  await fill(first.page, '12', 'Arrived late');
  await first.page.getByText('Refund €12.00 of €60.00').waitFor();
  await first.page.goBack();
  await expect.poll(() => first.page.getByLabel('Amount in EUR').inputValue()).toBe('12');
  expect(await first.page.getByLabel('Reason').inputValue()).toBe('Arrived late');
  await fill(first.page, '1.234');
  await first.page.getByRole('alert').getByText('This amount is ambiguous').waitFor();
  await fill(first.page, '20', 'Arrived late');
  await first.page.getByText('Refund €20.00 of €60.00 to Visa ending in 4242').waitFor();
  expect(await listViolations(first.page)).toEqual([]);
  await first.page.getByRole('button', { name: 'Refund €20.00' }).dblclick();
  await first.page.getByText('€20.00 is refunded').waitFor();
  expect(await listViolations(first.page)).toEqual([]);

  await second.page.getByRole('button', { name: 'Refund €20.00' }).click();
  await second.page.getByText('You refunded €20.00 a moment ago.').waitFor();
  await second.page.getByText('€40.00 is left to refund.').first().waitFor();
  expect((await call(`/transactions/${json.id as string}`)).json).toMatchObject({
    amount_captured: 6_000,
    amount_refunded: 2_000,
  });
  // A rejected form is a 422 or 409, which browsers log as errors.
  await Promise.all([first.context.close(), second.context.close()]);
});

async function enter(page: Page): Promise<void> {
  const [, email, password] = /Demo login +(\S+) +password (\S+)/.exec(site.output())!;
  await logInOnPage(site, page, { email: email!, password: password! });
}

async function fill(page: Page, amount: string, reason?: string): Promise<void> {
  await page.getByLabel('Amount in EUR').fill(amount);
  if (reason) await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Continue' }).click();
}
