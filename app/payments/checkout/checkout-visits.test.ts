import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildCardIntent } from '../../../tests/world/payments/card-tokens';
import { buildPaymentIntent } from '../../../tests/world/payments/payment-intents';
import { recordOpened, recordRedirect } from './checkout-visits';
import { findCardIntent } from './card-intents';
import { buildCardRedirectUrl } from './redirect-url';
import { cancelIntent } from './intent-cancellation';
import { findCheckoutIntent } from './payment-intents';
import { findUnattemptedIntent } from './unattempted-intents';

test.each([
  ['shown', recordOpened, 'openedAt'],
  ['left', recordRedirect, 'redirectedAt'],
] as const)('the time when the page was first %s is recorded', async (_, record, column) => {
  const { address, intent } = await buildPaymentIntent(await buildMerchant());
  const read = async () => (await findCheckoutIntent(address))!;
  // As read before another request recorded it.
  await record({ ...intent, [column]: new Date(0) });
  await record({ ...intent, accountId: 'acc_1' });
  await record({ ...intent, environment: 'live' });
  expect(await read()).toEqual(intent);
  await record(intent);
  const first = await read();
  expect(first).toEqual({ ...intent, [column]: expect.any(Date) });
  await prisma.paymentIntent.update({ where: { id: intent.id }, data: { [column]: new Date(1_000) } });
  await record(intent);
  expect(await read()).toEqual({ ...intent, [column]: new Date(1_000) });
});

test('all redirects of a card intent have the time and signature of the first', async () => {
  const client = await buildApiClient();
  const { address, intent } = await buildCardIntent(client, {
    redirect_urls: { success: 'https://shop.example/ok', failure: 'https://shop.example/no' },
  });
  const [first, concurrent] = await Promise.all([recordRedirect(intent), recordRedirect(intent)]);
  expect(concurrent.redirectedAt).toEqual(first.redirectedAt);
  const url = (await buildCardRedirectUrl(first))!;
  expect(new URL(url).searchParams.get('timestamp')).toBe(first.redirectedAt!.toISOString());
  const stored = (await findCardIntent(address))!;
  expect(await recordRedirect(stored)).toBe(stored);
  expect(await buildCardRedirectUrl(stored)).toBe(url);
});

test('a payer cancels an open intent once', async () => {
  const { address, intent } = await buildPaymentIntent(await buildMerchant());
  expect(await cancelIntent({ ...intent, environment: 'live' })).toBe(false);
  expect(await findCheckoutIntent(address)).toEqual(intent);
  expect(await cancelIntent(intent)).toBe(true);
  expect(await findCheckoutIntent(address)).toEqual({ ...intent, state: 'CANCELLED', phase: 'cancelled' });
  expect(await cancelIntent(intent)).toBe(false);
});

test('an unattempted intent is found by its ID or external_id', async () => {
  const [merchant, other] = [await buildMerchant(), await buildMerchant()];
  const { accountId } = merchant;
  const { intent } = await buildPaymentIntent(merchant, { externalId: ' order 1' });
  const { intent: trimmed } = await buildPaymentIntent(merchant, { externalId: 'order-2' });
  await buildPaymentIntent(other, { externalId: 'order-3' });
  const find = async (named: string) =>
    (await findUnattemptedIntent({ accountId, environment: 'test', named }))?.id ?? null;
  const { id, externalId, amount, currency, state, expiresAt } = intent;
  expect(await findUnattemptedIntent({ accountId, environment: 'test', named: ` ${id}\n` })).toEqual({
    id,
    externalId,
    amount,
    currency,
    state,
    createdAt: expect.any(Date),
    expiresAt,
    openedAt: null,
    canceledAt: null,
    redirectedAt: null,
  });
  expect({
    exact: await find(' order 1'),
    spaced: await find(' order-2 '),
    other: await find('order-3'),
    none: await find('order'),
    live: await findUnattemptedIntent({ accountId, environment: 'live', named: id }),
  }).toEqual({ exact: id, spaced: trimmed.id, other: null, none: null, live: null });
  await prisma.paymentIntent.update({ where: { id }, data: { transactionId: 'trx_1' } });
  expect(await find(id)).toBeNull();
});
