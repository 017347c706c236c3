import { expect, test, vi } from 'vitest';
import { addRedirectHost } from '~/merchants/redirect-hosts/redirect-hosts';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { cancelIntent, cancelPaymentIntent } from '~/payments/checkout/intent-cancellation';
import { expireIntents } from '~/payments/checkout/intent-expiry';
import { findCheckoutIntent, toPaymentIntentObject } from '~/payments/checkout/payment-intents';
import { captureOrVoid } from '~/payments/operations/capture-void';
import { expireHolds } from '~/payments/operations/hold-expiry';
import { createRefund } from '~/payments/operations/refunds';
import { readTimeline } from '~/payments/transactions/timeline';
import { findTransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import * as events from '~/webhooks/events/events';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildCard } from '../../../tests/world/payments/card-tokens';
import { buildPaymentLink, startLinkIntent } from '../../../tests/world/payments/payment-links';
import { cards } from '../../../tests/world/payments/payments';
import { listPaymentLinks, readLinkPayments } from './link-list';
import { findLinkObstacle, findOnlyPayment, takeLinkPlace } from './link-places';
import { startLinkPayment } from './link-visits';
import {
  createPaymentLink,
  findPaymentLink,
  findPublicLink,
  switchPaymentLink,
  type PaymentLink,
} from './payment-links';

const terms = {
  ...{ name: 'Gift', currency: 'EUR', emailRequired: false },
  items: [{ name: 'Gift', unitPrice: 2_500, quantity: 1 }],
};
const visit = { address: '203.0.113.7', locale: 'en' } as const;

const pay = (intent: Awaited<ReturnType<typeof startLinkIntent>>, pan = cards.approved) =>
  payIntent(intent, { card: buildCard(pan), formId: createId('req') });
const reload = ({ accountId, environment, id }: PaymentLink) =>
  findPaymentLink({ accountId, environment, id });

test('the same external_id returns the same link, and other terms a conflict', async () => {
  const { accountId } = await buildMerchant();
  const actor = { accountId, environment: 'test', operator: 'api:key_1' } as const;
  const first = await createPaymentLink(actor, { ...terms, externalId: 'link-1' });
  expect(first).toMatchObject({ kind: 'done', replayed: false });
  const again = await createPaymentLink(actor, { ...terms, externalId: 'link-1' });
  expect(again).toEqual({ ...first, replayed: true });
  expect(await createPaymentLink(actor, { ...terms, name: 'Other', externalId: 'link-1' })).toMatchObject({
    ...{ kind: 'external_id_conflict', differing: ['name'] },
  });
  // A link without a name takes the name of its first item.
  const other = { name: 'Voucher', items: [{ ...terms.items[0]!, name: 'Voucher' }] };
  expect(await createPaymentLink(actor, { ...terms, ...other, externalId: 'link-1' })).toMatchObject({
    ...{ kind: 'external_id_conflict', differing: ['items'] },
  });
  // A name of its own differs, too.
  const own = { name: 'Other', items: [{ ...terms.items[0]!, name: 'Voucher' }] };
  const chosen = { name: 'Other', items: [], chosenAmount: { minimum: 1, maximum: 9 } };
  for (const [changes, differing] of [
    [own, ['items', 'name']],
    [chosen, ['custom_amount', 'items', 'name']],
  ] as const) {
    const reply = await createPaymentLink(actor, { ...terms, ...changes, externalId: 'link-1' });
    expect([...(reply as { differing: string[] }).differing].sort()).toEqual(differing);
  }
  expect(await prisma.paymentLink.count({ where: { accountId } })).toBe(1);
});

