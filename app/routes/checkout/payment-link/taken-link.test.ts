import { expect, test } from 'vitest';
import { expireIntents } from '~/payments/checkout/intent-expiry';
import { createRefund } from '~/payments/operations/refunds';
import { buildCheckoutUrl } from '~/platform/http/surfaces.server';
import { prisma } from '~/platform/database/db.server';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';
import { challengeCard } from '../../../../tests/world/payments/challenged-checkout';
import { buildPaymentLink, startLinkIntent } from '../../../../tests/world/payments/payment-links';
import { cards } from '../../../../tests/world/payments/payments';

/** Payers who have opened a link for one payment. */
async function openLink() {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 1 });
  const openPage = async () => {
    const { id: intentId } = await startLinkIntent(link);
    const { pathname, search } = new URL(buildCheckoutUrl('test', accountId, intentId));
    const browser = openBrowser();
    const form = { expiry: '12/40', code: '123', name: 'Ada Sommer', form_id: crypto.randomUUID() };
    return {
      accountId,
      intentId,
      open: async () => {
        const response = await browser.open(pathname + search);
        return {
          status: response.status,
          refresh: response.headers.get('refresh'),
          ...(await readPage(response)),
        };
      },
      /** A rejected form redirects to a page that can be reloaded without submitting the card again. */
      pay: async (number: string = cards.approved) => {
        const response = await browser.submit(pathname + search, { ...form, number });
        const location = response.headers.get('location');
        const page = location === pathname + search ? await browser.open(location) : response;
        return { status: page.status, isRedirected: page !== response, ...(await readPage(page)) };
      },
    };
  };
  return [await openPage(), await openPage()] as const;
}

test('the second payer of a link for one payment reads that it’s paid', async () => {
  const [first, second] = await openLink();
  expect((await second.open()).html).toContain('Card number');
  await first.pay();
  const refused = await second.pay();
  expect(refused.isRedirected).toBe(true);
  const opened = await second.open();
  await expireIntents();
  for (const page of [opened, refused, await second.open()]) {
    expect(page.status).toBe(410);
    expect(page.html).toContain('This payment link has been paid');
    expect(page.html).toContain('Your card wasn’t charged on this page.');
    expect(page.html).not.toContain('Card number');
  }
});

test('someone who canceled before another payer paid reads that their card wasn’t charged', async () => {
  const [first, second] = await openLink();
  await first.pay();
  await prisma.paymentIntent.update({
    where: { id: second.intentId },
    data: { state: 'CANCELLED', canceledAt: new Date() },
  });
  const startUrl = /href="([^"]*)"[^>]*>Start over<\/a>/
    .exec((await second.open()).html)![1]!
    .replaceAll('&amp;', '&');
  const { html } = await readPage(await openBrowser().open(startUrl));
  expect(html).toContain('This payment link has been paid');
  expect(html).toContain('Your card wasn’t charged on this page.');
  const { redirectedAt } = await prisma.paymentIntent.findUniqueOrThrow({ where: { id: second.intentId } });
  expect(redirectedAt).not.toBeNull();
});

test('the second payer reads that the first payment was refunded', async () => {
  const [first, second] = await openLink();
  await first.pay();
  const { transactionId, paymentLinkId } = await prisma.paymentIntent.findUniqueOrThrow({
    where: { id: first.intentId },
  });
  const actor = { accountId: first.accountId, environment: 'test', operator: 'api:key_1' } as const;
  await createRefund(actor, { externalId: 'refund-1', transactionId: transactionId!, amount: 2_500 });
  const link = await readPage(await openBrowser().open(`/test/checkout/links/${paymentLinkId}`));
  for (const { html } of [await second.open(), await second.pay(), link]) {
    expect(html).toContain('This payment link can’t be used');
    expect(html).toContain('The payment made with this link was canceled or refunded.');
    expect(html).not.toContain('You don’t need to pay again');
  }
});

test('the second payer waits while the first is at their bank, and pays after their decline', async () => {
  const [first, second] = await openLink();
  await first.pay(challengeCard);
  const refused = await second.pay();
  expect(refused.isRedirected).toBe(true);
  for (const page of [await second.open(), refused]) {
    expect(page.status).toBe(409);
    expect(page.html).toContain('Your card wasn’t charged. If you’re paying in another tab, finish there.');
  }
  // Both this page and the link's own check again by themselves.
  expect((await second.open()).refresh).toMatch(/^10; url=\/test\/checkout\?/);
  const { paymentLinkId } = await prisma.paymentIntent.findUniqueOrThrow({ where: { id: first.intentId } });
  const path = `/test/checkout/links/${paymentLinkId}`;
  for (const response of [await openBrowser().open(path), await openBrowser().submit(path, {})])
    expect(response.headers.get('refresh')).toBe('10');
  await prisma.paymentIntent.update({ where: { id: first.intentId }, data: { state: 'OPEN' } });
  expect((await second.open()).html).toContain('Card number');
});

test('someone who cancels can start over only if the link still works', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId });
  const canceled = async () =>
    (await readPage(await openBrowser().open(`/test/checkout/links/${link.id}?status=CANCELLED`))).html;
  expect(await canceled()).toContain('Start over');
  await prisma.paymentLink.update({ where: { id: link.id }, data: { inactiveAt: new Date() } });
  const html = await canceled();
  expect(html).toContain('This payment link can’t be used');
  expect(html).toContain('Your card wasn’t charged on this page.');
  expect(html).not.toContain('Start over');
});

test.each(['/test/checkout/links', '/test/checkout/links/', '/test/checkout/link', '/checkout/links/a/b'])(
  'an incomplete URL gets the page for payers: %s',
  async (path) => {
    const response = await openBrowser().open(path);
    expect(response.status).toBe(404);
    const { html } = await readPage(response);
    expect(html).toContain('We can’t find this payment');
    expect(html).not.toContain('Go to home page');
  },
);
