import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import type { LinkTerms } from '~/payments/payment-links/payment-link';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildPaymentLink } from '../../../../tests/world/payments/payment-links';
import { cards, refund, sendCaptureOrVoid } from '../../../../tests/world/payments/payments';

/** A payer who has paid with a link. */
async function payWithLink(terms: Partial<LinkTerms>) {
  const merchant = await buildMerchant({ name: 'Example Shop' });
  const client = await buildApiClient(merchant);
  const ticket = { name: 'Ticket', unitPrice: 4_500, quantity: 1 };
  const link = await buildPaymentLink(merchant, { items: [ticket], ...terms });
  const browser = openBrowser();
  const path = `/test/checkout/links/${link.id}`;
  const url = (await browser.open(`${path}?lang=en`)).headers.get('location')!;
  const card = { number: cards.approved, expiry: '12/40', code: '123', name: 'Ada Sommer' };
  await browser.submit(url, { ...card, form_id: crypto.randomUUID() });
  const intent = await prisma.paymentIntent.findFirstOrThrow({ where: { paymentLinkId: link.id } });
  const open = async (query = `?lang=en&intent_id=${intent.id}&status=CAPTURED`) =>
    (await readPage(await browser.open(`${path}/thanks${query}`))).html;
  const openCheckout = async () => (await readPage(await browser.open(url))).html;
  const leave = async (lang: string) =>
    (
      await browser.open(
        `${url.replace('/checkout?', '/checkout/return?').replace('lang=en', `lang=${lang}`)}`,
      )
    ).headers.get('location')!;
  return { client, transactionId: intent.transactionId!, open, openCheckout, leave };
}

test('the page after the payment says what is held, and what was released', async () => {
  const { client, transactionId, open, openCheckout } = await payWithLink({ operation: 'authorize' });
  expect(await open()).toContain('€45.00 is held on your card for Example Shop.');
  await sendCaptureOrVoid(client, transactionId, { operation: 'void' });
  const released = await open();
  expect(released).toMatch(/<h1[^>]*>Your card wasn’t charged/);
  expect(released).toContain('The hold of €45.00 for Example Shop has ended.');
  const checkout = await openCheckout();
  expect(checkout).toContain('The hold of €45.00 for Example Shop has ended.');
  expect(checkout).not.toContain('Return to Example Shop');
});

test('after a void, the merchant’s own page can be reached', async () => {
  const { client, transactionId, openCheckout } = await payWithLink({
    operation: 'authorize',
    redirectUrl: 'https://shop.example/thanks',
  });
  await sendCaptureOrVoid(client, transactionId, { operation: 'void' });
  expect(await openCheckout()).toContain('Return to Example Shop');
});

test.each([
  [{}, 'See your confirmation'],
  [{ redirectUrl: 'https://shop.example/thanks' }, 'Continue to Example Shop'],
])('the checkout, opened again, leads to where the link leads (%j)', async (terms, label) => {
  const { openCheckout } = await payWithLink(terms);
  expect(await openCheckout()).toMatch(new RegExp(`<a [^>]*>${label}`));
});

test('the page has the language that the payer chose last, the merchant’s own page is not changed', async () => {
  const own = await (await payWithLink({})).leave('de');
  expect(own).toContain('/thanks?lang=de&');
  const merchants = await (
    await payWithLink({ redirectUrl: 'https://shop.example/thanks?lang=en' })
  ).leave('de');
  expect(merchants).toMatch(/^https:\/\/shop\.example\/thanks\?lang=en&/);
});

test('the page in another language is the same one', async () => {
  const { open } = await payWithLink({});
  const html = await open();
  const reference = /PL-\w+/.exec(html)![0];
  const query = /href="(\?[^"]*lang=de)"/.exec(html)![1]!.replaceAll('&amp;', '&');
  const german = await open(query);
  expect(german).toMatch(/<html[^>]* lang="de"/);
  expect(german).toContain(reference);
});

test('the merchant’s text is on the page until everything is refunded', async () => {
  const { client, transactionId, open } = await payWithLink({ thankYouText: 'See you in June.' });
  await refund(client, transactionId, 4_499);
  expect(await open()).toContain('See you in June.');
  await refund(client, transactionId, 1);
  const refunded = await open();
  expect(refunded).toContain('€45.00 was refunded.');
  expect(refunded).not.toContain('See you in June.');
  expect(refunded.match(/<(title|h1)[^>]*>Payment refunded/g)).toHaveLength(2);
});