test('a link expires at its time, and a repeated request still returns it', async () => {
  const { accountId } = await buildMerchant();
  const actor = { accountId, environment: 'test', operator: 'api:key_1' } as const;
  const expiresAt = new Date(Date.now() + 60_000);
  const create = (externalId: string) => createPaymentLink(actor, { ...terms, expiresAt, externalId });
  const created = await create('link-1');
  const { id } = JSON.parse((created as { body: string }).body) as { id: string };
  const readStatus = async () => (await findPaymentLink({ accountId, environment: 'test', id }))!.status;
  vi.useFakeTimers({ toFake: ['Date'], now: expiresAt.getTime() - 1 });
  try {
    expect([await readStatus(), (await create('link-2')).kind]).toEqual(['active', 'done']);
    vi.setSystemTime(expiresAt);
    expect([await readStatus(), (await create('link-3')).kind]).toEqual(['expired', 'link_already_expired']);
    expect(await create('link-1')).toEqual({ ...created, replayed: true });
  } finally {
    vi.useRealTimers();
  }
});

test('of two requests at once, one creates the link', async () => {
  const { accountId } = await buildMerchant();
  const actor = { accountId, environment: 'test', operator: 'api:key_1' } as const;
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => createPaymentLink(actor, { ...terms, externalId: 'link-1' })),
  );
  expect(new Set(replies.map((reply) => (reply.kind === 'done' ? reply.body : reply.kind))).size).toBe(1);
  expect(await prisma.paymentLink.count({ where: { accountId } })).toBe(1);
});

test('in live, payers are redirected only to listed hosts, at any time (threat T10)', async () => {
  const { accountId } = await buildMerchant();
  const actor = { accountId, environment: 'live', operator: 'api:key_1' } as const;
  const redirectUrl = 'https://shop.example/thanks';
  const create = () => createPaymentLink(actor, { ...terms, redirectUrl, externalId: createId('req') });
  expect(await create()).toEqual({ kind: 'link_host_not_listed' });
  await addRedirectHost({ accountId, hostInput: 'shop.example', createdBy: 'usr_1' });
  expect((await create()).kind).toBe('done');
  const link = await buildPaymentLink(actor, { redirectUrl });
  expect((await startLinkIntent(link)).successUrl).toBe(redirectUrl);
  await prisma.redirectHost.deleteMany({ where: { accountId } });
  expect(await startLinkPayment(link, {}, visit)).toEqual({ kind: 'unusable' });
});

test('a visit makes an ordinary payment intent with the link’s terms', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink(
    { accountId },
    {
      ...{ operation: 'authorize', billingDetails: 'full', billingRequired: true },
      ...{ emailRequired: true, payWord: 'book' },
    },
  );
  const intent = await startLinkIntent(link);
  expect(intent).toMatchObject({
    ...{ amount: 2_500, currency: 'EUR', operation: 'authorize', paymentLinkId: link.id },
    ...{
      billingDetails: 'full',
      billingRequired: true,
      emailRequired: true,
      linkMaximum: null,
      payWord: 'book',
    },
  });
  expect(intent.order.order_id).toMatch(/^PL-[0-9A-Z]{8}$/);
  expect(intent.successUrl).toMatch(new RegExp(`/test/checkout/links/${link.id}/thanks\\?lang=en$`));
  expect(await pay(intent)).toMatchObject({ kind: 'paid' });
});

test.each([
  [{}, 'thanked'],
  [{ redirectUrl: 'https://shop.test/thanks' }, 'sent_back'],
])('the payment names the link, and where its payer went: %j', async (terms, end) => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, terms);
  const intent = await startLinkIntent(link);
  const { transactionId: id } = (await pay(intent)) as { transactionId: string };
  const where = { accountId, environment: 'test' as const, limit: 100 };
  await prisma.paymentIntent.update({ where: { id: intent.id }, data: { redirectedAt: new Date() } });
  const transaction = (await findTransactionWithOperations({ ...where, id }))!;
  expect(transaction.paymentLink).toMatchObject({ id: link.id, name: 'Gift' });
  const { entries } = await readTimeline(transaction, { ...where, reads: false, isDeveloper: true });
  expect(entries.flatMap((entry) => (entry.kind === 'checkout' ? entry.what : []))).toEqual(['created', end]);
});

