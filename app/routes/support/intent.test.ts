import { beforeAll, expect, test } from 'vitest';
import { flushRequests } from '~/api/request-log/request-log';
import { listAudit } from '~/audit/audit';
import { cancelIntent } from '~/payments/checkout/intent-cancellation';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { lateApprovalOperator } from '~/payments/operations/late-approvals';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { readPage, readVisibleText } from '../../../tests/world/browser';
import { buildStaff, type Staff } from '../../../tests/world/identity/staff';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPaymentIntent, payPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { buildCard } from '../../../tests/world/payments/card-tokens';
import { buildPaymentLink, startLinkIntent } from '../../../tests/world/payments/payment-links';
import { buildPayment, cards } from '../../../tests/world/payments/payments';
import { refreshPlannerStatistics } from '../../../tests/world/planner-statistics';

const randomWord = () =>
  Array.from({ length: 10 }, () => 'bcdfghjklmnp'[Math.floor(Math.random() * 12)]).join('');
let [client, support] = [] as unknown as [ApiClient, Staff];

beforeAll(async () => {
  client = await buildApiClient(await buildMerchant({ name: 'Harbour Tea' }));
  support = await buildStaff('support');
  await refreshPlannerStatistics();
});

async function open(path: string) {
  const response = await support.open(path);
  const { html } = await readPage(response);
  const main = html.slice(html.indexOf('<main')).replaceAll('<!-- -->', '');
  return { status: response.status, main, text: readVisibleText(main) };
}
const openIntent = (id: string, query = '') => open(`/support/intents/${id}${query}`);

/** The answer, without the notice of the test environment and with D for a time. */
const readAnswer = ({ text }: { text: string }) =>
  text
    .match(/No real money moves\. (.*?) Declined attempts/s)?.[1]!
    .replaceAll(/[A-Z][a-z]+ \d+, 20\d\d at \d\d:\d\d UTC/g, 'D') ?? null;

const buildOrder = (changes: Parameters<typeof buildPaymentIntent>[1] = {}) =>
  buildPaymentIntent(client.merchant, {
    order: { order_amount: 4350, order_currency: 'EUR', order_id: `HT-${randomWord()}` },
    ...changes,
  });
const update = (id: string, data: object) => prisma.paymentIntent.update({ where: { id }, data });

