import { expect, onTestFinished, test, vi } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import type { Outcome } from '~/acquirers/acquirer';
import { QueueFullError } from '~/platform/database/batch-queue';
import { prisma } from '~/platform/database/db.server';
import * as paymentStatements from '~/payments/transactions/payment-statements';
import { buildMerchant, goLive } from '../../../tests/world/merchants';
import {
  acquirer,
  declinedOutcome,
  disconnectAcquirers,
  mockAnswerOnce,
} from '../../../tests/world/acquirers/acquirer';
import { buildCard } from '../../../tests/world/payments/card-tokens';
import { buildPaymentIntent, payPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { challengeCard } from '../../../tests/world/payments/challenged-checkout';
import { cards } from '../../../tests/world/payments/payments';
import { findLastDecline, payIntent } from './checkout-payments';
import * as paymentIntents from './payment-intents';
import { findCheckoutIntent } from './payment-intents';

const pay = (intent: Parameters<typeof payIntent>[0], formId = 'one', pan = cards.approved) =>
  payIntent(intent, { card: buildCard(pan), formId });
const findTransaction = (id: string) => prisma.transaction.findUniqueOrThrow({ where: { id } });
/** The card of someone who pays in live. */
const realisticPan = '4532015112830366';

test('a payment on the hosted page has the content of its intent', async () => {
  const merchant = await buildMerchant();
  const { accountId } = merchant;
  const order = { order_id: 'basket-7', order_amount: 2_500, order_currency: 'EUR' };
  const { address, intent } = await buildPaymentIntent(merchant, { order });
  const paid = await payIntent(intent, { card: buildCard(cards.approved), formId: 'one', language: 'de' });
  const { transactionId } = paid as { transactionId: string };
  expect(paid).toEqual({ kind: 'paid', transactionId: expect.stringMatching(/^trx_/) });
  expect(await findTransaction(transactionId)).toMatchObject({
    accountId,
    environment: 'test',
    type: 'PAYMENT',
    status: 'CAPTURED',
    orderId: 'basket-7',
    orderAmount: 2_500,
    orderCurrency: 'EUR',
    externalId: intent.externalId,
    intentId: intent.id,
    order,
    connectionId: builtInConnectionId('test'),
    cardLastFour: '4242',
  });
  expect(await prisma.operation.findMany({ where: { transactionId } })).toMatchObject([
    { type: 'authcap', operator: 'checkout', status: 'SUCCEEDED', amount: 2_500 },
  ]);
  expect(await findCheckoutIntent(address)).toMatchObject({
    phase: 'paid',
    language: 'de',
    attempts: 1,
    formIds: ['one'],
    transactionId,
  });
});

test('an intent that only authorizes is paid in English unless its page has a language', async () => {
  const { address, intent } = await buildPaymentIntent(await buildMerchant(), { operation: 'authorize' });
  const { transactionId } = (await pay(intent)) as { transactionId: string };
  expect((await findTransaction(transactionId)).status).toBe('AUTHORIZED');
  expect((await findCheckoutIntent(address))!.language).toBe('en');
});

test('cards of the other environment and a missing acquirer are rejected before the attempt', async () => {
  const merchant = await goLive(await buildMerchant());
  const [{ address, intent }, { intent: live }] = [
    await buildPaymentIntent(merchant),
    await buildPaymentIntent(merchant, { environment: 'live' }),
  ];
  expect(await pay(intent, 'one', realisticPan)).toEqual({ kind: 'test_card_required' });
  expect(await pay(live)).toEqual({ kind: 'test_card_refused' });
  const reconnect = disconnectAcquirers();
  expect(await pay(intent)).toEqual({ kind: 'acquirer_not_configured' });
  reconnect();
  expect(await findCheckoutIntent(address)).toEqual(intent);
  expect(await pay(live, 'one', realisticPan)).toMatchObject({ kind: 'paid' });
});

test('a decline says its reason and how many attempts are left', async () => {
  const { address, intent } = await buildPaymentIntent(await buildMerchant());
  expect(await findLastDecline(intent)).toBeNull();
  const declined = await pay(intent, 'one', cards.declined);
  const { transactionId } = declined as { transactionId: string };
  const result = { kind: 'declined', transactionId, code: 'do_not_honor', attemptsLeft: 4, token: null };
  expect(declined).toEqual(result);
  const read = async () => (await findCheckoutIntent(address))!;
  expect(await findLastDecline(await read())).toEqual(result);
  await prisma.transaction.update({ where: { id: transactionId }, data: { declineCode: 'expired_card' } });
  expect(await findLastDecline(await read())).toMatchObject({ code: 'expired_card' });
  await prisma.transaction.update({ where: { id: transactionId }, data: { declineCode: null } });
  expect(await findLastDecline(await read())).toEqual(result);
  await prisma.paymentIntent.update({ where: { id: intent.id }, data: { attempts: 7 } });
  expect(await findLastDecline(await read())).toMatchObject({ attemptsLeft: 0 });
  // Only an open intent invites another attempt.
  await prisma.paymentIntent.update({ where: { id: intent.id }, data: { state: 'BLOCKED' } });
  expect(await findLastDecline(await read())).toBeNull();
});

test('an approved payment is no decline', async () => {
  const intent = await buildPaymentIntent(await buildMerchant());
  const id = await payPaymentIntent(intent);
  await prisma.paymentIntent.update({ where: { id: intent.intent.id }, data: { state: 'OPEN' } });
  const open = (await findCheckoutIntent(intent.address))!;
  expect(open).toMatchObject({ phase: 'open', transactionId: id });
  expect(await findLastDecline(open)).toBeNull();
});

test('the same form has the same result again, and an older one is not tried again', async () => {
  const { intent } = await buildPaymentIntent(await buildMerchant());
  const first = await pay(intent, 'one', cards.declined);
  expect(await pay(intent, 'one')).toEqual({ ...first, duplicate: true });
  const second = await pay(intent, 'two', cards.declined);
  expect(await pay(intent, 'two')).toEqual({ ...second, duplicate: true });
  const polls = vi.spyOn(paymentIntents, 'findCheckoutIntent');
  expect(await pay(intent, 'one')).toEqual({ kind: 'moved_on' });
  expect(polls).toHaveBeenCalledTimes(1);
  polls.mockRestore();
  const third = await pay(intent, 'three');
  expect(third).toMatchObject({ kind: 'paid' });
  expect(await pay(intent, 'three')).toEqual(third);
  expect(await pay(intent, 'four')).toEqual({ kind: 'moved_on' });
});

test.each([
  ['the same form', 'one', { kind: 'declined', duplicate: true, attemptsLeft: 4 }],
  ['another form', 'two', { kind: 'paid' }],
])('while an attempt is in progress, %s waits for its decline', async (_, formId, result) => {
  const { intent } = await buildPaymentIntent(await buildMerchant());
  let answer = (_: Outcome) => {};
  const authorize = vi
    .spyOn(acquirer, 'authorize')
    .mockClear()
    .mockImplementationOnce(() => new Promise<Outcome>((resolve) => (answer = resolve)));
  const first = pay(intent, 'one');
  await vi.waitFor(() => expect(authorize).toHaveBeenCalledTimes(1));
  const polls = vi.spyOn(paymentIntents, 'findCheckoutIntent');
  const second = pay(intent, formId);
  await vi.waitFor(() => expect(polls).toHaveBeenCalled());
  answer(declinedOutcome);
  expect(await first).toMatchObject({ kind: 'declined' });
  expect(await second).toMatchObject(result);
  for (const spy of [polls, authorize]) spy.mockRestore();
});

test('the same form leads to the bank again, and another one moved on', async () => {
  const { intent } = await buildPaymentIntent(await buildMerchant());
  const browser = { acceptHeader: '*/*', userAgent: 'Mozilla/5.0' };
  const authorize = vi.spyOn(acquirer, 'authorize').mockClear();
  onTestFinished(() => authorize.mockRestore());
  const form = { card: buildCard(challengeCard), formId: 'one', browser };
  const first = await payIntent(intent, form);
  expect(first).toMatchObject({ kind: 'action_required' });
  expect(authorize.mock.calls[0]![0]).toMatchObject({ authentication: { browser } });
  expect(await payIntent(intent, form)).toEqual({ ...first, duplicate: true });
  expect(await pay(intent, 'two')).toEqual({ kind: 'moved_on' });
});

test.each([
  ['too many requests are waiting', new QueueFullError('full'), { kind: 'too_busy' }],
  ['of another error', new Error('disk full'), 'disk full'],
])('a payment isn’t tried because %s', async (_, error, result) => {
  const { address, intent } = await buildPaymentIntent(await buildMerchant());
  const reserve = vi.spyOn(paymentStatements, 'reserveIntentPayment').mockRejectedValueOnce(error);
  onTestFinished(() => reserve.mockRestore());
  expect(await pay(intent).catch(({ message }: Error) => message)).toEqual(result);
  expect(await findCheckoutIntent(address)).toMatchObject({ phase: 'open', attempts: 0 });
});

test('a form that finds the intent open again after a decline is tried', async () => {
  const { address, intent } = await buildPaymentIntent(await buildMerchant());
  const setState = (state: string) =>
    prisma.paymentIntent.update({ where: { id: intent.id }, data: { state } });
  await setState('PAYING');
  const polls = vi.spyOn(paymentIntents, 'findCheckoutIntent').mockImplementationOnce(async () => {
    await setState('OPEN');
    return { ...intent, formIds: ['other'] };
  });
  expect(await pay(intent, 'one')).toMatchObject({ kind: 'paid' });
  polls.mockRestore();
  expect((await findCheckoutIntent(address))!.formIds).toEqual(['one']);
});

test('a form stops waiting after ten seconds', async () => {
  const { address, intent } = await buildPaymentIntent(await buildMerchant());
  mockAnswerOnce('authorize', { kind: 'unknown' });
  expect(await pay(intent, 'one')).toEqual({ kind: 'paying', transactionId: expect.any(String) });
  let now = 100_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const waits = [109_999, 110_000];
  const polls = vi.spyOn(paymentIntents, 'findCheckoutIntent').mockImplementation(async () => {
    now = waits.shift() ?? 110_001;
    return { ...intent, phase: 'paying' };
  });
  expect(await pay(intent, 'two')).toEqual({ kind: 'moved_on' });
  expect(polls).toHaveBeenCalledTimes(2);
  polls.mockRestore();
  expect(await findCheckoutIntent(address)).toMatchObject({ phase: 'paying', formIds: ['one'] });
});

test('an intent without a transaction moved on', async () => {
  const { intent } = await buildPaymentIntent(await buildMerchant());
  await prisma.paymentIntent.update({
    where: { id: intent.id },
    data: { state: 'CANCELLED', canceledAt: new Date(), formIds: ['one'] },
  });
  expect(await pay(intent, 'one')).toEqual({ kind: 'moved_on' });
  await prisma.paymentIntent.delete({ where: { id: intent.id } });
  expect(await pay(intent, 'one')).toEqual({ kind: 'moved_on' });
});