test('the audit log says in which environment a link was created and switched', async () => {
  const { accountId, ownerId } = await buildMerchant();
  const audit = { actor: `portal:${ownerId}` } as const;
  const actor = { accountId, environment: 'test', operator: audit.actor } as const;
  const created = await createPaymentLink(actor, { ...terms, externalId: 'gift' }, audit);
  const { id } = JSON.parse((created as { body: string }).body) as { id: string };
  // Nothing changes the second time.
  for (const isActive of [false, false, true, true])
    await switchPaymentLink({ accountId, environment: 'test', id }, isActive, audit);
  const entries = await prisma.auditEntry.findMany({ where: { subject: id }, orderBy: { id: 'asc' } });
  expect(entries[0]!.after).toEqual({ name: 'Gift' });
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['payment_link_created', { environment: 'test' }],
    ['payment_link_deactivated', { environment: 'test' }],
    ['payment_link_activated', { environment: 'test' }],
  ]);
});

test('a link has a status, and is found only in its account and environment', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId });
  expect(link.status).toBe('active');
  expect((await findPublicLink('test', link.id))!.id).toBe(link.id);
  expect(await findPublicLink('live', link.id)).toBeNull();
  expect(await findPublicLink('test', 'plink_1\0')).toBeNull();
  expect(await reload({ ...link, id: 'plink_1\0' })).toBeNull();
  expect(await switchPaymentLink({ ...link, id: 'plink_1\0' }, false)).toBeNull();
  const other = await buildMerchant();
  expect(await reload({ ...link, accountId: other.accountId })).toBeNull();
  expect(await switchPaymentLink({ ...link, accountId: other.accountId }, false)).toBeNull();
  expect((await switchPaymentLink(link, false))!.status).toBe('inactive');
  expect((await switchPaymentLink(link, true))!.status).toBe('active');
  await prisma.paymentLink.update({
    where: { id: link.id },
    data: { expiresAt: new Date(Date.now() - 1_000) },
  });
  expect((await reload(link))!.status).toBe('expired');
});

test('a link has its number of payments, and what payers paid and got back', async () => {
  const { accountId } = await buildMerchant();
  const actor = { accountId, environment: 'test', operator: 'api:key_1' } as const;
  const link = await buildPaymentLink({ accountId }, { operation: 'authcap' });
  const unpaid = await buildPaymentLink({ accountId });
  for (let payments = 0; payments < 2; payments++) await pay(await startLinkIntent(link));
  const [first, second] = (await readLinkPayments(link.id)).transactions;
  await createRefund(actor, { externalId: 'refund-1', transactionId: first!.id, amount: 1_000 });
  await prisma.transaction.update({ where: { id: second!.id }, data: { amountChargedBack: 700 } });
  const figures = { count: 2, total: 5_000, refunded: 1_000, chargedBack: 700 };
  expect(await readLinkPayments(link.id)).toMatchObject(figures);
  expect((await listPaymentLinks({ accountId, environment: 'test' })).links).toMatchObject([
    { id: unpaid.id, count: 0, total: 0, refunded: 0, chargedBack: 0 },
    { id: link.id, ...figures },
  ]);
});

test('what was voided or expired of a link’s payments was never paid', async () => {
  const { accountId } = await buildMerchant();
  const actor = { accountId, environment: 'test', operator: 'api:key_1' } as const;
  const link = await buildPaymentLink({ accountId }, { operation: 'authorize' });
  for (let payments = 0; payments < 4; payments++) await pay(await startLinkIntent(link));
  const [voided, expired, captured] = (await readLinkPayments(link.id)).transactions.map(({ id }) => id);
  await captureOrVoid(actor, { operation: 'void', transactionId: voided!, externalId: 'void-1' });
  const part = { transactionId: captured! };
  await captureOrVoid(actor, { ...part, operation: 'capture', externalId: 'capture-1', amount: 1_500 });
  await captureOrVoid(actor, { ...part, operation: 'void', externalId: 'void-2', amount: 600 });
  for (const transactionId of [expired!, captured!]) {
    const captureBefore = new Date(Date.now() - 60_000);
    await prisma.transaction.update({ where: { id: transactionId }, data: { captureBefore } });
    await expireHolds({ transactionId });
  }
  // The fourth is still held.
  const figures = { count: 4, total: 1_500 + 2_500, refunded: 0, chargedBack: 0 };
  expect(await readLinkPayments(link.id)).toMatchObject(figures);
});

