import { expect, test, vi } from 'vitest';
import * as designVersions from '~/merchants/checkout-design/design-versions';
import { defaultDesign, type CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { unseal } from '~/platform/secrets/secrets.server';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildMerchant, type Merchant } from '../../../tests/world/merchants';
import { buildPaymentIntent, payPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { buildPaymentLink } from '../../../tests/world/payments/payment-links';
import { overwriteTransaction } from '../../../tests/world/payments/overwrite';
import { hasReceipt, sendReceipts } from './receipts';
import { renderMail, type TemplateProps } from '~/mail/templates';
import { mailSamples } from '../../../tests/world/mails/mail-samples';

/** A paid intent of a payer who is a member of the account. */
async function buildPaidIntent({
  merchant = undefined as Merchant | undefined,
  design = undefined as Partial<CheckoutDesign> | undefined,
  email = undefined as string | undefined,
  operation = 'authcap' as 'authorize' | 'authcap',
  orderId = 'basket-7' as string | undefined,
} = {}) {
  const payee = merchant ?? (await buildMerchant({ name: 'Example Shop' }));
  const { accountId, ownerId } = payee;
  const member = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
  const recipient = email ?? member.email;
  if (design)
    await prisma.checkoutDesign.create({
      data: {
        id: createId('dsg'),
        accountId,
        environment: 'test',
        number: 1,
        design: { ...defaultDesign, ...design },
        savedBy: ownerId,
        publishedBy: ownerId,
        publishedAt: new Date(),
      },
    });
  const built = await buildPaymentIntent(payee, {
    operation,
    order: {
      ...(orderId && { order_id: orderId }),
      order_amount: 2_500,
      order_currency: 'EUR',
      card_holder: { email: recipient },
      order_items: [{ name: 'Tea', quantity: 2, unit_price: 1_250 }],
    },
  });
  const transactionId = await payPaymentIntent(built);
  const { id } = built.intent;
  return {
    id,
    accountId,
    recipient,
    transactionId,
    externalId: built.intent.externalId,
    change: (data: object) => prisma.paymentIntent.update({ where: { id }, data }),
    isExpected: () => hasReceipt({ id, accountId, environment: 'test' }),
    receipt: async () => (await prisma.paymentIntent.findUniqueOrThrow({ where: { id } })).receipt,
    sent: async () =>
      (await prisma.mail.findMany({ where: { recipient } })).map(({ template, sealed }) => ({
        template,
        props: JSON.parse(unseal('mail', sealed!)!) as Record<string, unknown>,
      })),
  };
}

test('a receipt says who was paid for what, once', async () => {
  const paid = await buildPaidIntent();
  await prisma.account.update({ where: { id: paid.accountId }, data: { timeZone: 'Europe/Berlin' } });
  const stopped = new AbortController();
  stopped.abort();
  await sendReceipts(stopped.signal);
  expect({ sent: await paid.sent(), receipt: await paid.receipt() }).toEqual({
    sent: [],
    receipt: 'REQUESTED',
  });
  await sendReceipts();
  await sendReceipts();
  const { createdAt } = await prisma.transaction.findUniqueOrThrow({ where: { id: paid.transactionId } });
  expect({ sent: await paid.sent(), receipt: await paid.receipt() }).toEqual({
    sent: [
      {
        template: 'receipt',
        props: {
          language: 'en',
          environment: 'test',
          merchantName: 'Example Shop',
          approved: false,
          companyInfo: '',
          support: [],
          amount: 2_500,
          currency: 'EUR',
          title: null,
          order: {
            lines: [{ name: 'Tea', quantity: 2, unitPrice: 1_250, total: 2_500 }],
            adjustment: null,
          },
          captures: true,
          card: { brand: 'Visa', lastFour: '4242' },
          reference: 'basket-7',
          transactionId: paid.transactionId,
          paidAt: createdAt.toISOString(),
          timeZone: 'Europe/Berlin',
        },
      },
    ],
    receipt: 'QUEUED',
  });
});

test('a receipt has the company and contacts of the published design', async () => {
  const paid = await buildPaidIntent({
    design: {
      companyName: 'Example Company',
      companyInfo: '1 Example Street',
      supportEmail: 'help@shop.example',
      supportUrl: 'https://shop.example/help',
      language: 'fr',
    },
    operation: 'authorize',
    orderId: '',
  });
  await paid.change({ language: null });
  await prisma.transaction.update({ where: { id: paid.transactionId }, data: { cardBrand: 'unknown' } });
  await sendReceipts();
  const [receipt] = await paid.sent();
  expect(receipt!.props).toMatchObject({
    language: 'fr',
    merchantName: 'Example Company',
    companyInfo: '1 Example Street',
    support: ['help@shop.example', 'https://shop.example/help'],
    captures: false,
    card: { brand: null, lastFour: '4242' },
    reference: paid.externalId,
  });
});

test('a receipt describes the payment as it is when it’s sent', async () => {
  const [voided, captured] = [
    await buildPaidIntent({ operation: 'authorize' }),
    await buildPaidIntent({ operation: 'authorize' }),
  ];
  const hold = { amountAuthorized: 2_500 };
  await overwriteTransaction(voided.transactionId, { ...hold, status: 'VOIDED', amountVoided: 2_500 });
  await overwriteTransaction(captured.transactionId, { ...hold, status: 'CAPTURED', amountCaptured: 2_500 });
  await sendReceipts();
  expect({ sent: await voided.sent(), receipt: await voided.receipt() }).toEqual({ sent: [], receipt: null });
  expect((await captured.sent()).map(({ props }) => props.captures)).toEqual([true]);
});

test('a receipt has the language of the payment page', async () => {
  const paid = await buildPaidIntent({ design: { language: 'fr' } });
  await paid.change({ language: 'de' });
  await sendReceipts();
  expect((await paid.sent()).map(({ props }) => props.language)).toEqual(['de']);
});

test('only paid intents whose receipt is due get one', async () => {
  const intents = [await buildPaidIntent(), await buildPaidIntent()];
  await intents[0]!.change({ state: 'PAYING' });
  await intents[1]!.change({ receipt: null });
  await sendReceipts();
  expect(await Promise.all(intents.map(async ({ sent }) => sent()))).toEqual([[], []]);
  await intents[0]!.change({ receipt: null });
});

test('a payment without an email address has no receipt', async () => {
  const paid = await buildPaidIntent();
  await overwriteTransaction(paid.transactionId, { order: { order_amount: 2_500, order_currency: 'EUR' } });
  expect(await paid.isExpected()).toBe(false);
  await sendReceipts();
  expect({ sent: await paid.sent(), receipt: await paid.receipt() }).toEqual({ sent: [], receipt: null });
});

test('a receipt is expected from its request until it’s sent, and known after that', async () => {
  const paid = await buildPaidIntent();
  expect(await paid.isExpected()).toBe(true);
  await sendReceipts();
  await prisma.mail.deleteMany({ where: { recipient: paid.recipient } });
  expect(await paid.isExpected()).toBe(true);
  await paid.change({ receipt: null });
  expect(await paid.isExpected()).toBe(false);
  await paid.change({ state: 'OPEN', transactionId: null, receipt: 'REQUESTED' });
  expect(await paid.isExpected()).toBe(false);
  await paid.change({ state: 'PAID', transactionId: paid.transactionId, receipt: null });
});

test('a captured payment that was partly refunded meanwhile is still a payment', async () => {
  const paid = await buildPaidIntent();
  await overwriteTransaction(paid.transactionId, { amountRefunded: 500 });
  await sendReceipts();
  expect(await paid.sent()).toMatchObject([{ props: { captures: true } }]);
  await overwriteTransaction(paid.transactionId, { amountRefunded: 0 });
});

test('a receipt has the name of the payment link, unless it is that of an item', async () => {
  const merchant = await buildMerchant();
  for (const [name, title] of [
    ['Tea tasting', 'Tea tasting'],
    ['Tea', null],
  ]) {
    const paid = await buildPaidIntent({ merchant });
    await paid.change({ paymentLinkId: (await buildPaymentLink(merchant, { name: name! })).id });
    await sendReceipts();
    const mail = (await paid.sent()).find(({ props }) => props.transactionId === paid.transactionId)!;
    expect(mail.props.title).toBe(title);
  }
});

test('a merchant that turned off receipts sends none', async () => {
  const paid = await buildPaidIntent({ design: { receipts: false } });
  expect(await paid.isExpected()).toBe(false);
  await sendReceipts();
  expect({ sent: await paid.sent(), receipt: await paid.receipt() }).toEqual({ sent: [], receipt: null });
});

test('receipts of test payments go only to members of the account', async () => {
  const stranger = await buildPaidIntent({ email: `${createId('usr')}@stranger.test` });
  expect(await stranger.isExpected()).toBe(false);
  await sendReceipts();
  expect({ sent: await stranger.sent(), receipt: await stranger.receipt() }).toEqual({
    sent: [],
    receipt: null,
  });
  const live = await buildPaidIntent({ email: `${createId('usr')}@payer.test` });
  await overwriteTransaction(live.transactionId, { environment: 'live' });
  await live.change({ environment: 'live' });
  await sendReceipts();
  expect((await live.sent()).map(({ props }) => props.environment)).toEqual(['live']);
  await overwriteTransaction(live.transactionId, { environment: 'test' });
});

test('an address gets six receipts per hour, however it is written', async () => {
  const merchant = await buildMerchant();
  const paid = [];
  for (let i = 0; i < 7; i++) paid.push(await buildPaidIntent({ merchant }));
  const { recipient } = paid[0]!;
  await paid[6]!.change({
    order: { order_amount: 1, order_currency: 'EUR', card_holder: { email: recipient.toUpperCase() } },
  });
  await sendReceipts();
  expect(await paid[0]!.sent()).toHaveLength(6);
  expect(await Promise.all(paid.map(({ receipt }) => receipt()))).toEqual([
    ...Array<string>(6).fill('QUEUED'),
    'REQUESTED',
  ]);
  await paid[6]!.change({ receipt: null });
});

test("a receipt that can't be written doesn't block the ones after it", async () => {
  const [broken, whole] = [await buildPaidIntent(), await buildPaidIntent()];
  await broken.change({ transactionId: null });
  expectConsoleError({ message: 'writing a receipt', fields: { intentId: broken.id } });
  await sendReceipts();
  expect({ sent: (await whole.sent()).length, receipt: await broken.receipt() }).toEqual({
    sent: 1,
    receipt: 'REQUESTED',
  });
  await broken.change({ receipt: null });
});

test('a receipt that another process sends meanwhile is not sent twice', async () => {
  const paid = await buildPaidIntent();
  const design = vi.spyOn(designVersions, 'findPublishedDesign').mockImplementationOnce(async () => {
    await paid.change({ receipt: 'QUEUED' });
    return defaultDesign;
  });
  await sendReceipts();
  design.mockRestore();
  expect(await paid.sent()).toEqual([]);
});

test('all due receipts are sent, however many', async () => {
  const paid = await buildPaidIntent({ email: `${createId('usr')}@stranger.test` });
  const { order, ...row } = await prisma.paymentIntent.findUniqueOrThrow({ where: { id: paid.id } });
  const copies = Array.from({ length: 100 }, () => createId('int'));
  await prisma.paymentIntent.createMany({
    data: copies.map((id) => ({ ...row, id, externalId: id, order: order! })),
  });
  await sendReceipts();
  expect(await prisma.paymentIntent.count({ where: { accountId: paid.accountId, receipt: null } })).toBe(101);
});

test('links in an Arabic receipt end where the address ends', async () => {
  const { html, text } = await renderMail('receipt', {
    ...(mailSamples.receipt as TemplateProps<'receipt'>),
    ...{ language: 'ar', companyInfo: '20457 Hamburg, Germany', support: ['https://shop.example/help'] },
    ...{ paidAt: '2026-11-27T09:05:00Z', timeZone: 'Europe/Berlin' },
  });
  expect(text).toMatch(/https:\/\/shop\.example\/help\s/);
  expect(html).toContain('<span dir="auto">20457 Hamburg, Germany</span>');
  // To the minute: payers don't need the seconds.
  expect(text).toMatch(/10:05(?!:)|١٠:٠٥(?!:)/);
});

test('labels and amounts in a receipt don’t break next to a long word', async () => {
  const { html } = await renderMail('receipt', mailSamples.receipt);
  expect(html).toMatch(/white-space:nowrap[^>]*>\$12\.00/);
  expect(html).toMatch(/word-break:keep-all[^>]*>Date</);
});

test.each([
  [true, 'Thank you for your payment', 'You paid'],
  [false, 'Thank you for your order', 'is held on your card'],
])(
  'a receipt’s heading and text depend on whether the payment was captured: %s',
  async (captures, heading, sentence) => {
    const { text } = await renderMail('receipt', { ...mailSamples.receipt, captures });
    expect(text.toLowerCase()).toContain(heading.toLowerCase());
    expect(text).toContain(sentence);
  },
);
