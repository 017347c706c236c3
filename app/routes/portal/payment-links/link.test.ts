import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { takeLinkPlace } from '~/payments/payment-links/link-places';
import { createId } from '~/platform/ids';
import { readPage, readVisibleText } from '../../../../tests/world/browser';
import { logInAs } from '../../../../tests/world/identity/team';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildCard } from '../../../../tests/world/payments/card-tokens';
import { buildPaymentLink, startLinkIntent } from '../../../../tests/world/payments/payment-links';
import { cards } from '../../../../tests/world/payments/payments';

const item = (unitPrice: number, minimum: number) => ({
  ...{ name: 'Ticket', unitPrice, quantity: 1 },
  adjustableQuantity: { minimum, maximum: 3 },
});

test.each([
  ['at least the required items', [item(1_000, 1), item(500, 0)], '€10.00 to €45.00'],
  ['at least the cheapest item if all are optional', [item(1_000, 0), item(500, 0)], '€5.00 to €45.00'],
])('a link with adjustable quantities costs %s', async (_, items, price) => {
  const merchant = await buildMerchant();
  const { id } = await buildPaymentLink(merchant, { items });
  const browser = await logInAs(merchant.ownerId);
  for (const page of ['/payment-links', `/payment-links/${id}`])
    expect(readVisibleText((await readPage(await browser.open(page))).html)).toContain(price);
});

test('while the last payment is in progress, the link stays active', async () => {
  const merchant = await buildMerchant();
  const link = await buildPaymentLink(merchant, { maximumPayments: 1 });
  const { id: intentId } = await startLinkIntent(link);
  await takeLinkPlace({ linkId: link.id, intentId, formId: 'form-1', maximum: 1 });
  await prisma.paymentIntent.update({ where: { id: intentId }, data: { state: 'PAYING' } });
  const browser = await logInAs(merchant.ownerId);
  const text = readVisibleText((await readPage(await browser.open(`/payment-links/${link.id}`))).html);
  expect(text).toContain('The last payments that this link accepts are in progress.');
  expect(text).not.toContain('reached its maximum');
});

test('the page says that the link was deactivated or activated', async () => {
  const merchant = await buildMerchant();
  const { id } = await buildPaymentLink(merchant);
  const browser = await logInAs(merchant.ownerId);
  const page = `/payment-links/${id}`;
  for (const [status, parameter] of [
    ['off', 'deactivated'],
    ['on', 'activated'],
  ] as const) {
    const location = (await browser.submit(page, { status })).headers.get('location')!;
    expect(location).toBe(`${page}?${parameter}`);
    expect((await readPage(await browser.open(location))).html).toContain(`>Payment link ${parameter}<`);
    expect((await readPage(await browser.open(page))).html).not.toContain(`Payment link ${parameter}`);
  }
  // It was activated since.
  expect((await readPage(await browser.open(`${page}?deactivated`))).html).not.toContain(
    'Payment link deactivated',
  );
});

test('a chargeback that was lost is subtracted from what payers paid', async () => {
  const merchant = await buildMerchant();
  const link = await buildPaymentLink(merchant, { operation: 'authcap' });
  const form = { card: buildCard(cards.approved), formId: createId('req') };
  const paid = await payIntent(await startLinkIntent(link), form);
  if (paid.kind !== 'paid') throw new Error(paid.kind);
  await prisma.transaction.update({ where: { id: paid.transactionId }, data: { amountChargedBack: 700 } });
  const browser = await logInAs(merchant.ownerId);
  const read = async (page: string) => readVisibleText((await readPage(await browser.open(page))).html);
  const page = await read(`/payment-links/${link.id}`);
  expect(page).toMatch(
    /Total paid\s*€25\.00\s*Charged back\s*€7\.00\s*Paid, less refunds and chargebacks\s*€18\.00/,
  );
  expect(page).not.toContain('Refunded');
  expect(await read('/payment-links')).toMatch(/€18\.00\s*paid, less refunds and chargebacks/);
});