test('a suspended merchant’s links can’t be used', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId });
  await prisma.account.update({ where: { id: accountId }, data: { status: 'suspended' } });
  expect((await findPublicLink('test', link.id))!.status).toBe('inactive');
});

test('of many payers at once, no more pay than the link accepts', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 3 });
  const intents = await Promise.all(Array.from({ length: 10 }, () => startLinkIntent(link)));
  const results = await Promise.all(intents.map((intent) => pay(intent)));
  expect(results.map(({ kind }) => kind).sort()).toEqual([
    ...Array<string>(7).fill('link_taken'),
    ...Array<string>(3).fill('paid'),
  ]);
  expect((await reload(link))!.status).toBe('completed');
  expect(await prisma.transaction.count({ where: { accountId } })).toBe(3);
});

test('after a decline, others can pay at once', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 1 });
  const [declined, other] = [await startLinkIntent(link), await startLinkIntent(link)];
  expect(await pay(declined, cards.declined)).toMatchObject({ kind: 'declined' });
  expect((await reload(link))!.status).toBe('active');
  expect(await pay(other)).toMatchObject({ kind: 'paid' });
  expect(await pay(declined)).toEqual({ kind: 'link_taken' });
});

test('a payer who is about to pay keeps their place for some minutes, or until they cancel', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 1 });
  const [first, second, third] = [
    await startLinkIntent(link),
    await startLinkIntent(link),
    await startLinkIntent(link),
  ];
  const take = ({ id: intentId }: typeof first) =>
    takeLinkPlace({ linkId: link.id, intentId, formId: 'form-1', maximum: 1 });
  expect([await take(first), await take(second)]).toEqual([true, false]);
  expect(await pay(second)).toEqual({ kind: 'link_taken' });
  await prisma.paymentLinkPlace.updateMany({
    where: { linkId: link.id },
    data: { takenAt: new Date(Date.now() - 600_000) },
  });
  expect([await take(second), await take(third)]).toEqual([true, false]);
  await cancelIntent(second);
  expect(await take(third)).toBe(true);
});

test('a decline in one tab doesn’t take the place from another tab of the same payer', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 1 });
  const [payer, other] = [await startLinkIntent(link), await startLinkIntent(link)];
  const place = { linkId: link.id, maximum: 1 };
  const take = (formId: string, { id: intentId } = payer) => takeLinkPlace({ ...place, intentId, formId });
  /** Also when the bank's decision came later, after 3-D Secure. */
  const setDeclined = (...formIds: string[]) =>
    prisma.paymentIntent.update({ where: { id: payer.id }, data: { formIds } });
  const getObstacle = () => findLinkObstacle({ ...place, intentId: other.id });
  await take('tab-1');
  await take('tab-2');
  await setDeclined('tab-1');
  expect(await take('tab-3', other)).toBe(false);
  expect(await getObstacle()).toBe('in_progress');
  await setDeclined('tab-2', 'tab-1');
  expect(await getObstacle()).toBeNull();
  expect(await take('tab-3', other)).toBe(true);
});

test('the obstacle for other payers is what those before them did', async () => {
  const { accountId } = await buildMerchant();
  const readObstacle = async (maximum: number) => {
    const link = await buildPaymentLink({ accountId }, { maximumPayments: maximum });
    const [first, second, last] = [
      await startLinkIntent(link),
      await startLinkIntent(link),
      await startLinkIntent(link),
    ];
    const read = ({ id: intentId }: typeof first) => findLinkObstacle({ linkId: link.id, intentId, maximum });
    await pay(first);
    const afterOne = await read(last);
    await pay(second);
    return [await read(first), afterOne, await read(last)];
  };
  expect(await readObstacle(1)).toEqual([null, 'paid', 'paid']);
  expect(await readObstacle(2)).toEqual([null, null, 'completed']);
});

