import { expect, test } from 'vitest';
import { readPage, readVisibleText } from '../../../../tests/world/browser';
import { logInAs } from '../../../../tests/world/identity/team';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildPaymentLink } from '../../../../tests/world/payments/payment-links';

const item = (unitPrice: number, minimum: number) => ({
  ...{ name: 'Ticket', unitPrice, quantity: 1 },
  adjustableQuantity: { minimum, maximum: 3 },
});

test.each([
  ['at least the required items', [item(1_000, 1), item(500, 0)], '€10.00 to €45.00'],
  ['at least the cheapest item if all can be left out', [item(1_000, 0), item(500, 0)], '€5.00 to €45.00'],
])('a link with quantities costs %s', async (_, items, price) => {
  const merchant = await buildMerchant();
  const { id } = await buildPaymentLink(merchant, { items });
  const browser = await logInAs(merchant.ownerId);
  for (const page of ['/payment-links', `/payment-links/${id}`])
    expect(readVisibleText((await readPage(await browser.open(page))).html)).toContain(price);
});
