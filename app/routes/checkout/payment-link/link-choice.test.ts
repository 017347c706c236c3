import { expect, test } from 'vitest';
import type { LinkTerms } from '~/payments/payment-links/payment-link';
import { switchPaymentLink } from '~/payments/payment-links/payment-links';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildPaymentLink } from '../../../../tests/world/payments/payment-links';

/** A payer who has gone on to the checkout. */
async function openCheckout(terms: Partial<LinkTerms>, choice?: Record<string, string>) {
  const link = await buildPaymentLink(await buildMerchant(), terms);
  const path = `/test/checkout/links/${link.id}`;
  const browser = openBrowser();
  const started = choice ? await browser.submit(`${path}?lang=en`, choice) : await browser.open(path);
  const url = started.headers.get('location')!;
  const readChangeLink = async () =>
    /<a href="([^"]*)"[^>]*>Change<\/a>/.exec((await readPage(await browser.open(url))).html)?.[1];
  return { link, path, readChangeLink };
}

const ticket = { name: 'Ticket', unitPrice: 4_500, quantity: 1 };

test.each([
  ['an amount', { chosenAmount: { minimum: 500, maximum: 50_000 } }, { amount: '25' }],
  [
    'a quantity',
    { items: [ticket, { ...ticket, adjustableQuantity: { minimum: 0, maximum: 5 } }] },
    { quantity_1: '2' },
  ],
])('payers who chose %s can go back and change it', async (_, terms, choice) => {
  const { link, path, readChangeLink } = await openCheckout(terms, choice);
  expect(await readChangeLink()).toBe(`${path}?lang=en`);
  await switchPaymentLink(link, false);
  expect(await readChangeLink()).toBeUndefined();
});

test('without a choice, there is nothing to change', async () => {
  const { readChangeLink } = await openCheckout({ items: [ticket] });
  expect(await readChangeLink()).toBeUndefined();
});