test.each([1, 2])(
  'a link for %i payments stays active while the last one is in progress',
  async (maximum) => {
    const { accountId } = await buildMerchant();
    const link = await buildPaymentLink({ accountId }, { maximumPayments: maximum });
    const [slow, other] = [await startLinkIntent(link), await startLinkIntent(link)];
    if (maximum > 1) await pay(await startLinkIntent(link));
    const readLink = async () => {
      const { status, isInProgress } = (await reload(link))!;
      return { status, isInProgress };
    };
    expect(await readLink()).toEqual({ status: 'active', isInProgress: false });
    const place = { linkId: link.id, maximum, intentId: slow.id, formId: 'form-1' };
    expect(await takeLinkPlace(place)).toBe(true);
    await prisma.paymentIntent.update({ where: { id: slow.id }, data: { state: 'PAYING' } });
    expect(await readLink()).toEqual({ status: 'active', isInProgress: true });
    expect(await findLinkObstacle({ linkId: link.id, maximum, intentId: other.id })).toBe('in_progress');
    await prisma.paymentIntent.update({ where: { id: slow.id }, data: { state: 'PAID' } });
    expect(await readLink()).toEqual({ status: 'completed', isInProgress: false });
  },
);

test('the open intents of a link expire with its last payment, each with an event', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 2 });
  const [first, last, open, canceled] = [
    await startLinkIntent(link),
    await startLinkIntent(link),
    await startLinkIntent(link),
    await startLinkIntent(link),
  ];
  await cancelIntent(canceled);
  const unlimited = await startLinkIntent(await buildPaymentLink({ accountId }));
  const intents = { first, last, open, canceled, unlimited };
  const readStatuses = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(intents).map(async ([name, { id: intentId, environment }]) => {
          const intent = await findCheckoutIntent({ accountId, environment, intentId });
          return [name, toPaymentIntentObject(intent!).status];
        }),
      ),
    );
  await pay(first);
  await expireIntents();
  const afterOne = { first: 'paid', last: 'open', open: 'open', canceled: 'cancelled', unlimited: 'open' };
  expect(await readStatuses()).toEqual(afterOne);
  await pay(last);
  const afterTwo = { ...afterOne, last: 'paid', open: 'expired' };
  expect(await readStatuses()).toEqual(afterTwo);
  expect(await cancelPaymentIntent({ accountId, environment: 'test', intentId: open.id })).toMatchObject({
    ...{ kind: 'intent_not_open', status: 'expired' },
  });
  await expireIntents();
  expect(await readStatuses()).toEqual(afterTwo);
  const events = await prisma.webhookEvent.findMany({ where: { accountId, type: 'intent.expired' } });
  const { expires_at: expiresAt, ...payload } = events[0]!.payload as { expires_at: string };
  expect({ count: events.length, payload }).toMatchObject({
    count: 1,
    payload: { intent_id: open.id, status: 'expired' },
  });
  expect(Date.parse(expiresAt)).toBeLessThan(open.expiresAt.getTime());
});

test('a payment is made even if the other intents of its link can’t be expired now', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 1 });
  const [paying, other] = [await startLinkIntent(link), await startLinkIntent(link)];
  vi.spyOn(events, 'publishEvents').mockRejectedValueOnce(new Error('the connection is gone'));
  expectConsoleError({
    message: 'expiring the intents of a payment link',
    fields: { intentId: expect.any(String) },
  });
  expect((await pay(paying)).kind).toBe('paid');
  const readState = async () =>
    (await prisma.paymentIntent.findUniqueOrThrow({ where: { id: other.id } })).state;
  expect(await readState()).toBe('OPEN');
  await expireIntents();
  expect(await readState()).toBe('EXPIRED');
});

