import { expect, test } from 'vitest';
import { findPaymentLink } from '~/payments/payment-links/payment-links';
import { openBrowser } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildPaymentLink } from '../../../../tests/world/payments/payment-links';

test('a visit is an opening of the link, not a rejected form or another language', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink(
    { accountId },
    { name: 'Donation', chosenAmount: { minimum: 500, maximum: 50_000 } },
  );
  const browser = openBrowser();
  const path = `/test/checkout/links/${link.id}`;
  const open = (site: string, query = '') =>
    browser.open(`${path}${query}`, { headers: { 'sec-fetch-site': site } });
  const readVisits = async () => (await findPaymentLink(link))!.visits;
  expect((await open('none')).status).toBe(200);
  expect(await readVisits()).toBe(1);
  expect((await browser.submit(path, { amount: '4.99' })).status).toBe(422);
  // Browsers without the header.
  const { status } = await browser.submit(path, { amount: '4.99' }, { headers: { 'sec-fetch-site': '' } });
  expect([status, await readVisits()]).toEqual([422, 1]);
  await open('same-origin', '?lang=de');
  expect((await browser.submit(path, { amount: '5.00' })).status).toBe(303);
  expect(await readVisits()).toBe(1);
  await open('cross-site');
  expect(await readVisits()).toBe(2);
});
