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
  const open = async () =>
    (await readPage(await browser.open(`${path}/thanks?lang=en&intent_id=${intent.id}`))).html;
  return { client, transactionId: intent.transactionId!, open };
}

test('the page after the payment says what is held, and what was released', async () => {
  const { client, transactionId, open } = await payWithLink({ operation: 'authorize' });
  expect(await open()).toContain('€45.00 is held on your card for Example Shop.');
  await sendCaptureOrVoid(client, transactionId, { operation: 'void' });
  const released = await open();
  expect(released).toMatch(/<h1[^>]*>Your card wasn’t charged/);
  expect(released).toContain('The hold of €45.00 for Example Shop has ended.');
});

test('the merchant’s text is on the page until everything is refunded', async () => {
  const { client, transactionId, open } = await payWithLink({ thankYouText: 'See you in June.' });
  await refund(client, transactionId, 4_499);
  expect(await open()).toContain('See you in June.');
  await refund(client, transactionId, 1);
  const refunded = await open();
  expect(refunded).toContain('€45.00 was refunded.');
  expect(refunded).not.toContain('See you in June.');
});