test('a link whose last payment had an unknown outcome at first has its intents expired by the job', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 1 });
  const [slow, other] = [await startLinkIntent(link), await startLinkIntent(link)];
  const readStatus = async () => {
    const { id: intentId, environment } = other;
    return (await findCheckoutIntent({ accountId, environment, intentId }))!.phase;
  };
  await prisma.paymentIntent.update({ where: { id: slow.id }, data: { state: 'PAYING' } });
  await expireIntents();
  expect(await readStatus()).toBe('open');
  await prisma.paymentIntent.update({ where: { id: slow.id }, data: { state: 'PAID' } });
  await expireIntents();
  expect(await readStatus()).toBe('expired');
});

test('a payment that was refunded or charged back keeps the only place', async () => {
  const { accountId } = await buildMerchant();
  const actor = { accountId, environment: 'test', operator: 'api:key_1' } as const;
  const link = await buildPaymentLink({ accountId }, { operation: 'authcap', maximumPayments: 1 });
  await pay(await startLinkIntent(link));
  const [payment] = (await readLinkPayments(link.id)).transactions;
  const { id: transactionId, amountCaptured } = payment!;
  await createRefund(actor, { externalId: 'refund-1', transactionId, amount: amountCaptured - 1 });
  expect(await findOnlyPayment(link.id)).toBe('paid');
  await prisma.transaction.update({ where: { id: transactionId }, data: { amountChargedBack: 1 } });
  expect(await findOnlyPayment(link.id)).toBe('reversed');
  expect((await reload(link))!.status).toBe('completed');
});

test('a form that is submitted twice at once pays once', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 50 });
  for (let round = 0; round < 5; round++) {
    const intent = await startLinkIntent(link);
    const form = { card: buildCard(cards.approved), formId: createId('req') };
    const results = await Promise.all([payIntent(intent, form), payIntent(intent, form)]);
    expect(results.map(({ kind }) => kind)).toEqual(['paid', 'paid']);
  }
  expect(await prisma.transaction.count({ where: { accountId } })).toBe(5);
});

test('nobody takes a place of a link that is missing', async () => {
  const { accountId } = await buildMerchant();
  const { id: intentId } = await startLinkIntent(await buildPaymentLink({ accountId }));
  await expect(
    takeLinkPlace({ linkId: 'plink_missing', intentId, formId: 'form-1', maximum: 1 }),
  ).rejects.toThrow(/foreign key/);
});

test('a form that was submitted before takes no place', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 1 });
  const intent = await startLinkIntent(link);
  const form = { card: buildCard(cards.declined), formId: createId('req') };
  await payIntent(intent, form);
  const { accountId: account, environment, id: intentId } = intent;
  const again = (await findCheckoutIntent({ accountId: account, environment, intentId }))!;
  await payIntent(again, form);
  expect(await pay(await startLinkIntent(link))).toMatchObject({ kind: 'paid' });
});

test('a paid place is never free again', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { maximumPayments: 1 });
  const [paid, other] = [await startLinkIntent(link), await startLinkIntent(link)];
  expect(await pay(paid)).toMatchObject({ kind: 'paid' });
  await prisma.paymentLinkPlace.updateMany({
    where: { linkId: link.id },
    data: { takenAt: new Date(Date.now() - 600_000) },
  });
  const place = { linkId: link.id, maximum: 1 };
  expect(await takeLinkPlace({ ...place, intentId: other.id, formId: 'form-2' })).toBe(false);
  expect(await takeLinkPlace({ ...place, intentId: paid.id, formId: 'form-1' })).toBe(true);
});

test('one address can’t create intents without end', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId });
  const kinds = [];
  for (let visits = 0; visits < 41; visits++) kinds.push((await startLinkPayment(link, {}, visit)).kind);
  expect(kinds).toEqual([...Array<string>(40).fill('started'), 'too_many_visits']);
  expect((await startLinkPayment(link, {}, { ...visit, address: '203.0.113.8' })).kind).toBe('started');
});
