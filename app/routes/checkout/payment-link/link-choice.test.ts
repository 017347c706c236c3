import { expect, test } from 'vitest';
import type { LinkTerms } from '~/payments/payment-links/payment-link';
import { prisma } from '~/platform/database/db.server';
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
  return { link, path, browser, url, readChangeLink };
}

const ticket = { name: 'Ticket', unitPrice: 4_500, quantity: 1 };

const adjustable = { ...ticket, adjustableQuantity: { minimum: 0, maximum: 5 } };

test.each([
  ['an amount', { chosenAmount: { minimum: 500, maximum: 50_000 } }, { amount: '25.50' }],
  ['a quantity', { items: [ticket, adjustable] }, { quantity_1: '2' }],
  [
    'some of several items',
    { items: [{ ...adjustable, name: 'Child' }, ticket, adjustable] },
    { quantity_0: '0', quantity_2: '3' },
  ],
])('payers who chose %s can go back and change it', async (_, terms, choice: Record<string, string>) => {
  const { link, path, browser, url, readChangeLink } = await openCheckout(terms, choice);
  const changeLink = (await readChangeLink())!.replaceAll('&amp;', '&');
  expect(changeLink).toMatch(new RegExp(`^${path}\\?lang=en&intent_id=int_\\w+$`));
  const readInputs = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<input[^>]*name="(amount|quantity_\d)"[^>]*>/g)].map(([input, name]) => [
        name,
        /value="([^"]*)"/.exec(input)?.[1],
      ]),
    );
  const { html } = await readPage(await browser.open(changeLink));
  expect(readInputs(html)).toEqual(choice);
  expect(html).toMatch(/href="\?intent_id=int_\w+&amp;lang=de"/);
  const cancelled = (await readPage(await browser.open(`${changeLink}&status=CANCELLED`))).html;
  const startLink = /href="(\?[^"]*)"[^>]*>Start over/.exec(cancelled)![1]!.replaceAll('&amp;', '&');
  expect(readInputs((await readPage(await browser.open(`${path}${startLink}`))).html)).toEqual(choice);
  // The page about the canceled payment is the same one in another language.
  const germanLink = /href="(\?[^"]*lang=de)"/.exec(cancelled)![1]!.replaceAll('&amp;', '&');
  const german = (await readPage(await browser.open(`${path}${germanLink}`))).html;
  expect(german).toContain('Sie haben nicht bezahlt.');
  expect(german).toMatch(/href="\?lang=de&amp;intent_id=int_\w+"[^>]*>/);
  await switchPaymentLink(link, false);
  expect(await readChangeLink()).toBeUndefined();
  // A page that was opened before leads back to the payment.
  for (const back of [await browser.open(changeLink), await browser.submit(changeLink, choice)])
    expect(back.headers.get('location')).toBe(url);
});

test('the intent of another link fills in nothing', async () => {
  const terms = { chosenAmount: { minimum: 500, maximum: 50_000 } };
  const [other, { path, browser }] = [
    await openCheckout(terms, { amount: '25' }),
    await openCheckout(terms, { amount: '30' }),
  ];
  const intent = /intent_id=int_\w+/.exec((await other.readChangeLink())!)![0];
  expect((await readPage(await browser.open(`${path}?${intent}`))).html).toMatch(
    /name="amount"[^>]*value=""/,
  );
});

test('without a choice, there is nothing to change', async () => {
  const { readChangeLink } = await openCheckout({ items: [ticket] });
  expect(await readChangeLink()).toBeUndefined();
});

test('errors name the items and the page, and the browser may go back to the form', async () => {
  const items = [
    { ...adjustable, name: 'Adult' },
    { ...adjustable, name: 'Child' },
  ];
  const { path, browser } = await openCheckout({ items }, { quantity_0: '1', quantity_1: '0' });
  const form = await browser.open(path);
  expect(form.headers.get('cache-control')).toBe('private, no-cache');
  const rejected = await browser.submit(`${path}?lang=en`, { quantity_0: '9', quantity_1: '1' });
  const { html } = await readPage(rejected);
  expect([rejected.status, rejected.headers.get('cache-control')]).toEqual([422, 'no-store']);
  expect(html).toContain('Enter a quantity of Adult from 0 to 5');
  expect(html).not.toContain('Enter a quantity of Child');
  expect(html).toMatch(/<title>Error: /);
});

test('payers with a link cancel and start over on the link, not at the merchant', async () => {
  const { link, path, browser, url } = await openCheckout(
    { chosenAmount: { minimum: 500, maximum: 50_000 } },
    { amount: '25' },
  );
  const open = async () => (await readPage(await browser.open(url))).html;
  expect(await open()).toMatch(/>Cancel<\/button>/);
  await prisma.paymentIntent.updateMany({
    where: { id: new URLSearchParams(url.split('?')[1]).get('intent_id')! },
    data: { state: 'BLOCKED' },
  });
  const blocked = await open();
  expect(blocked).toContain('You haven’t paid. Your card wasn’t charged.');
  expect(blocked).not.toContain('Return to');
  const startUrl = /href="([^"]*)"[^>]*>Start over<\/a>/.exec(blocked)![1]!.replaceAll('&amp;', '&');
  expect(startUrl).toMatch(new RegExp(`^${path}\\?lang=en&intent_id=int_\\w+$`));
  expect((await readPage(await browser.open(startUrl))).html).toMatch(
    /<input[^>]*name="amount"[^>]*value="25/,
  );
  await switchPaymentLink(link, false);
  const ended = await open();
  expect(ended).toContain('This payment link can no longer be used. To pay, ask');
  expect(ended).not.toContain('Start over');
});

test('while a payment is in progress, the link redirects to its checkout', async () => {
  const { path, browser, url } = await openCheckout(
    { chosenAmount: { minimum: 500, maximum: 50_000 } },
    { amount: '25' },
  );
  const intentId = new URLSearchParams(url.split('?')[1]).get('intent_id')!;
  await prisma.paymentIntent.update({ where: { id: intentId }, data: { state: 'PAYING' } });
  const submitted = await browser.submit(`${path}?lang=en&intent_id=${intentId}`, { amount: '30' });
  expect(submitted.headers.get('location')).toBe(url);
  for (const status of ['', '&status=CANCELLED']) {
    const opened = await browser.open(`${path}?lang=en&intent_id=${intentId}${status}`);
    expect(opened.headers.get('location')).toBe(url);
  }
});
