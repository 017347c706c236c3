import { expect, test } from 'vitest';
import { sendReceipts } from '~/payments/checkout/receipts';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../tests/world/browser';
import { cards } from '../../../tests/world/payments/payments';

async function openForm(intent: object = {}, cardHolder?: object) {
  const client = await buildApiClient();
  const { json } = await client.post('/intents/payment', {
    external_id: crypto.randomUUID(),
    order: { order_amount: 2_500, order_currency: 'EUR', ...(cardHolder && { card_holder: cardHolder }) },
    redirect_urls: { success: 'https://shop.test/ok', failure: 'https://shop.test/failed' },
    ...intent,
  });
  const where = { id: json.intent_id as string };
  const browser = openBrowser();
  const url = `/test/checkout?client_id=${client.merchant.accountId}&intent_id=${where.id}`;
  const card = { number: cards.approved, expiry: '12/40', code: '123', name: 'Ada Sommer' };
  return {
    client,
    open: async () => (await readPage(await browser.open(url))).html,
    pay: async (fields: Record<string, string>) => {
      const response = await browser.submit(url, { ...card, form_id: crypto.randomUUID(), ...fields });
      return { status: response.status, ...(await readPage(response)) };
    },
    intent: () => prisma.paymentIntent.findUniqueOrThrow({ where }),
    payment: async () => {
      const { transactionId } = await prisma.paymentIntent.findUniqueOrThrow({ where });
      return prisma.transaction.findUniqueOrThrow({ where: { id: transactionId! } });
    },
  };
}

/** The errors above the form, in order. */
const listErrors = (html: string) =>
  [...html.matchAll(/<a href="#(\w+)"[^>]*>([^<]+)<\/a>/g)].map(([, field, message]) => [field, message]);
const empty = { country: '', address_1: '', address_2: '', postal_code: '', city: '', state: '' };
const valueOf = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*?value="([^"]*)"`).exec(html)?.[1];

test('country and postal code are offered, filled with what the merchant knows, and optional', async () => {
  const form = await openForm({}, { country: 'DE', postal_code: '80331', email: 'ada@example.com' });
  const html = await form.open();
  expect(html).toMatch(/<select[^>]*autoComplete="billing country"/i);
  expect(html).toContain('<option value="DE" selected="">Germany</option>');
  expect(valueOf(html, 'postal_code')).toBe('80331');
  expect(html).toContain('Billing address<span class="font-normal text-ink-soft"> <!-- -->(optional)</span>');
  expect(html).not.toContain('name="address_1"');
  // The order has an address for the receipt.
  expect(html).not.toContain('name="email"');
  await form.pay({ country: '', postal_code: '' });
  expect(await form.payment()).toMatchObject({ status: 'CAPTURED', cardChecks: { security_code: 'pass' } });
});

test('what the payer enters is part of the transaction, and its checks are on it', async () => {
  const form = await openForm();
  await form.pay({ country: 'US', postal_code: '94016', email: 'ada@example.com' });
  const payment = await form.payment();
  expect(payment).toMatchObject({
    order: { card_holder: { country: 'US', postal_code: '94016', email: 'ada@example.com' } },
    cardChecks: { postal_code: 'pass', security_code: 'pass' },
  });
  // The intent stays as the merchant created it.
  expect((await form.intent()).order).not.toHaveProperty('card_holder');
  const { json } = await form.client.get(`/transactions/${payment.id}`);
  expect(json.card.checks).toEqual({ postal_code: 'pass', security_code: 'pass' });
});

