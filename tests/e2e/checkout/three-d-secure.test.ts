import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '~/platform/text/languages';
import { cardSavingMessages } from '~/routes/checkout/messages/card-saving-messages';
import { checkoutMessages } from '~/routes/checkout/messages/messages';
import { listViolations } from '../../peers/browser/accessibility';
import { openMerchantEnvironment, type MerchantEnvironment } from '../../peers/merchant-environment';

// The payer's way to their bank and back, in a browser.

let merchantEnvironment: MerchantEnvironment;
let { site, shop, merchant } = {} as MerchantEnvironment;

beforeAll(async () => {
  merchantEnvironment = await openMerchantEnvironment();
  ({ site, shop, merchant } = merchantEnvironment);
});

afterAll(() => merchantEnvironment.close());

type IntentKind = 'payment' | 'card';

const challengeCard = '4000002760003184';
const phone = { viewport: { width: 390, height: 844 } };
const withoutScripts = { ...phone, javaScriptEnabled: false };

async function createCheckoutUrl(language = 'en', kind: IntentKind = 'payment'): Promise<string> {
  const payment = { operation: 'authcap', order: { order_amount: 4_200, order_currency: 'EUR' } };
  const { json } = await merchant.call(`/intents/${kind}`, {
    external_id: randomUUID(),
    ...(kind === 'payment' && payment),
    redirect_urls: { success: shop.success, failure: shop.failure },
  });
  const query = { client_id: merchant.clientId, intent_id: String(json.intent_id), lang: language };
  return `${site.origin}/test/checkout?${new URLSearchParams(query)}`;
}

/** With the keyboard alone. */
async function enterCard(page: Page, pan = challengeCard): Promise<void> {
  await page.locator('#number').focus();
  for (const text of [pan, '12/40', '123', 'Ada Example']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.locator('#name').press('Enter');
}

const bank = (page: Page, kind: IntentKind = 'payment') =>
  page.getByRole('heading', { name: `Confirm your ${kind}` });
const press = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button }).focus();
  await page.keyboard.press('Enter');
};