test('an order that was never paid is found and explained, and the view is recorded', async () => {
  const { json } = await client.post('/intents/payment', {
    ...{ external_id: `HT-${randomWord()}`, customer_id: 'customer-7', operation: 'authcap' },
    order: {
      ...{ order_id: `order-${randomWord()}`, order_amount: 4350, order_currency: 'EUR' },
      order_items: [{ name: 'Darjeeling sampler', unit_price: 4350 }],
      card_holder: { first_name: 'Zelda', email: 'zelda@payer.example' },
    },
    redirect_urls: { success: 'https://shop.example/yes', failure: 'https://shop.example/no' },
  });
  const [id, externalId] = [json.intent_id as string, json.reference_id as string];
  await update(id, { openedAt: new Date() });
  await cancelIntent({ id, accountId: client.merchant.accountId, environment: 'test' } as Parameters<
    typeof cancelIntent
  >[0]);
  await flushRequests();
  const found = await open(`/support?${new URLSearchParams({ q: externalId })}`);
  expect(found.main).toContain(`/support/intents/${id}`);
  expect(found.text).toContain('Payment intents without a payment');
  for (const text of ['No results', 'No payments found', 'Nothing matches'])
    expect({ text, isVisible: found.text.includes(text) }).toEqual({ text, isVisible: false });
  const apiRequest = await prisma.apiRequest.findFirstOrThrow({ where: { intentId: id } });
  const page = await openIntent(id);
  for (const text of [
    'It was canceled on the payment page on',
    'Darjeeling sampler',
    'customer-7',
    externalId,
    'Page first opened',
    'Not emailed, because nothing was paid',
    'Canceled',
    'Harbour Tea',
  ])
    expect({ text, isVisible: page.text.includes(text) }).toEqual({ text, isVisible: true });
  expect(page.main).toContain(`/support/requests/${apiRequest.id}`);
  expect(page.main).not.toMatch(/Zelda|zelda|method="post"|href="\/(transactions|developers)\//);
  expect((await open(`/support/requests/${apiRequest.id}`)).main).toContain(`/support/intents/${id}`);
  const { accountId } = client.merchant;
  expect((await listAudit({ accountId, action: 'staff_viewed_intent' })).entries).toMatchObject([
    { actor: `staff:${support.userId}`, subject: id, details: { environment: 'test' } },
  ]);
  for (const unknown of [createId('int'), 'int_1', createId('trx')])
    expect((await openIntent(unknown)).status).toBe(404);
});

test('the page says who canceled first, if it is known', async () => {
  const { intent } = await buildOrder();
  await client.post(`/intents/payment/${intent.id}/cancel`, {});
  await flushRequests();
  expect((await openIntent(intent.id)).text).toContain('The merchant canceled it through the API on');
  const { intent: byPayer } = await buildOrder();
  await cancelIntent(byPayer);
  await update(byPayer.id, { canceledAt: new Date(Date.now() - 5_000) });
  await client.post(`/intents/payment/${byPayer.id}/cancel`, {});
  await flushRequests();
  expect((await openIntent(byPayer.id)).text).toContain('It was canceled on the payment page on');
  await update(byPayer.id, { canceledAt: new Date(Date.now() - 31 * 86_400_000) });
  expect((await openIntent(byPayer.id)).text).not.toMatch(/canceled (it through|on the payment page)/);
});

test('the payer has an answer in each state', async () => {
  const { intent } = await buildOrder();
  const { id } = intent;
  const read = async () => readAnswer(await openIntent(id));
  expect(await read()).toBe(
    'You haven’t been charged so far: the payment of €43.50 to Harbour Tea isn’t complete yet. The payment page wasn’t opened. You can still pay on the payment page until D.',
  );
  await update(id, { openedAt: new Date() });
  expect(await read()).toContain('No request was sent to your bank. You can still pay');
  await update(id, { expiresAt: new Date(Date.now() - 1000) });
  expect(await read()).toBe(
    'You weren’t charged: the payment of €43.50 to Harbour Tea wasn’t completed before it expired on D. No request was sent to your bank. To buy, order again at Harbour Tea.',
  );
  await update(id, { state: 'CANCELLED', canceledAt: new Date() });
  expect(await read()).toBe(
    'You weren’t charged: the payment of €43.50 to Harbour Tea was canceled on D. No request was sent to your bank. To buy, order again at Harbour Tea.',
  );
  expect((await openIntent(id, '?language=de')).text).toContain('wurde am');
  const orderId = (intent.order as { order_id: string }).order_id;
  const { id: paid } = await buildPayment(client, { orderId, currency: 'EUR' });
  const page = await openIntent(id);
  expect(readAnswer(page)).toContain('There’s another payment for this order. Don’t pay again');
  expect(page.main).toContain(`/support/transactions/${paid}`);
});

test('declined attempts are listed with their card and reason, and never with a card number', async () => {
  const order = await buildOrder();
  const attempt = await payPaymentIntent(order, cards.declined);
  const page = await openIntent(order.intent.id);
  expect(page.main).toContain(`/support/transactions/${attempt}`);
  for (const text of [cards.declined.slice(-4), 'The bank declined the payment without giving a reason.'])
    expect({ text, isVisible: page.text.includes(text) }).toEqual({ text, isVisible: true });
  expect(page.main.replaceAll(' ', '')).not.toContain(cards.declined);
  expect(page.text).toContain('One attempt was declined.');
  await update(order.intent.id, { state: 'BLOCKED' });
  expect(readAnswer({ text: (await openIntent(order.intent.id)).text })).toBe(
    'You weren’t charged: the payment of €43.50 to Harbour Tea was closed after several declined attempts. To buy, order again at Harbour Tea.',
  );
  const operation = await prisma.operation.findFirstOrThrow({ where: { transactionId: attempt } });
  await prisma.operation.create({
    data: {
      ...{ id: createId('op'), transactionId: attempt, type: 'void', status: 'PENDING' },
      ...{
        amount: operation.amount,
        currency: operation.currency,
        operator: lateApprovalOperator,
      },
    },
  });
  expect(readAnswer({ text: (await openIntent(order.intent.id)).text })).toBeNull();
});

test('an intent with a payment leads to it first, and the payment leads back', async () => {
  const order = await buildOrder();
  const payment = await payPaymentIntent(order);
  const page = await openIntent(order.intent.id);
  expect(page.main.indexOf(`/support/transactions/${payment}`)).toBeGreaterThan(0);
  expect(page.text).not.toContain('Answers for the payer');
  expect((await open(`/support/transactions/${payment}`)).main).toContain(
    `/support/intents/${order.intent.id}`,
  );
});

test('a payment link says whether it can be paid again, also on the page of its payment', async () => {
  const link = await buildPaymentLink(client.merchant, { maximumPayments: 1, name: 'Tea tasting' });
  const [intent, other] = [await startLinkIntent(link), await startLinkIntent(link)];
  const { text } = await openIntent(intent.id);
  expect(text).toContain('Tea tasting Active 0 of 1 payment');
  await payIntent(intent, { card: buildCard(cards.approved), formId: createId('req') });
  const paid = await openIntent(intent.id);
  expect(paid.text).toContain(
    'Completed 1 of 1 payment, including refunded ones. To get paid again, the merchant creates a new link.',
  );
  const unpaid = await openIntent(other.id);
  expect(unpaid.text).toContain('here, but the payment link has all the payments it accepts.');
  expect(unpaid.text).toContain('You weren’t charged');
  expect(unpaid.text).not.toContain('order again');
  const { transactionId } = await prisma.paymentIntent.findUniqueOrThrow({ where: { id: intent.id } });
  const payment = await open(`/support/transactions/${transactionId}`);
  expect(payment.main).not.toContain('/payment-links/');
  expect(payment.main).toContain(`href="/support/intents/${intent.id}"`);
});
