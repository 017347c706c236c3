import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';
import { challengeCard } from '../../../../tests/world/payments/challenged-checkout';
import { buildPaymentLink } from '../../../../tests/world/payments/payment-links';
import { cards } from '../../../../tests/world/payments/payments';

/** A payer at their bank, with a link for so many payments. */
async function leaveForBank(maximumPayments?: number) {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments });
  const path = `/test/checkout/links/${link.id}`;
  const browser = openBrowser();
  const checkout = (await browser.open(path)).headers.get('location')!;
  const form = { expiry: '12/40', code: '123', name: 'Ada Sommer', form_id: crypto.randomUUID() };
  const paid = await browser.submit(checkout, { ...form, number: challengeCard });
  return { path, browser, checkout, cookies: paid.headers.getSetCookie() };
}

const inProgress = 'A payment with this link is in progress';

test.each([1, 2])('a payer opens the link again and continues their own payment (of %i)', async (maximum) => {
  const { path, browser, checkout, cookies } = await leaveForBank(maximum);
  expect(cookies).toEqual([
    expect.stringMatching(
      new RegExp(`^link-attempt=int_\\w+; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=86400$`),
    ),
  ]);
  // Somebody else has the other payment, if there is one.
  if (maximum > 1) {
    const other = openBrowser();
    const page = (await other.open(path)).headers.get('location')!;
    const form = {
      number: challengeCard,
      expiry: '12/40',
      code: '123',
      name: 'Bo',
      form_id: crypto.randomUUID(),
    };
    await other.submit(page, form);
  }
  const again = await browser.open(path);
  expect(again.status).toBe(303);
  expect(again.headers.get('location')).toBe(checkout);
  const { html } = await readPage(await browser.open(checkout));
  expect(html).toContain('Continue to your bank');
  expect(html).toContain('Use another card');
});

test('others can’t, whatever their cookie says', async () => {
  const { path, browser, checkout } = await leaveForBank(1);
  const own = browser.cookies.get('link-attempt')!;
  const stranger = openBrowser();
  expect((await readPage(await stranger.open(path))).html).toContain(inProgress);
  // Another link's intent of the same merchant doesn't lead away from the link.
  const intentId = new URLSearchParams(checkout.split('?')[1]).get('intent_id')!;
  const intent = await prisma.paymentIntent.findUniqueOrThrow({ where: { id: intentId } });
  const otherLink = await buildPaymentLink({ accountId: intent.accountId }, { maximumPayments: 1 });
  await prisma.paymentIntent.update({ where: { id: intentId }, data: { paymentLinkId: otherLink.id } });
  for (const value of [own, 'int_invented', 'https://evil.example']) {
    stranger.cookies.set('link-attempt', value);
    const response = await stranger.open(path);
    expect([response.status, response.headers.get('location')]).toEqual([409, null]);
  }
});

test('other payers, even those who canceled, wait while the last of two payments is in progress', async () => {
  const { path } = await leaveForBank(2);
  const payer = openBrowser();
  const last = (await payer.open(path)).headers.get('location')!;
  const form = { expiry: '12/40', code: '123', name: 'Bo Adler', form_id: crypto.randomUUID() };
  await payer.submit(last, { ...form, number: cards.approved });
  for (const page of [path, `${path}?status=CANCELLED`]) {
    const { html } = await readPage(await openBrowser().open(page));
    expect(html).toContain(inProgress);
    expect(html).not.toContain('reached its payment limit');
  }
});

test('after the payment, the link says that it has been paid', async () => {
  const { path, browser, checkout } = await leaveForBank(1);
  const intentId = new URLSearchParams(checkout.split('?')[1]).get('intent_id')!;
  const { transactionId } = await prisma.paymentIntent.update({
    where: { id: intentId },
    data: { state: 'PAID' },
  });
  await prisma.transaction.update({
    where: { id: transactionId! },
    data: { status: 'AUTHORIZED', amountAuthorized: 2_500 },
  });
  const { html } = await readPage(await browser.open(path));
  expect(html).toContain('This payment link has been paid');
});

test('without a limit, the payer starts a new payment, and no cookie is needed', async () => {
  const { path, browser, checkout, cookies } = await leaveForBank();
  expect(cookies).toEqual([]);
  expect((await browser.open(path)).headers.get('location')).not.toBe(checkout);
});