test('an intent can require the full address', async () => {
  const form = await openForm({ billing_details: 'full', billing_details_required: true });
  const rejected = await form.pay({ ...empty, country: 'US', city: 'Reno' });
  expect(rejected.status).toBe(422);
  // The card's errors come first.
  expect(listErrors(rejected.html).slice(-3)).toEqual([
    ['address_1', 'Enter your address'],
    ['state', 'Enter your state'],
    ['postal_code', 'Enter your ZIP code'],
  ]);
  expect(valueOf(rejected.html, 'city')).toBe('Reno');
  expect(rejected.html).toContain('<option value="US" selected="">');
  expect((await form.intent()).attempts).toBe(0);

  const address = { country: 'US', address_1: '1 Main St', postal_code: '89501', city: 'Reno', state: 'NV' };
  await form.pay({ ...empty, ...address });
  const payment = await form.payment();
  expect(payment).toMatchObject({ status: 'CAPTURED', order: { card_holder: address } });
  expect(payment.cardChecks).toEqual({ address: 'pass', postal_code: 'pass', security_code: 'pass' });
});

test('until the country is known, no field is optional that it may require', async () => {
  const form = await openForm({ billing_details: 'full', billing_details_required: true });
  const listOptional = (html: string) =>
    [
      ...html.matchAll(
        /<label for="(\w+)"[^>]*><span data-name[^>]*>[^<]*<\/span><span data-optional([^>]*)>/g,
      ),
    ]
      .filter(([, , attributes]) => !attributes!.includes('hidden'))
      .map(([, name]) => name);
  expect(listOptional(await form.open())).toEqual(['address_2', 'email']);
  const { html } = await form.pay({ ...empty, country: 'IE' });
  expect(listOptional(html)).toEqual(['address_2', 'state', 'postal_code', 'email']);
});

test('the account’s settings apply to intents that don’t say otherwise', async () => {
  const form = await openForm();
  const { accountId } = form.client.merchant;
  await prisma.account.update({
    where: { id: accountId },
    data: { billingDetails: 'full', billingRequired: true },
  });
  const create = async (changes: object) => {
    const { json } = await form.client.post('/intents/payment', {
      external_id: crypto.randomUUID(),
      order: { order_amount: 2_500, order_currency: 'EUR' },
      redirect_urls: { success: 'https://shop.test/ok', failure: 'https://shop.test/failed' },
      ...changes,
    });
    const { billingDetails, billingRequired } = await prisma.paymentIntent.findUniqueOrThrow({
      where: { id: json.intent_id as string },
    });
    return [billingDetails, billingRequired];
  };
  expect(await create({})).toEqual(['full', true]);
  expect(await create({ billing_details: 'minimal' })).toEqual(['minimal', true]);
  expect(await create({ billing_details_required: false })).toEqual(['full', false]);
});

test('a receipt goes to the address that the payer entered with the successful attempt', async () => {
  const form = await openForm();
  const { email } = await prisma.user.findFirstOrThrow({
    where: { members: { some: { accountId: form.client.merchant.accountId } } },
  });
  expect(await form.open()).toContain(
    'We’ll send your receipt to this address. Test receipts are sent only to members of the merchant’s team.',
  );
  await form.pay({ country: '', number: cards.declined, email });
  expect((await form.intent()).receipt).toBe('REQUESTED');
  await form.pay({ country: '', email: '' });
  expect(await form.intent()).toMatchObject({ state: 'PAID', receipt: null });

  const another = await openForm();
  const member = await prisma.user.findFirstOrThrow({
    where: { members: { some: { accountId: another.client.merchant.accountId } } },
  });
  await another.pay({ country: '', email: member.email });
  await sendReceipts();
  expect((await another.intent()).receipt).toBe('QUEUED');
  const mails = await prisma.mail.findMany({ where: { recipient: member.email, template: 'receipt' } });
  expect(mails).toHaveLength(1);
});

test('a declined payer sees their details again, except the card', async () => {
  const form = await openForm();
  const declined = await form.pay({ country: 'GB', postal_code: 'SW1A 1AA', number: cards.declined });
  expect(valueOf(declined.html, 'postal_code')).toBe('SW1A 1AA');
  expect(declined.html).toContain('<option value="GB" selected="">');
});