/** Nothing is cut off, either. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await listViolations(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

const visits: [string, BrowserContextOptions][] = [
  ['on a phone', phone],
  ['on a phone without scripts', withoutScripts],
  ['on a desk in the dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
];

test.each(visits)('a payer confirms at their bank by keyboard, %s', async (_, options) => {
  const { page, leave } = await site.visit(options);
  await page.goto(await createCheckoutUrl());
  await enterCard(page);
  await bank(page).waitFor();
  // Without scripts, nothing can be measured either.
  if (options.javaScriptEnabled !== false) await expectAccessible(page);
  expect(await page.locator('main').textContent()).toContain('€42.00');
  await press(page, 'Confirm payment');
  await page.getByText('Back at the shop: success').waitFor();
  await leave();
});

test.each(
  visits
    .slice(0, 2)
    .flatMap(([where, options]) => [
      [where, 'pays with', 'payment', options] as const,
      [where, 'saves', 'card', options] as const,
    ]),
)('%s, a payer whose authentication fails %s another card', async (_, __, kind, options) => {
  const { page, leave } = await site.visit(options);
  await page.goto(await createCheckoutUrl('en', kind));
  await enterCard(page);
  await bank(page, kind).waitFor();
  await press(page, 'Fail authentication');
  await page.getByText('Your bank couldn’t confirm that it was you').waitFor();
  if (options.javaScriptEnabled !== false) expect(await listViolations(page)).toEqual([]);
  await enterCard(page, '4242424242424242');
  await page.getByText('Back at the shop: success').waitFor();
  await leave();
});

test('a payer whose bank is unavailable pays', async () => {
  const { page, leave } = await site.visit(phone);
  await page.goto(await createCheckoutUrl());
  await enterCard(page);
  await bank(page).waitFor();
  await press(page, 'Simulate an outage of the bank');
  await page.getByText('Back at the shop: success').waitFor();
  await leave();
});

test.each(languages)(
  'the page before the bank, and after it, is in the payer’s language: %s',
  async (language) => {
    const messages = checkoutMessages[language];
    const { page, context, leave } = await site.visit(phone);
    const url = await createCheckoutUrl(language);
    await page.goto(url);
    await enterCard(page);
    await bank(page).waitFor();
    // A second tab shows the way to the bank, and sends nobody away.
    const second = await context.newPage();
    await second.goto(url);
    await second.getByRole('heading', { name: messages.titles.authenticate }).waitFor();
    expect(await listViolations(second)).toEqual([]);
    expect(await second.evaluate(() => document.documentElement.lang)).toBe(language);
    await second.getByRole('link', { name: messages.authenticate.goOn }).click();
    await bank(second).waitFor();
    await press(second, 'Fail authentication');
    await second.getByText(messages.reasons.authentication_failed).waitFor();
    // The first tab is at a bank that is done, and its way back leads to the same page.
    await press(page, 'Confirm payment');
    await page.getByRole('heading', { name: 'Nothing to confirm' }).waitFor();
    await page.getByRole('link', { name: 'See the result' }).click();
    await page.getByText(messages.reasons.authentication_failed).waitFor();
    await leave();
  },
);

test('the back button at the bank returns to the way there, and the payment goes on', async () => {
  const { page, leave } = await site.visit(phone);
  const url = await createCheckoutUrl();
  await page.goto(url);
  await enterCard(page);
  await bank(page).waitFor();
  await page.goto(url);
  await page.getByRole('link', { name: 'Continue to your bank' }).click();
  await bank(page).waitFor();
  await press(page, 'Confirm payment');
  await page.getByText('Back at the shop: success').waitFor();
  await page.goBack();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  await leave();
});

test.each(visits)(
  'a payer who comes back from their bank uses another card, or cancels, %s',
  async (_, options) => {
    const { page, context } = await site.visit(options);
    for (const choice of ['Use another card', /^Cancel and go back to/]) {
      const url = await createCheckoutUrl();
      await page.goto(url);
      await enterCard(page);
      await bank(page).waitFor();
      await page.goto(url);
      if (options.javaScriptEnabled !== false) await expectAccessible(page);
      await page.getByRole('button', { name: choice }).click();
      if (typeof choice !== 'string') {
        await page.getByText('Back at the shop: failure').waitFor();
        continue;
      }
      await page.getByLabel('Card number').waitFor();
      await enterCard(page, '4242424242424242');
      await page.getByText('Back at the shop: success').waitFor();
    }
    await context.close();
  },
);

test.each(visits)('a payer confirms a card before it’s saved, by keyboard, %s', async (_, options) => {
  const { page, leave } = await site.visit(options);
  await page.goto(await createCheckoutUrl('en', 'card'));
  await enterCard(page);
  await bank(page, 'card').waitFor();
  if (options.javaScriptEnabled !== false) await expectAccessible(page);
  await press(page, 'Confirm card');
  await page.getByText('Back at the shop: success').waitFor();
  expect(new URL(page.url()).searchParams.get('token')).toMatch(/^tok_/);
  await leave();
});

test.each(languages)(
  'a payer saves another card instead of confirming the first, in %s, also with a second tab',
  async (language) => {
    const messages = { ...checkoutMessages[language], saving: cardSavingMessages[language] };
    const { page, context } = await site.visit(phone);
    const url = await createCheckoutUrl(language, 'card');
    await page.goto(url);
    await enterCard(page);
    await bank(page, 'card').waitFor();
    const second = await context.newPage();
    await second.goto(url);
    await second.getByRole('heading', { name: messages.saving.titles.save_authenticate }).waitFor();
    await expectAccessible(second);
    expect(await second.evaluate(() => document.documentElement.lang)).toBe(language);
    await second.getByRole('link', { name: messages.authenticate.goOn }).waitFor();
    await second.getByRole('button', { name: messages.saving.anotherCard }).click();
    await enterCard(second, '4242424242424242');
    await second.getByText('Back at the shop: success').waitFor();
    // The first tab is at a bank that decides nothing anymore.
    await press(page, 'Confirm card');
    await page.getByRole('heading', { name: 'Nothing to confirm' }).waitFor();
    await page.goto(url);
    await page.getByText('4242').waitFor();
    // Not left: the bank's page was not found anymore, which the visitor would report.
    await context.close();
  },
);
